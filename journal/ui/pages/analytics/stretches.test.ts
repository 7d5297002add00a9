import { expect, test } from 'vitest';
import { worstStretches } from './stretches.ts';

const times = ['2026-01-01', '2026-01-02', '2026-01-05', '2026-01-09', '2026-01-10', '2026-01-20'];

test('drawdowns run from their peak to their recovery, the deepest first', () => {
  expect(worstStretches(times, [0, -10, -30, 0, -40, -5])).toEqual([
    { from: '2026-01-09', at: '2026-01-10', depth: -40, to: null, days: 11 },
    { from: '2026-01-01', at: '2026-01-05', depth: -30, to: '2026-01-09', days: 8 },
  ]);
  expect(worstStretches(times, [0, 0, 0, 0, 0, 0])).toEqual([]);
  expect(worstStretches([], [])).toEqual([]);
});
