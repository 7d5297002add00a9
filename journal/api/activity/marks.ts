// What the service did to the record itself, in rows of the record: a gap that such a row speaks of is no hole.

/** Rows that were taken out: all up to a number, or some ranges of one key's. */
export type Mark =
  | { readonly mark: 'swept'; readonly through: number }
  | { readonly mark: 'swept'; readonly key_id: string; readonly ranges: readonly (readonly [number, number])[] }
  /** The service ended without closing, and rows that the audit had noted were not on the disk. */
  | { readonly mark: 'power_cut'; readonly ranges: readonly (readonly [number, number])[] }
  /** The book is another one from here on: what the audit was before need not be in it. */
  | { readonly mark: 'restored' | 'rekeyed' }
  /** What a key's server reported beyond its share of a day. */
  | { readonly mark: 'over_quota'; readonly key_id: string };

export const parseMark = (text: string): Mark => JSON.parse(text) as Mark; // written by `markRow`

export function markRow(mark: Mark, at: Date) {
  return { at: at.toISOString(), entry: 'mark', told: JSON.stringify(mark) };
}

/** Numbers, ascending, as ranges. */
export function rangesOf(ids: readonly number[]): (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  for (const id of ids) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === id - 1) last[1] = id;
    else ranges.push([id, id]);
  }
  return ranges;
}

/** Gathers what marks say was taken out. */
export class TakenOut {
  #through = 0;
  readonly #ranges: (readonly [number, number])[] = [];

  add(mark: Mark): void {
    if ('through' in mark) this.#through = Math.max(this.#through, mark.through);
    if ('ranges' in mark) this.#ranges.push(...mark.ranges);
  }

  readonly has = (id: number): boolean =>
    id <= this.#through || this.#ranges.some(([from, to]) => id >= from && id <= to);
}
