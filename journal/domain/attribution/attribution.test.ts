// The rule compared with a plain loop: exits one after the other, no caches, no early exits.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Execution } from '../executions/index.ts';
import { closedTrips, drawdown, equityCurve, timeBreakdown, tradeMetrics } from '../metrics/index.ts';
import { structuresOf } from '../structures/index.ts';
import { buy, sell } from '../testing/executions.ts';
import { exitsOf, type RoundTrip, roundTrips } from '../trips/index.ts';
import { evenBand, realisedIn, selectRealised, splitClosed, tradeIn, verdictOf, type Within } from './index.ts';

const DAY = 24 * 60;

function tripsOf(executions: readonly Execution[]): RoundTrip[] {
  return roundTrips(executions, { places: 'exact' }).round_trips;
}

function during(from: string, to: string): Within {
  return ({ time }) => time.slice(0, 10) >= from && time.slice(0, 10) <= to;
}

/** Bought in May for 1,000 and a fee of 10; 40 sold in June, 60 in July. */
const scaledOut = tripsOf([
  buy('a', 0, 100, 10, { time: '2026-05-05T15:00:00Z', commission: 10 }),
  sell('b', 0, 40, 12, { time: '2026-06-05T15:00:00Z', commission: 4 }),
  sell('c', 0, 60, 9, { time: '2026-07-06T15:00:00Z', commission: 6 }),
]);
const june = during('2026-06-01', '2026-06-30');

describe('a cost with a day of its own', () => {
  const [short] = roundTrips(
    [
      sell('s', 0, 100, 10, { time: '2026-03-02T15:00:00Z' }),
      buy('b', 0, 100, 9, { time: '2026-04-02T15:00:00Z', commission: 1 }),
    ],
    {
      places: 'exact',
      events: [
        { kind: 'borrow_cost', id: 'x', instrument: 'AAPL', account_id: 'main', time: '2026-03-31', amount: 5 },
        { kind: 'borrow_cost', id: 'y', instrument: 'AAPL', account_id: 'main', time: '2026-04-30', amount: '2.5' },
        { kind: 'borrow_cost', id: 'z', instrument: 'OTHER', account_id: 'main', time: '2026-04-30', amount: 9 },
      ],
    },
  ).round_trips as [RoundTrip];

  it('is in the result of its trade, on that day, and makes no trade count', () => {
    expect(short).toMatchObject({ gross_pnl: 100, commission: 8.5, realized_pnl: 91.5, status: 'closed' });
    expect(exitsOf(short).map(({ pnl, is_cost }) => [pnl, is_cost ?? false])).toEqual([
      [-5, true],
      [99, false],
      [-2.5, true],
    ]);
    const march = realisedIn(short, during('2026-03-01', '2026-03-31'));
    expect(march).toMatchObject({ pnl: -5, costs: 5, is_counted: false, is_closed: false, outside: 1 });
    expect(march && tradeIn(march)).toMatchObject({ realized_pnl: -5, costs_only: true });
    expect(realisedIn(short, during('2026-04-01', '2026-04-30'))).toMatchObject({
      pnl: 96.5,
      is_closed: true,
      outside: 0,
    });
  });

  it('is money of its month and of its day, and the months add up', () => {
    const { by_month } = timeBreakdown(closedTrips([short]));
    expect(by_month).toMatchObject([
      { name: '2026-03', total_pnl: -5, trade_count: 0, losses: 0 },
      { name: '2026-04', total_pnl: 96.5, trade_count: 1, wins: 1 },
    ]);
    expect(equityCurve([short]).days).toMatchObject([
      { day: '2026-03-31', pnl: -5, trade_count: 0, win_rate: null },
      { day: '2026-04-02', pnl: 99, trade_count: 1, win_rate: 1 },
      { day: '2026-04-30', pnl: -2.5, trade_count: 0 },
    ]);
  });
});

describe('a trade that was closed in two months', () => {
  it('is a winner of June, a loser of July and even over the year', () => {
    const [trip] = scaledOut as [RoundTrip];
    expect(realisedIn(trip, june)).toMatchObject({ pnl: 72, costs: 8, outside: 1, is_closed: false });
    expect(realisedIn(trip, during('2026-07-01', '2026-07-31'))).toMatchObject({
      pnl: -72,
      costs: 12,
      is_closed: true,
    });
    expect(realisedIn(trip, during('2026-01-01', '2026-12-31'))).toMatchObject({ pnl: 0, costs: 20, outside: 0 });
    expect(realisedIn(trip, during('2026-05-01', '2026-05-31'))).toBeNull();
  });

  it('is one trade in each of its months', () => {
    const { by_month, trade_count } = timeBreakdown(closedTrips(scaledOut));
    expect(trade_count).toBe(1);
    expect(by_month).toMatchObject([
      { name: '2026-06', total_pnl: 72, trade_count: 1, wins: 1, losses: 0 },
      { name: '2026-07', total_pnl: -72, trade_count: 1, wins: 0, losses: 1 },
    ]);
  });

  it('falls by what it lost after it had won', () => {
    expect(equityCurve(scaledOut).points.map(({ drawdown: below }) => below)).toEqual([0, -72]);
  });

  it('as far as June goes is closed with what June brought', () => {
    const [one] = selectRealised(scaledOut, june);
    expect(one && tradeIn(one)).toMatchObject({ status: 'closed', gross_pnl: 80, commission: 8, realized_pnl: 72 });
    expect(splitClosed(selectRealised(scaledOut, june))).toMatchObject({ closed: [], others: [{ pnl: 72 }] });
  });
});

