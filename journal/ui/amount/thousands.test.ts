import { expect, test } from 'vitest';
import { inThousands } from './thousands.ts';

const writeThousands = (value: number, places: number) => {
  const { scaled, letter } = inThousands(value, places);
  return `${Number(scaled.toFixed(places))}${letter}`;
};

test.each([
  [0, 1, '0'],
  [950, 1, '950'],
  [999.4, 0, '999'],
  [999.6, 0, '1k'],
  [12_440, 1, '12.4k'],
  [-12_440, 0, '-12k'],
  [999_940, 1, '999.9k'],
  [999_960, 1, '1M'],
  [1_234_567, 1, '1.2M'],
  [-5_000_000_000, 1, '-5B'],
])('%d with %d places is %s', (value, places, text) => {
  expect(writeThousands(value, places)).toBe(text);
});
