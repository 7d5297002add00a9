import { expect, test } from 'vitest';
import { shape, type Shape, textAt } from '../shape.ts';
import { outlineText } from './index.ts';
import { strokes } from './strokes.ts';

const letter = (text: string, anchor: 'start' | 'middle' | 'end' = 'start') =>
  outlineText(textAt(100, 20, text, anchor, 'strong'));
const paths = ({ children }: Shape) => children.map((child) => (child as Shape).attributes.d);

test('every letter that can be typed is drawn, and no two are alike', () => {
  const typed = Array.from({ length: 95 }, (_, i) => String.fromCodePoint(0x20 + i));
  expect(typed.filter((letter) => strokes[letter] === undefined)).toEqual([]);
  const drawn = Object.values(strokes).map(([width, path]) => `${width} ${path}`);
  // A hyphen and a dash differ in width only.
  expect(new Set(drawn).size).toBe(drawn.length);
});

test('a word is as many strokes as letters, keeps its tone, and no text is left', () => {
  const picture = outlineText(shape('svg', {}, [textAt(0, 0, 'A b'), shape('title', {}, ['tooltip'])]));
  expect(JSON.stringify(picture)).not.toContain('"text"');
  expect(JSON.stringify(picture)).toContain('tooltip');
  expect(paths(letter('A b'))).toHaveLength(2);
  expect(letter('x').attributes.class).toBe('letters strong');
});

test('an accent is left out, and what has no letter is a box', () => {
  expect(paths(letter('é'))).toEqual(paths(letter('e')));
  expect(paths(letter('字'))).toEqual(['M0-9H5V0H0Z']);
});

test('stands where it is anchored', () => {
  const leftOf = (shown: Shape) => Number(/translate\(([-\d.]+)/.exec(String(shown.attributes.transform))?.[1]);
  const [start, middle, end] = [
    leftOf(letter('0000')),
    leftOf(letter('0000', 'middle')),
    leftOf(letter('0000', 'end')),
  ];
  expect(start).toBe(100);
  expect(start - middle).toBeCloseTo((start - end) / 2, 0);
  expect(end).toBeLessThan(middle);
});
