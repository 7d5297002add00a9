import { expect, test } from 'vitest';
import { reasonsOf } from './reasons.ts';

test('figures with one reason share a sentence, and only those that are shown are named', () => {
  const figures = [
    { of: 'twr', name: 'Time-weighted' },
    { of: 'sharpe', name: 'Sharpe' },
    { of: 'sortino', name: 'Sortino' },
  ];
  const reasons = {
    sharpe: 'There are not two daily returns.',
    sortino: 'There are not two daily returns.',
    other: '',
  };
  expect(reasonsOf(figures, { reasons })).toEqual([
    { names: ['Sharpe', 'Sortino'], reason: 'There are not two daily returns.' },
  ]);
});
