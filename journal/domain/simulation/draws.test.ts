import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, it } from 'vitest';
import { drawing, type Draws } from './draws.ts';

/** The first trade of every block, straight from the generator. */
function straight(seed: number, count: number, draws: number): number[] {
  const rng = xoroshiro128plus(seed);
  return Array.from({ length: draws }, () => Math.floor(((rng.next() + 2 ** 31) * count) / 2 ** 32));
}

function drawPaths(draws: Draws, paths: number): number[][] {
  const draw = drawing(draws);
  return Array.from({ length: paths }, () => {
    const path = new Int32Array(draws.trades);
    draw(path);
    return [...path];
  });
}

describe('the trades of a path', () => {
  it('are those the generator draws, the first time a seed is used, again, and after another seed', () => {
    for (const seed of [7, 7, 8, 7])
      for (const trades of [10, 20])
        expect(drawPaths({ trades, block: 1, seed, count: 64 }, 3).flat()).toEqual(straight(seed, 64, 3 * trades));
  });

  it('are the same when questions with one seed, or with two, take turns', () => {
    const draws = [7, 7, 9].map((seed) => drawing({ trades: 5, block: 1, seed, count: 64 }));
    const taken: number[][] = [[], [], []];
    const path = new Int32Array(5);
    for (const turn of [0, 1, 2, 1, 2, 0, 1, 2, 0]) {
      draws[turn]?.(path);
      taken[turn]?.push(...path);
    }
    expect(taken).toEqual([straight(7, 64, 15), straight(7, 64, 15), straight(9, 64, 15)]);
  });

  it('go on as before beyond the numbers that are cached, also in the path that spans their end', () => {
    const trades = 240;
    const paths = drawPaths({ trades, block: 1, seed: 3, count: 1000 }, 10_500);
    const all = straight(3, 1000, 10_500 * trades);
    const wrong = paths.filter((path, n) => path.some((at, i) => at !== all[n * trades + i]));
    expect(wrong).toEqual([]);
  });

  it('follow each other in a block, around the end of the list; the last block is cut off with the path', () => {
    const begins = straight(5, 6, 6);
    const block = (from = 0, length = 4) => Array.from({ length }, (_, i) => (from + i) % 6);
    expect(drawPaths({ trades: 10, block: 4, seed: 5, count: 6 }, 2)).toEqual([
      [...block(begins[0]), ...block(begins[1]), ...block(begins[2], 2)],
      [...block(begins[3]), ...block(begins[4]), ...block(begins[5], 2)],
    ]);
  });
});
