import { expect, test } from 'vitest';
import { nameTrade } from './trade-name.ts';

test.each([
  [{ instrument: 'AAPL' }, 'AAPL'],
  [{ instrument: 'AAPL 260320 C 200', strategy: 'Long call' }, 'AAPL 200 call · 20 Mar'],
  [{ instrument: '/ESZ5 E1AX5 251107 P 6000.5' }, '/ESZ5 E1AX5 6000.5 put · 7 Nov'],
  [
    { instrument: 'SPY', underlying: 'SPY', strategy: 'Iron condor', legs: [1, 2, 3, 4], expires_on: '2026-11-20' },
    'SPY iron condor · 4 legs · 20 Nov',
  ],
  [{ instrument: 'SPY 261120 P 500', underlying: 'SPY', strategy: null, legs: [1, 2] }, 'SPY · 2 legs'],
  [{ instrument: 'BRK.B', strategy: 'pullback', legs: [] }, 'BRK.B'],
])('%o is called %s', (trade, name) => {
  expect(nameTrade(trade)).toBe(name);
});
