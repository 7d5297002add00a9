// A small seeded generator (mulberry32): the same seed makes the same year on every machine.

export interface Random {
  /** From 0 up to 1. */
  next(): number;
  between(low: number, high: number): number;
  whole(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  /** True this often. */
  chance(probability: number): boolean;
  /** Roughly normal, mean 0, deviation 1. */
  normal(): number;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + (high - low) * next();
  return {
    next,
    between,
    whole: (low, high) => Math.floor(between(low, high + 1)),
    pick: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number], // never past the end
    chance: (probability) => next() < probability,
    normal: () => next() + next() + next() + next() + next() + next() - 3,
  };
}
