// Figures computed from the book, kept until the book changes: asking again costs nothing, and a stale answer cannot be.

/** More than this and the oldest goes: a year of pages a person may look at. */
const MOST_KEPT = 500;

/** Of what is large. */
const MOST_OF_A_KIND = 2;

/** A single trade, named by the id of the change. */
const TRADE = 'trade';

interface Change {
  readonly resource: string;
  readonly id: string | number;
}

/** What was computed last, and the ids of the trades that have changed since: nothing else has. */
export interface Last<T> {
  readonly value: T;
  readonly changed: ReadonlySet<string>;
}

type Kept = Map<string, Promise<unknown>>;

export class Results {
  readonly #figures: Kept = new Map();
  readonly #matched: Kept = new Map();
  /** Matched before single trades changed: good to go on from. */
  readonly #outdated = new Map<string, { readonly computing: Promise<unknown>; readonly changed: Set<string> }>();

  /** Whatever trades are. */
  readonly #steady: Kept = new Map();

  readonly #keeps: boolean;

  /** Where nobody asks twice, what was computed is not worth its memory. */
  constructor(keeps = true) {
    this.#keeps = keeps;
  }

  /** The kept result, or the one computed now. Two who ask at once share one computation; a failure is not kept. */
  of<T>(key: string, compute: () => Promise<T> | T): Promise<T> {
    return this.#keeps ? keep(this.#figures, key, compute) : Promise.resolve().then(compute);
  }

  /** The same for what takes much memory, such as the lots of a year: only the newest few of a kind are kept. */
  ofFew<T>(kind: string, key: string, compute: () => Promise<T> | T): Promise<T> {
    const name = `${kind} ${key}`;
    makeRoom(this.#figures, kind, name);
    return this.of(name, compute);
  }

  /** The same for what depends on nothing but executions, accounts and position events. */
  ofTrades<T>(key: string, compute: (last: Last<T> | null) => Promise<T> | T): Promise<T> {
    if (!this.#keeps) return Promise.resolve().then(() => compute(null));
    if (this.#matched.has(key)) return keep(this.#matched, key, () => compute(null));
    const outdated = this.#outdated.get(key);
    this.#outdated.delete(key);
    return keep(this.#matched, key, async () => {
      if (outdated === undefined) return compute(null);
      const { computing, changed } = outdated;
      // A key belongs to one computation, so what was kept under it is a T. One that failed is no start.
      const last = await computing.then((value) => ({ value: value as T, changed })).catch(() => null);
      return compute(last);
    });
  }

  /**
   * The same for what single trades have no part in, such as rates, settings and profiles: a change of trades leaves the
   * very same object. It goes with any other change.
   */
  besidesTrades<T>(key: string, compute: () => Promise<T> | T): Promise<T> {
    return this.#keeps ? keep(this.#steady, key, compute) : Promise.resolve().then(compute);
  }

  /** The same for what takes much memory. */
  fewBesidesTrades<T>(kind: string, key: string, compute: () => Promise<T> | T): Promise<T> {
    const name = `${kind} ${key}`;
    makeRoom(this.#steady, kind, name);
    return this.besidesTrades(name, compute);
  }

  /** Another book is open, or none. */
  forget(): void {
    this.#figures.clear();
    this.#steady.clear();
    this.#matched.clear();
    this.#outdated.clear();
  }

  /** This has changed. Unless trades were touched, what was matched from executions, accounts and events still holds. */
  changed(changes: readonly Change[], touchesTrades: boolean): void {
    if (!touchesTrades) {
      this.#steady.clear();
      return this.#figures.clear();
    }
    if (!changes.every(({ resource }) => resource === TRADE)) return this.forget();
    this.#figures.clear();
    this.#outdate(changes.map(({ id }) => String(id)));
    this.#matched.clear();
  }

  #outdate(changed: readonly string[]): void {
    for (const { changed: earlier } of this.#outdated.values()) for (const id of changed) earlier.add(id);
    for (const [key, computing] of this.#matched) this.#outdated.set(key, { computing, changed: new Set(changed) });
  }
}

/** One more of its kind is to be kept: the oldest go. */
function makeRoom(kept: Kept, kind: string, name: string): void {
  const own = [...kept.keys()].filter((known) => known.startsWith(`${kind} `));
  if (own.includes(name)) return;
  for (const old of own.slice(0, Math.max(0, own.length - MOST_OF_A_KIND + 1))) kept.delete(old);
}

async function keep<T>(kept: Kept, key: string, compute: () => Promise<T> | T): Promise<T> {
  const known = kept.get(key);
  // A key belongs to one computation, so what was kept under it is a T.
  if (known !== undefined) return (await known) as T;
  const computing = Promise.resolve().then(compute);
  kept.set(key, computing);
  const oldest = kept.keys().next();
  if (kept.size > MOST_KEPT && oldest.done !== true) kept.delete(oldest.value);
  try {
    return await computing;
  } catch (error) {
    if (kept.get(key) === computing) kept.delete(key);
    throw error;
  }
}
