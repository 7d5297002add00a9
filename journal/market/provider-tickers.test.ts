import { expect, it } from 'vitest';
import { providerTickers } from './provider-tickers.ts';

it.each([
  ['/ESH6', 2025, ['ESH26.CME', 'ESH6']],
  ['ESH26', 2025, ['ESH26.CME', 'ESH26']],
  ['MNQH2026', 2025, ['MNQH26.CME', 'MNQH2026']],
  ['CLF0', 2029, ['CLF30.NYM', 'CLF0']],
  ['ZNH6', 2025, ['ZNH26.CBT', 'ZNH6']],
  ['SPXW 260320 P 4700.5', 2025, ['SPXW260320P04700500']],
  ['/ESH6 260320 P 4700', 2025, []],
  ['AAPL', 2025, ['AAPL']],
  ['<B>X', 2025, []],
])('%s at the end of %i is asked for as %j', (symbol, year, tickers) => {
  expect(providerTickers(symbol, year)).toEqual(tickers);
});
