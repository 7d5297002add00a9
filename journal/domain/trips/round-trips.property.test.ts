import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Execution } from '../executions/index.ts';
import { buy, sell } from '../testing/executions.ts';
import { roundTrips } from './index.ts';

const method = fc.constantFrom('fifo', 'lifo', 'hifo');

/** A day's fills, in whole cents and whole shares, over two accounts and two symbols. */
const day: fc.Arbitrary<Execution[]> = fc
  .array(
    fc.record({
      side: fc.constantFrom(buy, sell),
      minute: fc.integer({ min: 0, max: 300 }),
      quantity: fc.integer({ min: 1, max: 500 }),
      price: fc.integer({ min: 1, max: 50_000 }),
      commission: fc.integer({ min: -50, max: 500 }),
      account_id: fc.constantFrom('main', 'ira'),
      instrument: fc.constantFrom('AAPL', 'AAPL 260320 C 200'),
      order: fc.option(fc.integer({ min: 0, max: 3 })),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((rows) =>
    rows.map((row, i) =>
      row.side(`e${i}`, row.minute, row.quantity, row.price / 100, {
        commission: row.commission / 100,
        account_id: row.account_id,
        instrument: row.instrument,
        ...(row.order === null ? {} : { order_id: `o${row.order}` }),
      }),
    ),
  );

/** Flat at the end: every position is closed at its own price, so all P&L is realised. */
function closedOut(executions: readonly Execution[]): Execution[] {
  const open = roundTrips(executions).round_trips.filter((trip) => trip.status !== 'closed');
  return [
    ...executions,
    ...open.map((trip, i) => {
      const close = trip.direction === 'long' ? sell : buy;
      return close(`z${i}`, 400, trip.open_quantity, 99.99, {
        account_id: trip.account_id,
        instrument: trip.instrument,
      });
    }),
  ];
}

function cashOf(executions: readonly Execution[]): number {
  let cents = 0;
  for (const { action, quantity, price, commission = 0, instrument } of executions) {
    const units = Number(quantity) * (instrument === 'AAPL' ? 1 : 100);
    cents +=
      (action === 'SLD' ? 1 : -1) * units * Math.round(Number(price) * 100) - Math.round(Number(commission) * 100);
  }
  return cents / 100;
}

function total(executions: readonly Execution[], how: 'fifo' | 'lifo' | 'hifo'): number {
  const { round_trips, problems } = roundTrips(executions, { method: how });
  expect(problems).toEqual([]);
  return Math.round(round_trips.reduce((sum, trip) => sum + Math.round(trip.realized_pnl * 100), 0)) / 100;
}

describe('P&L is conserved', () => {
  it('a book that ends flat realises exactly the cash that came in, by every method', () => {
    fc.assert(
      fc.property(day, method, (executions, how) => {
        const flat = closedOut(executions);
        const trips = roundTrips(flat, { method: how }).round_trips;
        expect(trips.every((trip) => trip.status === 'closed')).toBe(true);
        // Each trip is rounded to the cent once, where a flip shared a fee.
        expect(Math.abs(total(flat, how) - cashOf(flat))).toBeLessThanOrEqual(0.005 * trips.length + 1e-9);
      }),
    );
  });

  it('the order of import changes nothing', () => {
    fc.assert(
      fc.property(
        day.chain((executions) =>
          fc.tuple(fc.constant(executions), fc.shuffledSubarray(executions, { minLength: executions.length })),
        ),
        method,
        ([executions, shuffled], how) => {
          expect(roundTrips(shuffled, { method: how })).toEqual(roundTrips(executions, { method: how }));
        },
      ),
    );
  });

  it('a fill reported in two parts changes no trip', () => {
    fc.assert(
      fc.property(day, fc.nat(), method, (executions, pick, how) => {
        const flat = executions.filter((execution) => execution.order_id === undefined);
        const whole = flat[pick % Math.max(1, flat.length)];
        fc.pre(whole !== undefined && Number(whole.quantity) > 1 && Number(whole.commission) % 0.02 === 0);
        const half = Math.floor(Number(whole.quantity) / 2);
        const rest = Number(whole.quantity) - half;
        const split = flat.flatMap((execution) =>
          execution === whole
            ? [
                { ...execution, quantity: half, commission: 0, order_id: 'split' },
                { ...execution, exec_id: `${execution.exec_id}!`, quantity: rest, order_id: 'split' },
              ]
            : [execution],
        );
        const money = (list: readonly Execution[]) =>
          roundTrips(list, { method: how }).round_trips.map((trip) => [
            trip.quantity,
            trip.gross_pnl,
            trip.realized_pnl,
            trip.open_cost,
          ]);
        expect(money(split)).toEqual(money(flat));
      }),
    );
  });
});
