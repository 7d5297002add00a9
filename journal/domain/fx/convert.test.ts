import { describe, expect, it } from 'vitest';
import type { PositionEvent } from '../events/index.ts';
import type { Execution } from '../executions/index.ts';
import { taxLots } from '../lots/index.ts';
import { calendarIn } from '../time/index.ts';
import { roundTrips } from '../trips/index.ts';
import { washSales } from '../wash/index.ts';
import { convert } from './convert.ts';
import { rateOn } from './money.ts';
import { Rates } from './rates.ts';

const day = (date: string): number => Date.parse(date) / 86_400_000;
const rate = (date: string, base: string, quote: string, value: string) => ({
  date,
  base,
  quote,
  rate: value,
  source: 'test',
});
const rates = new Rates([
  rate('2026-02-02', 'EUR', 'USD', '1.10'),
  rate('2026-02-03', 'EUR', 'USD', '1.20'),
  rate('2026-02-03', 'EUR', 'GBP', '0.80'),
]);
const dayOf = calendarIn('America/New_York') ?? (() => null);
const inDollars = (executions: readonly (Execution & { currency: string })[], events: readonly PositionEvent[] = []) =>
  convert(executions, events, { currency: 'USD', rates, dayOf });

function fill(exec_id: string, date: string, action: 'BOT' | 'SLD', quantity: number, price: number, more = {}) {
  return {
    exec_id,
    time: `${date}T15:00:00Z`,
    instrument: 'SAP',
    action,
    quantity,
    price,
    account_id: 'main',
    currency: 'EUR',
    ...more,
  };
}

describe('the rate of an amount', () => {
  it("is the statement's to the account's currency, and the book's from there", () => {
    // 1 GBP = 1.30 EUR as the statement booked it, and 1 EUR = 1.20 USD that day.
    const booked = { currency: 'GBP', fx_rate: '1.30', fx_currency: 'EUR' };
    expect(rateOn(booked, day('2026-02-03'), 'USD', rates)).toBe(1.56);
    expect(rateOn(booked, day('2026-02-03'), 'EUR', rates)).toBe(1.3);
    // Without a statement: 1 GBP = 1.25 EUR = 1.50 USD.
    expect(rateOn({ currency: 'GBP' }, day('2026-02-03'), 'USD', rates)).toBe(1.5);
  });

  it("is the book's own where nothing leads on from the account's currency", () => {
    const booked = { currency: 'GBP', fx_rate: '185', fx_currency: 'JPY' };
    expect(rateOn(booked, day('2026-02-03'), 'USD', rates)).toBe(1.5);
    expect(rateOn({ currency: 'JPY' }, day('2026-02-03'), 'USD', rates)).toBeNull();
  });
});

