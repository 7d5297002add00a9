// The accounts a file names, and which of the book's each is.

interface RowAccount {
  /** The book's account, where the caller has mapped it; else the name the file uses, or the caller's account. */
  readonly id: string;
  /** As the file names it; '' when it names none. */
  readonly named: string;
}

export class Accounts {
  readonly #fallback: string;
  readonly #mapped: ReadonlyMap<string, string>;
  readonly #seen = new Set<string>();
  #file = '';
  /** The row's account found last: the next row's is usually the same. */
  #last: RowAccount = { id: '', named: '' };

  constructor(fallback: string, mapped: Readonly<Record<string, string>> = {}) {
    this.#fallback = fallback;
    this.#mapped = new Map(Object.entries(mapped));
    this.#last = { id: fallback, named: '' };
  }

  /** The account of rows that name none. */
  use(account: string): void {
    this.#file = account.trim();
  }

  of(stated: string | undefined): RowAccount {
    const named = stated?.trim() || this.#file;
    if (named === this.#last.named) return this.#last;
    this.#last = { id: named === '' ? this.#fallback : (this.#mapped.get(named) ?? named), named };
    if (named !== '') this.#seen.add(named);
    return this.#last;
  }

  /** In the order of the file. */
  get named(): readonly string[] {
    return [...this.#seen];
  }
}
