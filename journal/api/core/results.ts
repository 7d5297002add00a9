// Figures computed from the book, kept until the book changes: asking again costs nothing, and a stale answer cannot be.

/** More than this and the oldest goes: a year of pages a person may look at. */
const MOST_KEPT = 500;

/**
 * Changes to these leave every execution, account and position event as it is, so what was matched from them still holds.
 * A resource that is not listed counts as a change of the trades.
 */
const besideTheTrades = new Set([
  'report',
  'plan',
  'mistake',
  'image',
  'journal_entry',
  'watchlist',
  'excursion',
  'reviewer',
  'balance',
  'tax_profile',
  'tax_payment',
  'tax_lot',
  'template',
  'policy',
  'pipeline_run',
  'setting',
  'mail_settings',
  'market_provider',
  'import_profile',
  'key',
  'guard',
  'backup',
]);

type Kept = Map<string, Promise<unknown>>;

export class Results {
  readonly #figures: Kept = new Map();
  readonly #matched: Kept = new Map();

  /** The kept result, or the one computed now. Two who ask at once share one computation; a failure is not kept. */
  of<T>(key: string, compute: () => Promise<T> | T): Promise<T> {
    return keep(this.#figures, key, compute);
  }

  /** The same for what depends on nothing but executions, accounts and position events. */
  ofTrades<T>(key: string, compute: () => Promise<T> | T): Promise<T> {
    return keep(this.#matched, key, compute);
  }

  /** These resources have changed; without a list another book is open, or none. */
  forget(changed?: readonly string[]): void {
    this.#figures.clear();
    if (changed === undefined || changed.some((resource) => !besideTheTrades.has(resource))) this.#matched.clear();
  }
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
