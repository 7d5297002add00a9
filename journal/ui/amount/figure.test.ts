import { expect, test } from 'vitest';
import { amountFigure, multipleFigure, shareFigure } from './figure.ts';

test('what is rounded to nothing was neither won nor lost, as an amount, a multiple or a share', () => {
  const tones = (value: number) =>
    [amountFigure(value, { result: true }), multipleFigure(value), shareFigure(value / 100)].map(({ tone }) => tone);
  expect(tones(-0.004)).toEqual(['even', 'even', 'even']);
  expect(tones(0.004)).toEqual(['even', 'even', 'even']);
  expect(tones(-0.01)).toEqual(['loss', 'loss', 'loss']);
  expect(tones(0.01)).toEqual(['gain', 'gain', 'gain']);
});
