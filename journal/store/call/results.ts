// Figures computed from the book, cached until the book changes: asking again costs nothing, and no answer is stale.

/** More than this and the oldest goes: a year of pages a person may look at. */
const MOST_RESULTS = 500;

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

type ResultCache = Map<string, Promise<unknown>>;

export class Results {
  readonly #figures: ResultCache = new Map();
  readonly #matched: ResultCache = new Map();
  /** Matches from before single trades changed: computing continues from them. */
  readonly #outdated = new Map<string, { readonly computing: Promise<unknown>; readonly changed: Set<string> }>();

  /** Results that do not depend on trades. */
  readonly #steady: ResultCache = new Map();

  readonly #keeps: boolean;

  /** Without `keeps` nothing is cached, for callers that ask only once. */
  constructor(keeps = true) {
    this.#keeps = keeps;
  }

  /** The cached result, or the one computed now. Concurrent callers share one computation; a failure is not cached. */
  of<T>(key: string, compute: () => Promise<T> | T): Promise<T> {
    return this.#keeps ? keep(this.#figures, key, compute) : Promise.resolve().then(compute);
  }

  /** The same for what takes much memory, such as the lots of a year: only the newest few of a kind are cached. */
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
      // A key belongs to one computation, so its cached value is a T. A failed one cannot be continued.
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

/** Evicts the oldest entries of a kind before one more is cached. */
function makeRoom(cache: ResultCache, kind: string, name: string): void {
  const own = [...cache.keys()].filter((known) => known.startsWith(`${kind} `));
  if (own.includes(name)) return;
  for (const old of own.slice(0, Math.max(0, own.length - MOST_OF_A_KIND + 1))) cache.delete(old);
}

async function keep<T>(cache: ResultCache, key: string, compute: () => Promise<T> | T): Promise<T> {
  const known = cache.get(key);
  // A key belongs to one computation, so its cached value is a T.
  if (known !== undefined) return (await known) as T;
  const computing = Promise.resolve().then(compute);
  cache.set(key, computing);
  const oldest = cache.keys().next();
  if (cache.size > MOST_RESULTS && oldest.done !== true) cache.delete(oldest.value);
  try {
    return await computing;
  } catch (error) {
    if (cache.get(key) === computing) cache.delete(key);
    throw error;
  }
}