describe('won or lost', () => {
  it('is judged by the amount as it is shown', () => {
    const verdicts = [0.005, 0.00499999, 0, -0.0049, -0.005].map((pnl) => verdictOf(pnl, evenBand(2)));
    expect(verdicts).toEqual(['win', 'break_even', 'break_even', 'break_even', 'loss']);
    expect(verdictOf(0.4, evenBand(0))).toBe('break_even');
    expect(verdictOf(0.00000001, evenBand(8))).toBe('win');
    expect(tradeMetrics([0.0049, 0.005, -1], { break_even: evenBand(2) })).toMatchObject({ wins: 1, losses: 1 });
  });

  it('exact rows add up to the total, and gross less costs is net to the last decimal', () => {
    const trips = tripsOf([
      buy('a', 0, 3, 10.12345, { commission: 0.3333 }),
      sell('b', 1, 1, 10.4, { commission: 0.0049 }),
      sell('c', 2, 2, 10.5, { commission: 0.0051 }),
    ]);
    expect(trips).toMatchObject([{ gross_pnl: 1.02965, commission: 0.3433, realized_pnl: 0.68635 }]);
    expect(roundTrips([buy('a', 0, 3, 10.12345), sell('b', 1, 3, 10.4)]).round_trips).toMatchObject([
      { gross_pnl: 0.83 },
    ]);
  });
});

/** Fills over three months: partial exits, reversals, shorts, fees below a cent. */
const book = fc
  .array(
    fc.record({
      side: fc.constantFrom(buy, sell),
      day: fc.integer({ min: 0, max: 85 }),
      minute: fc.integer({ min: 0, max: 300 }),
      quantity: fc.integer({ min: 1, max: 50 }),
      price: fc.integer({ min: 1, max: 500_000 }),
      commission: fc.integer({ min: -500, max: 50_000 }),
      instrument: fc.constantFrom('AAPL', 'MSFT', 'AAPL 260320 C 200'),
    }),
    { minLength: 2, maxLength: 40 },
  )
  .map((rows) =>
    rows.map((row, i) =>
      row.side(`e${i}`, row.day * DAY + row.minute, row.quantity, row.price / 10_000, {
        commission: row.commission / 10_000,
        instrument: row.instrument,
      }),
    ),
  );

const units = (amount: number): bigint => BigInt(Math.round(amount * 1e8));

describe('compared with a plain loop over every exit', () => {
  it('every trade and period agrees, to the eighth decimal', () => {
    fc.assert(
      fc.property(
        book,
        fc.integer({ min: 0, max: 85 }),
        fc.integer({ min: 0, max: 40 }),
        (executions, first, length) => {
          const trades = structuresOf(tripsOf(executions), executions);
          const dayAt = (n: number): string => new Date(Date.UTC(2026, 0, 5 + n)).toISOString().slice(0, 10);
          const [from, to] = [dayAt(first), dayAt(first + length)];
          const expected = new Map<string, { pnl: bigint; costs: bigint }>();
          for (const trade of trades)
            for (const { time, pnl, costs } of exitsOf(trade)) {
              const day = time.slice(0, 10);
              if (day < from || day > to) continue;
              const sum = expected.get(trade.id) ?? { pnl: 0n, costs: 0n };
              expected.set(trade.id, { pnl: sum.pnl + units(pnl), costs: sum.costs + units(costs) });
            }
          const found = selectRealised(trades, during(from, to));
          expect(
            new Map(found.map(({ trade, pnl, costs }) => [trade.id, { pnl: units(pnl), costs: units(costs) }])),
          ).toEqual(expected);
          for (const one of found) {
            const { gross_pnl, commission, realized_pnl } = tradeIn(one);
            expect(units(gross_pnl) - units(commission)).toBe(units(realized_pnl));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('months add up to the whole, and the curve ends where they do', () => {
    fc.assert(
      fc.property(book, (executions) => {
        const trades = structuresOf(tripsOf(executions), executions);
        const results = selectRealised(trades, () => true).map(tradeIn);
        const whole = results.reduce((sum, { realized_pnl }) => sum + units(realized_pnl), 0n);
        const { by_month, by_instrument } = timeBreakdown(closedTrips(results), { time_zone: 'UTC' });
        const curve = equityCurve(trades, { time_zone: 'UTC' });
        const sum = (rows: readonly { total_pnl: number }[]): bigint =>
          rows.reduce((total, { total_pnl }) => total + units(total_pnl), 0n);
        expect([sum(by_month), sum(by_instrument), units(curve.final_equity)]).toEqual([whole, whole, whole]);
        expect(curve.days.reduce((total, { pnl }) => total + units(pnl), 0n)).toBe(whole);
        // Each day counts the trades with an exit on it.
        const onDays = new Set(
          trades.flatMap((trade) => exitsOf(trade).map(({ time }) => `${trade.id} ${time.slice(0, 10)}`)),
        );
        expect(curve.days.reduce((total, { trade_count }) => total + trade_count, 0)).toBe(onDays.size);
        // The fall is that of the exits, one after the other.
        const steps = curve.points.map(({ pnl }) => pnl);
        expect(drawdown(steps, { start: 0, places: 'exact' }).max_absolute).toBe(
          0 - Math.min(0, ...curve.points.map(({ drawdown: below }) => below)),
        );
      }),
      { numRuns: 200 },
    );
  });
});
