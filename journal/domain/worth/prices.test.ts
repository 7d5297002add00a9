import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseAmount, NO_AMOUNT } from '../money/index.ts';
import { calendarIn } from '../time/index.ts';
import { heldOf, PRICE_SOURCES, PriceBook, type PricePoint, QuotedPrices } from './index.ts';

const point = fc.record({
  day: fc.integer({ min: 0, max: 60 }),
  price: fc.integer({ min: 0, max: 500 }),
  source: fc.constantFrom(...PRICE_SOURCES),
});

it('the stretches of a price are what it is day by day, with every gap, and none is missing', () => {
  fc.assert(
    fc.property(
      fc.array(point, { maxLength: 12 }),
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: -5, max: 40 }),
      fc.integer({ min: 0, max: 40 }),
      (rows, oldest, from, length) => {
        const points = rows.map(({ day, price, source }): PricePoint => ({
          instrument: 'XYZ',
          day,
          price: parseAmount(price) ?? NO_AMOUNT,
          currency: null,
          source,
          by: null,
        }));
        const book = new PriceBook(new QuotedPrices(points), [], () => null, oldest);
        const daily = book
          .stretches('XYZ', from, from + length)
          .flatMap((one) => Array.from({ length: one.to - one.from + 1 }, (_, at) => [one.from + at, one.priced]));
        expect(daily).toEqual(Array.from({ length: length + 1 }, (_, at) => [from + at, book.on('XYZ', from + at)]));
      },
    ),
  );
});

it('of one day a person comes first, then a statement, a provider and the own fill; of two days the later one', () => {
  const at = (day: number, price: number, source: PricePoint['source']): PricePoint => ({
    instrument: 'XYZ',
    day,
    price: parseAmount(price) ?? NO_AMOUNT,
    currency: null,
    source,
    by: null,
  });
  const all = [at(3, 4, 'fill'), at(3, 1, 'person'), at(3, 3, 'provider'), at(3, 2, 'statement'), at(4, 5, 'fill')];
  const book = new PriceBook(new QuotedPrices(all));
  expect([book.on('XYZ', 3)?.source, book.on('XYZ', 4)?.source, book.on('XYZ', 11)?.day]).toEqual([
    'person',
    'fill',
    4,
  ]);
  expect([book.on('XYZ', 2), book.on('XYZ', 12)]).toEqual([null, null]);
});

it('what is traded in two currencies has each fill in its own, and a price that says none in the first of them', () => {
  const dayOf = calendarIn('UTC') ?? (() => null);
  const held = heldOf(
    [
      { account_id: 'one', currency: 'EUR', price: 30, date: '2025-03-03' },
      { account_id: 'one', currency: 'USD', price: 33, date: '2025-03-05' },
      { account_id: 'two', currency: 'USD', price: 34, date: '2025-03-07' },
    ].map(({ date, ...fill }, i) => ({
      ...fill,
      exec_id: `e${i}`,
      time: `${date}T15:00:00Z`,
      instrument: 'XYZ',
      action: 'BOT' as const,
      quantity: 10,
    })),
  );
  const on = (date: string): number => Date.parse(date) / 86_400_000;
  const quote: PricePoint = {
    instrument: 'XYZ',
    day: on('2025-03-08'),
    price: parseAmount(31) ?? NO_AMOUNT,
    currency: null,
    source: 'provider',
    by: null,
  };
  const book = new PriceBook(new QuotedPrices([quote]), held, dayOf);
  expect(['03', '05', '07', '08'].map((day) => book.on('XYZ', on(`2025-03-${day}`))?.currency)).toEqual([
    'EUR',
    'USD',
    'USD',
    'EUR',
  ]);
});