describe('a position in another currency', () => {
  it('keeps its prices, shares and multiplier, and has its money at the rates of its days', () => {
    const { executions } = inDollars([
      fill('in', '2026-02-02', 'BOT', 10, 100, { commission: 1 }),
      fill('out', '2026-02-03', 'SLD', 10, 110, { commission: 1 }),
    ]);
    // 1,100 EUR at 1.20 less 1,000 EUR at 1.10; fees 1.10 and 1.20.
    expect(roundTrips(executions).round_trips).toMatchObject([
      {
        gross_pnl: 220,
        commission: 2.3,
        realized_pnl: 217.7,
        entry_avg_price: 100,
        exit_avg_price: 110,
        multiplier: 1,
      },
    ]);
    expect(taxLots(executions).lots).toMatchObject([{ quantity: 10, cost_basis: 1101.1, proceeds: 1318.8 }]);
  });

  it('is washed by the share, whatever a share is worth in dollars', () => {
    // 10 sold at a loss and 4 bought back at another rate: 4 tenths of the loss are disallowed.
    const { executions } = inDollars([
      fill('in', '2026-02-02', 'BOT', 10, 100),
      fill('out', '2026-02-03', 'SLD', 10, 80),
      fill('again', '2026-02-03', 'BOT', 4, 80, { time: '2026-02-03T16:00:00Z' }),
    ]);
    const { wash_sales } = washSales(taxLots(executions).lots);
    // 960 − 1,100 = −140.
    expect(wash_sales).toMatchObject([{ shares: 4, disallowed_loss: 56 }]);
  });

  it('is bought by an exercised option at the rate of that day', () => {
    const option = { instrument: 'SAP 260220 C 90', multiplier: 100, asset_class: 'OPTION' as const };
    const { executions, events } = inDollars(
      [
        fill('call', '2026-02-02', 'BOT', 1, 5, option),
        fill('sold', '2026-02-03', 'SLD', 100, 100, { time: '2026-02-03T20:00:00Z' }),
      ],
      [
        {
          id: 'ex',
          kind: 'exercise',
          instrument: 'SAP 260220 C 90',
          account_id: 'main',
          time: '2026-02-03T16:00:00Z',
          quantity: 1,
        },
      ],
    );
    const { lots, problems } = taxLots(executions, { events });
    expect(problems).toEqual([]);
    // 500 EUR of premium at 1.10 and 9,000 EUR at 1.20, against 10,000 EUR at 1.20.
    expect(lots).toMatchObject([{ symbol: 'SAP', cost_basis: 550 + 10_800, proceeds: 12_000 }]);
  });

  it('is paid out by a cash merger, a fraction and a return of capital at the rates of their days', () => {
    const bought = fill('in', '2026-02-02', 'BOT', 10, 100);
    const at = (kind: Record<string, unknown>) =>
      [{ id: 'event', instrument: 'SAP', time: '2026-02-03', ...kind }] as unknown as PositionEvent[];
    const convertEvents = (kind: Record<string, unknown>) => {
      const { executions, events } = inDollars([bought], at(kind));
      return {
        trip: roundTrips(executions, { events }).round_trips[0],
        lots: taxLots(executions, { events }).lots,
      };
    };
    const merged = convertEvents({ kind: 'cash_merger', cash_per_share: 120 });
    // 1,200 EUR at 1.20 less 1,000 EUR at 1.10.
    expect(merged.trip).toMatchObject({ realized_pnl: 340, exit_avg_price: 120 });
    expect(merged.lots).toMatchObject([{ cost_basis: 1100, proceeds: 1440 }]);
    const fraction = convertEvents({ kind: 'cash_in_lieu', quantity: 0.5, amount: 60 });
    // 60 EUR at 1.20 for half a share of 100 EUR at 1.10.
    expect(fraction.trip).toMatchObject({ realized_pnl: 17, open_quantity: 9.5 });
    expect(fraction.lots[0]).toMatchObject({ cost_basis: 55, proceeds: 72 });
    const returned = convertEvents({ kind: 'return_of_capital', amount_per_share: 10 });
    // 100 EUR at 1.20 off 1,000 EUR at 1.10.
    expect(returned.trip).toMatchObject({ open_cost: 980 });
    expect(returned.lots).toMatchObject([{ cost_basis: 980 }]);
  });

  it('is left out as a whole where an event of its has no rate, and the day and pair are named', () => {
    const { missing, problems } = inDollars(
      [fill('in', '2026-02-02', 'BOT', 10, 100)],
      [{ id: 'event-7', kind: 'cash_merger', instrument: 'SAP', time: '2026-03-20', cash_per_share: 120 }],
    );
    expect([...missing]).toEqual(['in']);
    expect(problems).toMatchObject([{ code: 'no_rate', ids: ['event-7'] }]);
    expect(problems[0]?.message).toContain('from EUR to USD for 2026-03-20');
  });
});

it('a thousand fills at awkward rates add up to the cent', () => {
  const awkward = new Rates([rate('2026-02-02', 'EUR', 'CHF', '0.9371'), rate('2026-02-02', 'EUR', 'USD', '1.1037')]);
  const bought = Array.from({ length: 500 }, (_, i) =>
    fill(`in-${i}`, '2026-02-02', 'BOT', 3, 17.13 + i / 100, { currency: 'CHF', instrument: `S${i}` }),
  );
  const sold = bought.map((one) => ({
    ...one,
    exec_id: `out-${one.instrument}`,
    action: 'SLD' as const,
    price: 31.07,
  }));
  const { executions } = convert([...bought, ...sold], [], { currency: 'USD', rates: awkward, dayOf });
  const exact = bought.reduce((sum, { price }, i) => sum + 3 * (3107 - Math.round(price * 100)) + i * 0, 0) / 100;
  const total = roundTrips(executions).round_trips.reduce((sum, { realized_pnl }) => sum + realized_pnl, 0);
  // Each trip is rounded to the cent once.
  expect(Math.abs(total - (exact * 1.1037) / 0.9371)).toBeLessThan(500 * 0.005);
  const one = executions.map((execution) => ({ ...execution, instrument: 'ALL' }));
  const [together] = roundTrips(one).round_trips;
  expect(together?.realized_pnl).toBe(Math.round(((exact * 1.1037) / 0.9371) * 100) / 100);
});
