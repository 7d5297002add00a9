import { expect, test } from 'vitest';
import { numberFormats } from './numbers.ts';

const { compact, short, money, gain, multiple, percent } = numberFormats('en-US');

test.each([
  [0, 1, '0'],
  [950, 1, '950'],
  [999.4, 0, '999'],
  [999.6, 0, '1k'],
  [12_440, 1, '12.4k'],
  [-12_440, 0, '−12k'],
  [999_940, 1, '999.9k'],
  [999_960, 1, '1M'],
  [1_234_567, 1, '1.2M'],
  [-5_000_000_000, 1, '−5B'],
] as const)('%d with %d places is %s', (value, places, text) => {
  expect(compact(value, places)).toBe(text);
});

test('a label of an axis has the places of its own size, whatever was written before it', () => {
  expect([1_250_000, 0.25, 1234.5, 9.75, -40].map(short)).toEqual(['1.3M', '0.25', '1,235', '9.75', '−40']);
});

test('signs: a true minus, a plus only for gains, and none for nothing', () => {
  expect([money(-2), money(2), gain(2), gain(-2), gain(0)]).toEqual(['−2.00', '2.00', '+2.00', '−2.00', '0.00']);
  expect([multiple(1.5), percent(0.1, 0, 'always'), percent(-0.1)]).toEqual(['+1.50 R', '+10 %', '−10.0 %']);
  const tiny = -0.001;
  expect([money(tiny), gain(tiny), multiple(tiny), percent(tiny / 100), short(tiny), compact(-0, 0)]).toEqual([
    '0.00',
    '0.00',
    '0.00 R',
    '0.0 %',
    '0',
    '0',
  ]);
});

test('a quantity has all its digits, as a number or as its text, and a small price eight', () => {
  const [american, german] = [numberFormats('en-US'), numberFormats('de-DE')];
  expect(american.quantity(1234.5)).toBe('1,234.5');
  expect([american, german].map(({ quantity }) => quantity(1234.1234567890124, '1234.123456789012345678'))).toEqual([
    '1,234.123456789012345678',
    '1.234,123456789012345678',
  ]);
  expect(american.quantity(null)).toBe('–');
  expect([0.000712345674, 0.05, 0.1, 12.5, 0].map((value) => american.price(value))).toEqual([
    '0.00071234567',
    '0.05',
    '0.10',
    '12.50',
    '0.00',
  ]);
});
