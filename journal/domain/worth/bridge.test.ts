// The bridge compared with another way to compute it: what positions were over their cost on both evenings, by matching what was
// traded until then.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Execution } from '../executions/index.ts';
import { addDollars, NO_AMOUNT, ONE, parseAmount, toDouble } from '../money/index.ts';
import { calendarIn } from '../time/index.ts';
import { exitsOf, positions, roundTrips } from '../trips/index.ts';
import {
  bridgeOf,
  cashLedger,
  type CashRow,
  endOf,
  heldOf,
  PriceBook,
  QuotedPrices,
  worthByDay,
  worthRows,
} from './index.ts';

const dayOf = calendarIn('UTC') ?? (() => null);
const FIRST = Date.UTC(2025, 0, 1) / 86_400_000;
const dateAt = (at: number): string => new Date((FIRST + at) * 86_400_000).toISOString().slice(0, 10);

const fill = fc.record({
  at: fc.integer({ min: 0, max: 60 }),
  isBuy: fc.boolean(),
  quantity: fc.integer({ min: 1, max: 300 }),
  cents: fc.integer({ min: 1, max: 50_000 }),
  fee: fc.integer({ min: 0, max: 900 }),
  instrument: fc.constantFrom('XYZ', 'ABC', 'XYZ 251219 C 100'),
  account: fc.constantFrom('one', 'two'),
});
const row = fc.record({
  at: fc.integer({ min: 0, max: 60 }),
  cents: fc.integer({ min: -500_000, max: 500_000 }),
  category: fc.constantFrom(
    'deposit',
    'withdrawal',
    'dividend',
    'tax',
    'fee',
    'interest',
    'transfer_in',
    'transfer_out',
    'other',
  ),
  account: fc.constantFrom('one', 'two'),
});
const book = fc.record({
  fills: fc.array(fill, { maxLength: 25 }),
  rows: fc.array(row, { maxLength: 15 }),
  prices: fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 3, maxLength: 3 }),
  from: fc.integer({ min: 0, max: 40 }),
  length: fc.integer({ min: 1, max: 25 }),
  scope: fc.constantFrom<string[]>(['one'], ['two'], ['one', 'two']),
  stated: fc.constantFrom<string[]>(['one', 'two'], ['one'], []),
});

it('closes to the cent, and what is not realised is what positions stand over their cost', () => {
  fc.assert(
    fc.property(book, ({ fills, rows, prices, from, length, scope, stated }) => {
      const executions = fills.map((one, i): Execution & { account_id: string } => ({
        exec_id: `e${i}`,
        time: `${dateAt(one.at)}T15:00:${String(i).padStart(2, '0')}Z`,
        instrument: one.instrument,
        action: one.isBuy ? 'BOT' : 'SLD',
        quantity: one.quantity,
        price: one.cents / 100,
        commission: one.fee / 100,
        account_id: one.account,
        currency: 'USD',
      }));
      const cash = rows
        .filter(({ cents }) => cents !== 0)
        .map((one, id): CashRow => ({
          id,
          account_id: one.account,
          date: dateAt(one.at),
          amount: String(one.cents / 100),
          currency: 'USD',
          category: one.category,
          symbol: null,
          description: '',
          fx_rate: null,
          fx_currency: null,
        }));
      const isAsked = (account: string): boolean => scope.includes(account);
      const held = heldOf(executions);
      const ledger = cashLedger({
        held,
        rows: cash,
        stated: stated.map((account_id) => ({
          account_id,
          currency: 'USD',
          day: FIRST + 5,
          balance: '1000.37',
          binding: true,
        })),
        currencyOf: () => 'USD',
        dayOf,
      });
      const instruments = ['XYZ', 'ABC', 'XYZ 251219 C 100'];
      const priceOn = (name: string, day: number): string =>
        String(((prices[instruments.indexOf(name)] ?? 1) + day * 7) / 100);
      const evenings: readonly [number, number] = [FIRST + from, FIRST + from + length];
      const points = instruments.flatMap((instrument) =>
        Array.from({ length: 90 }, (_, at) => ({
          instrument,
          day: FIRST + at,
          price: parseAmount(priceOn(instrument, FIRST + at)) ?? NO_AMOUNT,
          currency: null,
          source: 'person' as const,
          by: null,
        })),
      );
      const own = held.filter(({ account }) => isAsked(account));
      const movements = ledger.movements.filter(({ account }) => isAsked(account));
      const common = {
        held: own,
        prices: new PriceBook(new QuotedPrices(points), held, dayOf),
        currencyOf: () => 'USD',
        dayOf,
      };
      const purses = new Set(ledger.accounts.map(({ account }) => account));
      const found = worthByDay({
        ...common,
        cash: ledger.accounts.filter(({ account }) => isAsked(account)),
        inTransit: movements.filter(
          ({ other, amount, account }) =>
            other !== null &&
            isAsked(other.account) &&
            purses.has(other.account) &&
            purses.has(account) &&
            toDouble(amount) < 0,
        ),
        rateOf: () => ONE,
        currency: 'USD',
        from: evenings[0],
        to: evenings[1],
      });
      const trips = roundTrips(
        executions.filter(({ account_id }) => isAsked(account_id)),
        { places: 'exact' },
      ).round_trips;
      const realised = addDollars(
        trips.flatMap((trip) =>
          exitsOf(trip)
            .filter(({ time }) => time.slice(0, 10) > dateAt(from) && time.slice(0, 10) <= dateAt(from + length))
            .map(({ pnl }) => pnl),
        ),
      );
      const [start, end] = [found[0], found.at(-1)];
      if (start === undefined || end === undefined) throw new Error('no evening');
      const bridge = bridgeOf({
        start,
        end,
        rows: worthRows({ ...common, movements, withoutCash: ledger.withoutCash, isAsked, bookedRate: () => ONE }),
        realised: parseAmount(realised) ?? NO_AMOUNT,
      });
      if ('gaps' in bridge) throw new Error(bridge.gaps.join());
      expect(endOf(bridge)).toBe(bridge.end);
      const open = (day: number): number => {
        const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
        const { positions: at } = positions(
          executions.filter(({ account_id, time }) => isAsked(account_id) && time.slice(0, 10) <= date),
          Object.fromEntries(instruments.map((name) => [name, priceOn(name, day)])),
          { places: 'exact' },
        );
        return at.reduce((sum, { unrealized_pnl }) => sum + (unrealized_pnl ?? 0), 0);
      };
      // Each position is rounded to cents on both evenings.
      expect(Math.abs(toDouble(bridge.unrealised_change) - (open(evenings[1]) - open(evenings[0])))).toBeLessThan(0.09);
      expect(toDouble(bridge.fx)).toBe(0);
    }),
    { numRuns: 200 },
  );
});
