// What is refused across fields, each by the name of the field to fix.
import { describe, expect, test } from 'vitest';
import { workerOnlyField } from './rules.ts';
import { requestSchema, withoutNulls } from './schema.ts';

const STRATEGY = { name: 'S', sma_short: 5, sma_long: 20, volume: 1 };
const faults = (strategy: object, mode?: object) => {
  const request = { symbol: 'X', strategy: { ...STRATEGY, ...strategy }, ...(mode ? { mode } : {}) };
  const parsed = requestSchema.safeParse(withoutNulls(request));
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
};

describe('no stop and no target', () => {
  test('may be written in the realistic mode in every way, as swept values too', () => {
    for (const none of [{}, { sl: null, tp: null }, { sl: 0, tp: 0 }]) expect(faults(none, {})).toEqual([]);
    expect(faults({}, { sweep: { sl: [null, 0, 0.1], tp: { from: 0, to: 1, step: 0.5 } } })).toEqual([]);
  });
  test('must be numbers without a mode, where 0 stays what it is', () => {
    expect(faults({}).toSorted()).toEqual(['strategy.sl', 'strategy.tp']);
    expect(faults({ sl: null, tp: 1 })).toEqual(['strategy.sl']);
    expect(faults({ sl: 0, tp: 0 })).toEqual([]);
  });
  test('leave nothing to size a risk by', () => {
    const risk = { size: { risk_percent: 1 } };
    expect(faults({ tp: 1 }, risk)).toEqual(['mode.size.risk_percent']);
    expect(faults({ sl: 0 }, risk)).toEqual(['mode.size.risk_percent']);
    expect(faults({ sl: 0.5 }, risk)).toEqual([]);
    expect(faults({ atr_barrier_sl: 2 }, risk)).toEqual([]);
    expect(faults({ stop: '2 * atr(14)' }, risk)).toEqual([]);
    expect(faults({ sl: 0.5 }, { ...risk, sweep: { sl: [0.5, null] } })).toEqual(['mode.sweep.sl']);
  });
});

test.each([
  ['stop', 'sl'],
  ['stop', 'tp'],
  ['target', 'sl'],
  ['target', 'atr_barrier_tp'],
  ['stop', 'atr_barrier_sl'],
])('%s together with %s is refused by its name; 0 and null are not given', (written, fixed) => {
  expect(faults({ [written]: '0.5', [fixed]: 1 }, {})).toEqual([`strategy.${written}`]);
  expect(faults({ [written]: '0.5', [fixed]: 0 }, {})).toEqual([]);
  expect(faults({ [written]: '0.5', [fixed]: null }, {})).toEqual([]);
});

test.each(['volume', 'sma_short', 'sma_long', 'atr_period', 'band_mult'])(
  '%s of 0 is refused in the realistic mode, and as a swept value',
  (field) => {
    expect(faults({ [field]: 0 }, {})).toEqual([`strategy.${field}`]);
    if (field !== 'volume') expect(faults({}, { sweep: { [field]: [0, 5] } })).toEqual([`mode.sweep.${field}`]);
    expect(faults({ sl: 1, tp: 1, [field]: 0 })).toEqual([]);
  },
);

test('what only a swimmy-worker can run is known by its field', () => {
  const plain = { symbol: 'X', strategy: { ...STRATEGY, sl: 1, tp: 1 } };
  expect(workerOnlyField(plain)).toBeUndefined();
  expect(workerOnlyField({ ...plain, mode: {} })).toBe('mode');
  expect(workerOnlyField({ ...plain, strategy: { ...plain.strategy, entry_long: 'close > open' } })).toBe(
    'strategy.entry_long',
  );
  expect(workerOnlyField({ ...plain, strategy: { ...STRATEGY, tp: 1 } })).toBe('strategy.sl');
});
