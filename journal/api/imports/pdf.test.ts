import { expect, it } from 'vitest';
import { linesOf, type Placed } from './pdf.ts';

const piece = (text: string, x: number, y: number): Placed => ({ text, x, y, width: text.length * 5, height: 10 });

it('the cells of a table are put back into their rows, whatever order they were drawn in', () => {
  const drawn = [
    piece('QTY', 100, 700),
    piece('5', 100, 680),
    piece('SYMBOL', 10, 700),
    piece('$74.33', 160, 681),
    piece('XBI', 10, 680),
    piece('PRICE', 160, 700),
  ];
  expect(linesOf(drawn)).toBe('SYMBOL QTY PRICE\nXBI 5 $74.33');
});

it('pieces that touch are one word', () => {
  expect(linesOf([piece('FIRST', 0, 0), piece('RADE', 25, 0)])).toBe('FIRSTRADE');
});
