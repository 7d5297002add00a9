import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PositionEvent } from '../events/index.ts';
import type { Execution } from '../executions/index.ts';
import { parseDay } from '../calendar/day.ts';
import { minus, NO_AMOUNT, parseAmount, plus, sumOf, textOf, toDouble } from '../money/index.ts';
import { calendarIn } from '../time/index.ts';
import { balanceOn, cashLedger, type CashRow, heldOf, type StatedBalance } from './index.ts';

const dayOf = calendarIn('UTC') ?? (() => null);
const day = (date: string): number => parseDay(date) ?? 0;

function fill(
  exec_id: string,
  date: string,
  action: 'BOT' | 'SLD',
  quantity: number,
  price: number,
  more: Partial<Execution> = {},
): Execution {
  return {
    exec_id,
    time: `${date}T15:00:00Z`,
    instrument: 'XYZ',
    action,
    quantity,
    price,
    account_id: 'broker',
    currency: 'USD',
    ...more,
  };
}

let nextId = 1;
function row(date: string, amount: string, category: string, more: Partial<CashRow> = {}): CashRow {
  return {
    id: nextId++,
    account_id: 'broker',
    date,
    amount,
    currency: 'USD',
    category,
    symbol: null,
    description: category,
    fx_rate: null,
    fx_currency: null,
    ...more,
  };
}
const state = (date: string, balance: string, more: Partial<StatedBalance> = {}): StatedBalance => ({
  account_id: 'broker',
  currency: 'USD',
  day: day(date),
  balance,
  binding: true,
  ...more,
});

function ledger(
  executions: readonly Execution[],
  rows: readonly CashRow[],
  stated: readonly StatedBalance[],
  events: readonly PositionEvent[] = [],
) {
  return cashLedger({ held: heldOf(executions, events), rows, stated, currencyOf: () => 'USD', dayOf });
}

function balances(found: ReturnType<typeof ledger>, date: string): Record<string, string> {
  return Object.fromEntries(
    found.accounts.map((one) => [`${one.account} ${one.currency}`, textOf(balanceOn(one, day(date)))]),
  );
}

describe('the cash of an account', () => {
  const executions = [
    fill('a', '2025-01-10', 'BOT', 10, 100, { commission: 1 }),
    fill('b', '2025-02-10', 'SLD', 4, 110, { commission: 1 }),
  ];
  const rows = [
    row('2025-01-05', '5000', 'deposit'),
    row('2025-01-20', '12.5', 'dividend', { symbol: 'XYZ' }),
    row('2025-01-20', '-1.88', 'tax', { symbol: 'XYZ' }),
    row('2025-01-31', '-10', 'fee'),
  ];

  it('is moved by fills, income, withholding, fees and deposits, and worked back before the first stated day', () => {
    const found = ledger(executions, rows, [state('2025-01-31', '3999.62')]);
    // 5000 − 1001 + 12.50 − 1.88 − 10 = 3999.62, so there was nothing before.
    expect(balances(found, '2025-01-04')).toEqual({ 'broker USD': '0' });
    expect(balances(found, '2025-01-10')).toEqual({ 'broker USD': '3999' });
    expect(balances(found, '2025-02-10')).toEqual({ 'broker USD': '4438.62' });
    expect(found.withoutCash.size).toBe(0);
  });

  it('is none where it was never stated', () => {
    const found = ledger(executions, rows, []);
    expect(found.accounts).toEqual([]);
    expect([...found.withoutCash]).toEqual(['broker']);
    expect(found.movements).toHaveLength(6);
  });

  it('is what a person states from that day on; a statement with another balance is compared with it, not followed', () => {
    const byPerson = ledger(executions, rows, [state('2025-01-06', '5000'), state('2025-01-31', '4000')]);
    expect(balances(byPerson, '2025-01-31')).toEqual({ 'broker USD': '4000' });
    expect(byPerson.accounts[0]?.movements.find(({ line }) => line === 'other')).toMatchObject({
      day: day('2025-01-31'),
    });
    const stated = ledger(executions, rows, [
      state('2025-01-06', '5000'),
      state('2025-01-31', '4000', { binding: false }),
    ]);
    expect(balances(stated, '2025-01-31')).toEqual({ 'broker USD': '3999.62' });
  });

  it('changes from one currency to another without becoming a position', () => {
    const changed = [
      fill('fx', '2025-01-10', 'BOT', 1000, 1.1, { instrument: 'EUR.USD', asset_class: 'FOREX', commission: 2 }),
    ];
    const found = ledger(changed, [], [state('2025-01-01', '5000')]);
    expect(balances(found, '2025-01-10')).toEqual({ 'broker EUR': '1000', 'broker USD': '3898' });
  });

  it('is in the currency of the account where the broker converts money automatically, and in its own where it does not', () => {
    const dividend = row('2025-01-20', '10', 'dividend', { currency: 'EUR', fx_rate: '1.1', fx_currency: 'USD' });
    const start = state('2025-01-01', '0');
    expect(balances(ledger([], [dividend], [start]), '2025-01-20')).toEqual({ 'broker USD': '11' });
    const keeps = ledger([], [dividend], [start, state('2025-01-01', '5', { currency: 'EUR' })]);
    expect(balances(keeps, '2025-01-20')).toEqual({ 'broker EUR': '15', 'broker USD': '0' });
  });

  it('a future moves it when it is closed, by what it brought', () => {
    const futures = { instrument: 'ESH5', asset_class: 'FUTURE' as const, multiplier: 50, commission: 2 };
    const found = ledger(
      [
        fill('in', '2025-01-10', 'BOT', 2, 5000, futures),
        fill('part', '2025-01-11', 'SLD', 1, 5010, futures),
        fill('turn', '2025-01-12', 'SLD', 3, 5020, futures),
        fill('flat', '2025-01-13', 'BOT', 2, 5015, futures),
      ],
      [],
      [state('2025-01-01', '10000')],
    );
    expect(balances(found, '2025-01-10')).toEqual({ 'broker USD': '9998' });
    expect(balances(found, '2025-01-11')).toEqual({ 'broker USD': '10496' });
    expect(balances(found, '2025-01-12')).toEqual({ 'broker USD': '11494' });
    expect(balances(found, '2025-01-13')).toEqual({ 'broker USD': '11992' });
  });
});

