import { expect, test } from 'vitest';
import { offersOf } from './ticker-offers.ts';

const found = [
  { symbol: 'KO', name: 'Coca-Cola', exchange: 'NYSE', provider: 'finnhub' },
  { symbol: 'KOD', name: 'Kodiak', exchange: null, provider: 'finnhub' },
];

test('what the book knows comes first, under the name a provider has for it, and only once', () => {
  expect(offersOf([{ instrument: 'KO', execution_count: 12 }], found, 8)).toEqual([
    { symbol: 'KO', hint: 'Coca-Cola, 12 executions' },
    { symbol: 'KOD', hint: 'Kodiak, finnhub' },
  ]);
});

test('without a provider the book alone is offered, and no more than asked for', () => {
  const known = ['KO', 'KOD', 'KOS'].map((instrument, execution_count) => ({ instrument, execution_count }));
  expect(offersOf(known, [], 2)).toEqual([
    { symbol: 'KO', hint: 'on a plan or watchlist' },
    { symbol: 'KOD', hint: '1 execution' },
  ]);
});
