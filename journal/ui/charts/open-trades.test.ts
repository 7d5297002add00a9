import { expect, test } from 'vitest';
import { inMonth } from './open-trades.ts';

test('a month ends with its last day', () => {
  expect(inMonth('2024-02')).toEqual({ from: '2024-02-01', to: '2024-02-29', period: null });
  expect(inMonth('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31', period: null });
});
