// The stable face takes whatever it is given: nothing throws, what is wrong comes back as a problem.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  classifyOptionStrategy,
  drawdown,
  drawdownMonteCarlo,
  optionPayoff,
  parseOptionSymbol,
  payoffAt,
  positionSize,
  roundTrips,
  sqn,
  tradeMetrics,
} from './index.ts';

// Callers of the built file have no types to hold them back.
type Loose = (first?: unknown, second?: unknown) => unknown;
const face: Readonly<Record<string, Loose>> = {
  roundTrips: roundTrips as Loose,
  tradeMetrics: tradeMetrics as Loose,
  sqn: sqn as Loose,
  drawdown: drawdown as Loose,
  // Few paths: what is tried here is the input.
  drawdownMonteCarlo: (pnls, options) =>
    (drawdownMonteCarlo as Loose)(
      pnls,
      typeof options === 'object' ? { simulations: 10, seed: 1, ...options } : options,
    ),
  positionSize: positionSize as Loose,
  parseOptionSymbol: parseOptionSymbol as Loose,
  classifyOptionStrategy: classifyOptionStrategy as Loose,
  optionPayoff: optionPayoff as Loose,
  payoffAt: payoffAt as Loose,
};

const keyed = fc.record(
  Object.fromEntries(
    [
      'exec_id',
      'time',
      'action',
      'quantity',
      'price',
      'events',
      'method',
      'start',
      'cap',
      'block',
      'right',
      'mode',
      'entry',
    ].map((key) => [key, fc.anything({ maxDepth: 1 })]),
  ),
  { requiredKeys: [] },
);
const junk = fc.oneof(keyed, fc.anything({ maxDepth: 2, withNullPrototype: true, withBigInt: true, withDate: true }));

describe('nothing throws on bad data', () => {
  it.each(Object.entries(face))('%s', (_, call) => {
    fc.assert(
      fc.property(fc.oneof(junk, fc.array(junk)), fc.option(junk, { nil: undefined }), (first, second) => {
        expect(() => call(first, second)).not.toThrow();
      }),
      { numRuns: 150 },
    );
  });
});
