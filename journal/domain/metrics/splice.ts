// Rows of a list that go and come, worked out once and then done to every column of the list.

type Numbers = Float64Array | Int32Array | Uint8Array;

export class Splice {
  readonly #length: number;
  readonly #gone: readonly number[];
  readonly #fresh: readonly number[];

  /** `gone` are places in the list of that length, `fresh` those that each new row comes before; both rise. */
  constructor(length: number, gone: readonly number[], fresh: readonly number[]) {
    this.#length = length;
    this.#gone = gone;
    this.#fresh = fresh;
  }

  list<T>(column: readonly T[], fresh: readonly T[]): T[] {
    const made: T[] = [];
    this.#pieces(
      (from, to) => {
        for (let i = from; i < to; i += 1) made.push(column[i] as T); // below its length
      },
      (n) => made.push(fresh[n] as T), // one for each place
    );
    return made;
  }

  numbers<T extends Numbers>(column: T, fresh: ArrayLike<number>): T {
    const Kind = column.constructor as new (length: number) => T; // the kind it is
    const made = new Kind(this.#length - this.#gone.length + this.#fresh.length);
    let length = 0;
    this.#pieces(
      (from, to) => {
        made.set(column.subarray(from, to), length);
        length += to - from;
      },
      (n) => {
        made[length] = fresh[n] ?? 0;
        length += 1;
      },
    );
    return made;
  }

  /** Stretches that stay, and which of the new ones comes where. */
  #pieces(stay: (from: number, to: number) => void, come: (n: number) => void): void {
    let [from, next] = [0, 0];
    const upTo = (to: number): void => {
      for (let place = this.#gone[next]; place !== undefined && place < to; place = this.#gone[next]) {
        stay(from, place);
        from = place + 1;
        next += 1;
      }
      if (from < to) stay(from, to);
      from = Math.max(from, to);
    };
    for (const [n, place] of this.#fresh.entries()) {
      upTo(place);
      come(n);
    }
    upTo(this.#length);
  }
}

/** The first place whose row does not come before what is looked for. */
export function placeIn(length: number, isBefore: (place: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
