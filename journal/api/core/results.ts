// Figures computed from the book, kept until the book changes: asking again costs nothing, and a stale answer cannot be.

/** More than this and the oldest goes: a year of pages a person may look at. */
const MOST_KEPT = 500;

export class Results {
  readonly #kept = new Map<string, Promise<unknown>>();

  /** The kept result, or the one computed now. Two who ask at once share one computation; a failure is not kept. */
  async of<T>(key: string, compute: () => Promise<T> | T): Promise<T> {
    const known = this.#kept.get(key);
    // A key belongs to one computation, so what was kept under it is a T.
    if (known !== undefined) return (await known) as T;
    const computing = Promise.resolve().then(compute);
    this.#kept.set(key, computing);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > MOST_KEPT && oldest.done !== true) this.#kept.delete(oldest.value);
    try {
      return await computing;
    } catch (error) {
      if (this.#kept.get(key) === computing) this.#kept.delete(key);
      throw error;
    }
  }

  /** The book has changed, or another one is open, or none. */
  forget(): void {
    this.#kept.clear();
  }
}
