import { describe, expect, test } from 'vitest';
import { isDrawn, rowOfSlot, type RowWindow, sightOf, topShowing, windowOf } from './row-window.ts';

const rowsOf = (window: RowWindow): number[] =>
  Array.from({ length: window.size }, (_, slot) => rowOfSlot(slot, window));

describe('which rows are drawn', () => {
  test('the visible ones and ten on either side', () => {
    expect(windowOf({ first: 500, count: 26 }, 50_000)).toEqual({ start: 490, size: 46 });
  });

  test('as many at both ends of the list, and no more than there are', () => {
    expect(windowOf({ first: 0, count: 26 }, 50_000)).toEqual({ start: 0, size: 46 });
    expect(windowOf({ first: 49_975, count: 26 }, 50_000)).toEqual({ start: 49_954, size: 46 });
    expect(windowOf({ first: 0, count: 26 }, 3)).toEqual({ start: 0, size: 3 });
  });

  test('a list that became shorter than where it was scrolled to shows its end', () => {
    expect(windowOf({ first: 900, count: 26 }, 100)).toEqual({ start: 54, size: 46 });
  });

  test('a partly visible row counts, and how many there are does not change with a pixel', () => {
    expect(sightOf({ top: 27, height: 700 }, 28)).toEqual({ first: 0, count: 26 });
    expect(sightOf({ top: 28, height: 700 }, 28)).toEqual({ first: 1, count: 26 });
    expect(sightOf({ top: 29, height: 701 }, 28)).toEqual({ first: 1, count: 27 });
  });

  test('a list pulled beyond its top, or without a place yet, begins with its first row', () => {
    expect(sightOf({ top: -40, height: -28 }, 28)).toEqual({ first: 0, count: 1 });
  });
});

describe('which element draws a row', () => {
  test('every row of the window has one element, and every element one row', () => {
    for (const start of [0, 1, 45, 46, 47, 12_345]) {
      const drawn = rowsOf({ start, size: 46 }).toSorted((a, b) => a - b);
      expect(drawn).toEqual(Array.from({ length: 46 }, (_, n) => start + n));
    }
  });

  test('a step of ten rows gives ten elements another row, in either direction', () => {
    const before = rowsOf({ start: 490, size: 46 });
    for (const start of [500, 480])
      expect(rowsOf({ start, size: 46 }).filter((row, slot) => row !== before[slot])).toHaveLength(10);
  });

  test('what is outside the window is drawn by none', () => {
    const window = { start: 10, size: 5 };
    expect([9, 10, 14, 15].map((row) => isDrawn(row, window))).toEqual([false, true, true, false]);
  });
});

describe('where a row is seen whole', () => {
  const scrolled = { top: 280, height: 700 };

  test('a visible one moves nothing', () => {
    expect([10, 34].map((row) => topShowing(row, scrolled, 28))).toEqual([280, 280]);
  });

  test('one above comes to the top, one below to the bottom', () => {
    expect(topShowing(9, scrolled, 28)).toBe(252);
    expect(topShowing(35, scrolled, 28)).toBe(308);
  });
});
