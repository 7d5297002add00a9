import { closedTrips, Rates, strategyBreakdown, timeBreakdown } from '@zorivest/domain';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Results } from '../core/results.ts';
import { matchPositions, type Positions, rematchPositions } from '../positions/matching.ts';
import { AS_OF, executionSet, choices, edit, edited, EVENTS, inOrder } from '../positions/testing.ts';
import type { ConvertedPositions } from './converted-positions.ts';
import { countedOf } from './counted.ts';

function inDollars(native: Positions): ConvertedPositions {
  const { executions, trips, structures, problems } = native;
  const none = { missing: new Set<string>(), rateOf: new Map<string, number>(), rates: new Rates([]) };
  return { executions, trips, structures, problems, ...none, native, converter: null, converted: (trade) => trade };
}

const units = fc.subarray(['leg', 'structure'] as const);

it('trades counted on from an earlier state are the trades counted from the start, whoever asked in between', async () => {
  await fc.assert(
    fc.asyncProperty(
      executionSet,
      fc.array(fc.tuple(edit, units), { minLength: 1, maxLength: 4 }),
      choices,
      async (before, edits, chosen) => {
        const results = new Results();
        const ask = (native: Positions, unit: 'leg' | 'structure', kept = results) =>
          countedOf({ results: kept }, inDollars(native), { unit, follow: false, currency: 'USD', zone: 'UTC' });
        let rows = inOrder(before);
        let native = matchPositions(rows, EVENTS, AS_OF, chosen);
        await ask(native, 'leg');
        await ask(native, 'structure');
        for (const [one, asked] of edits) {
          rows = edited(rows, one);
          native = rematchPositions(native, one.changed, one.rows);
          results.changed(
            [...one.changed].map((id) => ({ resource: 'trade', id })),
            true,
          );
          const fresh = matchPositions(rows, EVENTS, AS_OF, chosen);
          for (const unit of asked) {
            const { trades, results: realised, hasMoney, closed } = await ask(native, unit);
            const expected = await ask(fresh, unit, new Results());
            expect({ trades, realised, hasMoney }).toEqual({
              trades: expected.trades,
              realised: expected.results,
              hasMoney: expected.hasMoney,
            });
            // What was read of each trade earlier gives the figures of one that reads all of them now, to the digit.
            const anew = closedTrips(expected.results);
            expect(closed()).toEqual(anew);
            expect(timeBreakdown(closed())).toEqual(timeBreakdown(anew));
            const context = { tagsOf: () => [] };
            expect(strategyBreakdown(closed(), context)).toEqual(strategyBreakdown(anew, context));
          }
        }
      },
    ),
  );
});
