// A long list in order of which single members change. What has changed is noted, and the list put together again when
// somebody asks for it: of a large book each copy is hundreds of kilobytes, and few figures look at every list.
import type { Change } from './changes.ts';
import { isIn, replaceSorted } from './merged.ts';

/** When this many members are noted they are worked into the list, even without a read. */
const MOST_NOTED = 1000;

/** A member is known again as the object it is, or where the order says that two are the same. */
export class EditedList<T> {
  readonly #order: (a: T, b: T) => number;
  #list: readonly T[];
  /** Of the list. */
  #gone: readonly T[];
  /** In order. */
  #fresh: readonly T[];

  /** The list is in this order. */
  constructor(list: readonly T[], order: (a: T, b: T) => number, noted: Change<T> = { gone: [], fresh: [] }) {
    this.#list = list;
    this.#order = order;
    this.#gone = noted.gone;
    this.#fresh = noted.fresh;
  }

  /** The very same list for as long as nothing changes. */
  get all(): readonly T[] {
    if (this.#gone.length > 0 || this.#fresh.length > 0) {
      this.#list = replaceSorted(this.#list, this.#gone, this.#fresh, this.#order);
      this.#gone = [];
      this.#fresh = [];
    }
    return this.#list;
  }

  /** After these have gone and others have come; this one stays as it is. */
  with({ gone, fresh }: Change<T>): EditedList<T> {
    if (gone.length === 0 && fresh.length === 0) return this;
    if (this.#gone.length + this.#fresh.length > MOST_NOTED) void this.all;
    // What came and went since the list was put together was never in it.
    const came = new Set(gone.filter((one) => isIn(this.#fresh, one, this.#order)));
    return new EditedList(this.#list, this.#order, {
      gone: [...this.#gone, ...gone.filter((one) => !came.has(one))],
      fresh: replaceSorted(this.#fresh, [...came], fresh.toSorted(this.#order), this.#order),
    });
  }
}