describe('what happens to positions without a trade', () => {
  const bought = [fill('a', '2025-01-10', 'BOT', 100, 50)];
  const start = [state('2025-01-10', '0')];
  const event = (more: object): PositionEvent =>
    ({ id: 'event-1', instrument: 'XYZ', time: '2025-03-03', ...more }) as PositionEvent;

  it('a cash merger pays, a split does not', () => {
    const merged = ledger(bought, [], start, [event({ kind: 'cash_merger', cash_per_share: 60 })]);
    expect(balances(merged, '2025-03-03')).toEqual({ 'broker USD': '6000' });
    const split = ledger(bought, [], start, [event({ kind: 'split', new_shares: 2, old_shares: 1 })]);
    expect(balances(split, '2025-03-03')).toEqual({ 'broker USD': '0' });
  });

  it('a return of capital that a statement tells twice moves it once, and is no income', () => {
    const paid = row('2025-03-04', '300', 'dividend', { symbol: 'XYZ' });
    const found = ledger(bought, [paid], start, [event({ kind: 'return_of_capital', amount_per_share: 3 })]);
    expect(balances(found, '2025-03-04')).toEqual({ 'broker USD': '300' });
    expect(found.movements.filter(({ line }) => line === 'dividend')).toEqual([]);
    // Reported as an event only, it moves cash without a row.
    const alone = ledger(bought, [], start, [event({ kind: 'return_of_capital', amount_per_share: 3 })]);
    expect(balances(alone, '2025-03-04')).toEqual({ 'broker USD': '300' });
  });

  it('an assigned put is paid for at its strike', () => {
    const put = { instrument: 'XYZ 250321 P 45', asset_class: 'OPTION' as const, multiplier: 100 };
    const found = ledger(
      [fill('p', '2025-01-10', 'SLD', 1, 2, put)],
      [],
      [state('2025-01-09', '10000')],
      [
        {
          id: 'event-2',
          kind: 'assignment',
          instrument: put.instrument,
          time: '2025-03-21',
          account_id: 'broker',
          quantity: 1,
        },
      ],
    );
    expect(balances(found, '2025-03-21')).toEqual({ 'broker USD': '5700' });
  });
});

