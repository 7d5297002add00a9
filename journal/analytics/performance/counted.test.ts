import {
  breakdownOf,
  closedTrips,
  equityColumns,
  equityCurve,
  feeBreakdown,
  firstSuspects,
  mistakeSuspects,
  Rates,
  strategyBreakdown,
  dayResultsIn,
  timeBreakdown,
} from '@zorivest/domain';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Results } from '@zorivest/store';
import { matchPositions, type Positions, rematchPositions } from '@zorivest/records';
import { AS_OF, executionSet, choices, edit, applyEdit, EVENTS, inOrder } from '@zorivest/records/testing';
import { chargesByAccount } from './charges.ts';
import type { ConvertedPositions } from './converted-positions.ts';
import { countedOf, sizedOf, sizedTrips, dayResultsOf, timeSlicesOf } from './counted.ts';

function inDollars(native: Positions): ConvertedPositions {
  const { executions, trips, structures, problems } = native;
  const none = { missing: new Set<string>(), rateOf: new Map<string, number>(), rates: new Rates([]) };
  return { executions, trips, structures, problems, ...none, native, converter: null, converted: (trade) => trade };
}

const ZONE = 'America/New_York';

/** Fees as the breakdown has them, of what was charged to each account. */
const feesOf = (charged: ReturnType<typeof chargesByAccount>) =>
  feeBreakdown({
    trades: [],
    charged: (charged ?? expect.fail()).map(([broker, charges]) => ({ ...charges, broker })),
    gross_pnl: 1000,
  });

const units = fc.subarray(['leg', 'structure'] as const);

it('trades counted on from an earlier state are the trades counted from the start, no matter what was asked in between', async () => {
  await fc.assert(
    fc.asyncProperty(
      executionSet,
      fc.array(fc.tuple(edit, units), { minLength: 1, maxLength: 4 }),
      choices,
      async (before, edits, chosen) => {
        const results = new Results();
        const countedAs = { follow: false, currency: 'USD', zone: ZONE };
        const ask = (native: Positions, unit: 'leg' | 'structure', cache = results) =>
          countedOf({ results: cache }, inDollars(native), { ...countedAs, unit });
        const charged: Parameters<typeof chargesByAccount>[1] = new WeakMap();
        let rows = inOrder(before);
        let native = matchPositions(rows, EVENTS, AS_OF, chosen);
        await ask(native, 'leg');
        await ask(native, 'structure');
        for (const [one, asked] of edits) {
          rows = applyEdit(rows, one);
          native = rematchPositions(native, one.changed, one.rows);
          results.changed(
            [...one.changed].map((id) => ({ resource: 'trade', id })),
            true,
          );
          const fresh = matchPositions(rows, EVENTS, AS_OF, chosen);
          const trades = rows
            .filter(({ asset_class }) => asset_class !== 'FOREX')
            .map(({ exec_id, commission, account_id: broker }) => ({ exec_id, commission, broker }));
          expect(feesOf(chargesByAccount(native.families.values(), charged, null))).toEqual(
            feeBreakdown({ trades, gross_pnl: 1000 }),
          );
          for (const unit of asked) {
            const { trades, results: realised, hasMoney, closed } = await ask(native, unit);
            const expected = await ask(fresh, unit, new Results());
            expect({ trades, realised, hasMoney }).toEqual({
              trades: expected.trades,
              realised: expected.results,
              hasMoney: expected.hasMoney,
            });
            // What was read of each trade earlier gives the figures of one that reads all of them now, to the digit.
            const fromStart = closedTrips(expected.results);
            expect(closed()).toEqual(fromStart);
            for (const zone of [ZONE, 'Asia/Tokyo']) {
              const slices = await timeSlicesOf({ results }, inDollars(native), { ...countedAs, unit, zone });
              expect(breakdownOf(slices, { time_zone: zone })).toEqual(timeBreakdown(fromStart, { time_zone: zone }));
            }
            const context = { tagsOf: () => [] };
            expect(strategyBreakdown(closed(), context)).toEqual(strategyBreakdown(fromStart, context));
            const dayResults = await dayResultsOf({ results }, inDollars(native), { ...countedAs, unit });
            expect(dayResults.columns).toEqual(dayResultsIn(expected.trades, { time_zone: ZONE }).columns);
            const sized = await sizedOf({ results }, inDollars(native), { ...countedAs, unit });
            const inOneGo = sizedTrips(expected.trades);
            const nonEmpty = ({ byAccount }: typeof sized) =>
              [...byAccount].filter(([, { trips }]) => trips.length > 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
            expect(nonEmpty(sized)).toEqual(nonEmpty(inOneGo));
            const all = { most: Infinity, isShown: () => true };
            const suspects = firstSuspects(sized, {}, all);
            expect(suspects).toEqual(mistakeSuspects(expected.trades).suspects);
            expect(firstSuspects(sized, {}, { ...all, most: 2 })).toEqual(suspects.slice(0, 2));
            const curve = equityColumns(dayResults, { start: 1000, time_zone: ZONE });
            const { points, trade_count: _, ...whole } = equityCurve(expected.trades, { start: 1000, time_zone: ZONE });
            expect(curve).toEqual({
              ...whole,
              equity: Float64Array.from(points, ({ equity }) => equity),
              drawdown: Float64Array.from(points, ({ drawdown }) => drawdown),
            });
          }
        }
      },
    ),
  );
});
