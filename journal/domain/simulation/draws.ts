// Which trades a path is made of: the same for the same seed, whatever the trades did.

import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export interface Draws {
  /** Trades of one path. */
  readonly trades: number;
  /** Length of the blocks drawn together. */
  readonly block: number;
  readonly seed: number;
  /** The number of trades of a path. */
  readonly count: number;
}

/** Writes the next path into a list. */
export function drawing({ trades, block, seed, count }: Draws): (into: Int32Array) => void {
  const read = numbersOf(seed).fromTheFirst();
  const numbers = new Int32Array(Math.ceil(trades / block));
  const scale = count / 2 ** 32;
  return (into) => {
    read(numbers);
    if (block === 1) for (let place = 0; place < trades; place += 1) into[place] = placeOf(numbers[place] ?? 0, scale);
    else putBlocks(into, numbers, block, scale, count);
  };
}

function putBlocks(into: Int32Array, numbers: Int32Array, block: number, scale: number, count: number): void {
  let place = 0;
  for (const number of numbers) {
    let at = placeOf(number, scale);
    const until = Math.min(into.length, place + block);
    for (; place < until; place += 1) {
      into[place] = at;
      at = at + 1 === count ? 0 : at + 1;
    }
  }
}

/** A 32-bit draw is signed; this makes it 0 … 2^32 − 1. */
const LOWEST = 2 ** 31;

function placeOf(number: number, scale: number): number {
  return Math.floor((number + LOWEST) * scale);
}

/** As many as 10,000 of the longest paths take: 10 MB. */
const MAX_CACHED = 2_500_000;

/** The numbers of one seed, the first of which are cached: drawing them takes as long as following the paths. */
class SeedNumbers {
  readonly seed: number;
  readonly #cached = new Int32Array(MAX_CACHED);
  readonly #rng: RandomGenerator;
  #drawn = 0;

  constructor(seed: number) {
    this.seed = seed;
    this.#rng = xoroshiro128plus(seed);
  }

  /** Fills a list with the next numbers at each call. */
  fromTheFirst(): (into: Int32Array) => void {
    let at = 0;
    let beyond: RandomGenerator | null = null;
    return (into) => {
      const [from, end] = [at, at + into.length];
      at = end;
      if (from < MAX_CACHED) {
        this.#draw(Math.min(end, MAX_CACHED));
        into.set(this.#cached.subarray(from, Math.min(end, MAX_CACHED)));
      }
      if (end <= MAX_CACHED) return;
      beyond ??= this.#rng.clone();
      for (let i = Math.max(0, MAX_CACHED - from); i < into.length; i += 1) into[i] = beyond.next();
    };
  }

  #draw(until: number): void {
    const [cached, rng] = [this.#cached, this.#rng];
    for (let at = this.#drawn; at < until; at += 1) cached[at] = rng.next();
    this.#drawn = Math.max(this.#drawn, until);
  }
}

let last: WeakRef<SeedNumbers> | null = null;

/** Most questions bear the same seed. Where memory is wanted for something else the numbers are drawn again. */
function numbersOf(seed: number): SeedNumbers {
  const known = last?.deref();
  if (known?.seed === seed) return known;
  const drawn = new SeedNumbers(seed);
  last = new WeakRef(drawn);
  return drawn;
}