describe('money between own accounts', () => {
  const bank = { account_id: 'bank' };
  const start = [state('2025-01-01', '0'), state('2025-01-01', '9000', bank)];

  it('is a transfer on both sides, whatever each of them calls it', () => {
    const found = ledger(
      [],
      [row('2025-01-06', '-5000', 'ach_debit', bank), row('2025-01-08', '5000', 'deposit')],
      start,
    );
    expect(found.movements).toMatchObject([
      { line: 'transfer', account: 'bank', other: { account: 'broker', day: day('2025-01-08') } },
      { line: 'transfer', account: 'broker', other: { account: 'bank', day: day('2025-01-06') } },
    ]);
  });

  it('is none where amounts, currencies or weeks differ, or one account moves it to itself', () => {
    const out = row('2025-01-06', '-5000', 'withdrawal', bank);
    for (const other of [
      row('2025-01-06', '5000.01', 'deposit'),
      row('2025-01-06', '5000', 'deposit', { currency: 'EUR' }),
      row('2025-01-20', '5000', 'deposit'),
      row('2025-01-06', '5000', 'deposit', bank),
    ])
      expect(ledger([], [out, other], start).movements.every(({ line }) => line === 'external')).toBe(true);
  });
});

it('whatever was traded, the last balance is the first and every movement between', () => {
  const trade = fc.record({
    at: fc.integer({ min: 0, max: 300 }),
    isBuy: fc.boolean(),
    quantity: fc.integer({ min: 1, max: 500 }),
    cents: fc.integer({ min: 1, max: 100_000 }),
    fee: fc.integer({ min: -100, max: 1000 }),
    instrument: fc.constantFrom('XYZ', 'ABC', 'ESH5'),
  });
  const movement = fc.record({
    at: fc.integer({ min: 0, max: 300 }),
    cents: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    category: fc.constantFrom('deposit', 'withdrawal', 'dividend', 'tax', 'fee', 'interest', 'transfer_in', 'other'),
  });
  const dateAt = (at: number): string => new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10);
  fc.assert(
    fc.property(
      fc.array(trade, { maxLength: 30 }),
      fc.array(movement, { maxLength: 20 }),
      fc.integer({ min: 0, max: 300 }),
      (trades, moves, at) => {
        const executions = trades.map((one, i) =>
          fill(`e${i}`, dateAt(one.at), one.isBuy ? 'BOT' : 'SLD', one.quantity, one.cents / 100, {
            commission: one.fee / 100,
            instrument: one.instrument,
            ...(one.instrument === 'ESH5' && { asset_class: 'FUTURE' as const, multiplier: 50 }),
          }),
        );
        const rows = moves.map((one) => row(dateAt(one.at), String(one.cents / 100), one.category));
        const found = ledger(executions, rows, [state(dateAt(at), '1000')]);
        const [purse] = found.accounts;
        if (purse === undefined) throw new Error('no account');
        expect(textOf(balanceOn(purse, day(dateAt(at))))).toBe('1000');
        expect(balanceOn(purse, day('2026-12-31'))).toBe(
          plus(purse.opening, sumOf(found.movements.map(({ amount }) => amount))),
        );
        // With every future closed the money of all fills has moved.
        const net = new Map<string, number>();
        for (const one of trades)
          net.set(one.instrument, (net.get(one.instrument) ?? 0) + (one.isBuy ? one.quantity : -one.quantity));
        if ((net.get('ESH5') ?? 0) !== 0) return;
        const traded = trades.reduce(
          (sum, one) =>
            plus(
              sum,
              parseAmount(
                (
                  ((one.isBuy ? -1 : 1) * one.quantity * one.cents * (one.instrument === 'ESH5' ? 50 : 1) - one.fee) /
                  100
                ).toFixed(2),
              ) ?? NO_AMOUNT,
            ),
          NO_AMOUNT,
        );
        const ofTrades = sumOf(found.movements.filter(({ line }) => line === 'trade').map(({ amount }) => amount));
        // An average of futures is rounded in its twelfth decimal.
        expect(Math.abs(toDouble(minus(ofTrades, traded)))).toBeLessThan(1e-6);
      },
    ),
    { numRuns: 200 },
  );
});
