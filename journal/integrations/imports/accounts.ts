// Which account of the book the rows of a file go to. The file's name of an account is mapped once and remembered: from
// the caller's mapping, from an earlier import, or because the book has an account with that id. A file of several
// accounts is not stored while one of them is unknown: two accounts made one would close each other's positions.
import { findAccount } from '@zorivest/records';
import { type Database, type Db, Fault, invalidField, notFound } from '@zorivest/store';

export interface BookAccount {
  readonly account_id: string;
  readonly currency: string;
}

interface AccountRequest {
  /** The account of rows that name none; null when the caller named none. */
  readonly accountId: string | null;
  /** The book's account for each account as the file names it. */
  readonly accounts?: Readonly<Record<string, string>> | undefined;
}

/** A number names one account wherever it stands; "Individual" is another at every broker. */
const isNumber = (name: string) => name.replaceAll(/\D/g, '').length >= 4;

export class StatementAccounts {
  readonly #db: Db;
  readonly #caller: BookAccount | null;
  readonly #named: ReadonlyMap<string, BookAccount>;
  readonly #found = new Map<string, BookAccount>();
  readonly #unknown = new Set<string>();
  #scope = '';
  #nameless: BookAccount | null;

  private constructor(db: Db, caller: BookAccount | null, named: ReadonlyMap<string, BookAccount>) {
    this.#db = db;
    this.#caller = caller;
    this.#nameless = caller;
    this.#named = named;
  }

  static async open(db: Db, { accountId, accounts = {} }: AccountRequest): Promise<StatementAccounts> {
    const caller = accountId === null ? null : ((await findAccount(db, accountId)) ?? null);
    if (accountId !== null && caller === null) throw notFound('account', accountId);
    const named = new Map<string, BookAccount>();
    for (const [name, id] of Object.entries(accounts)) {
      const account = await findAccount(db, id);
      if (account === undefined) throw invalidField(`accounts.${name}`, `there is no account ${JSON.stringify(id)}`);
      named.set(name.trim(), account);
    }
    return new StatementAccounts(db, caller, named);
  }

  /** Whose files name accounts so: a format, or 'bank'. */
  within(scope: string): void {
    this.#scope = scope;
  }

  /** The account of a row, by the name its file has for it; '' for none. */
  async of(named: string): Promise<BookAccount> {
    if (named === '') return this.#nameless ?? this.#noneNamed();
    let account = this.#found.get(named);
    if (account === undefined) {
      account = this.#named.get(named) ?? (await this.#remembered(named)) ?? (await findAccount(this.#db, named));
      if (account === undefined) this.#unknown.add(named);
      // Only the end of the file shows whether this is its only account; if not, nothing is stored.
      account ??= this.#caller ?? (await this.#anyAccount());
      this.#found.set(named, account);
    }
    return account;
  }

  /** The same for the rows of a batch: asked for once, then at hand. */
  async ofAll(names: Iterable<string>): Promise<(named: string) => BookAccount> {
    const found = new Map<string, BookAccount>();
    for (const name of new Set(names)) found.set(name, await this.of(name));
    return (name) => found.get(name) as BookAccount; // every name asked for has just been put there
  }

  /** The accounts of the file that somebody has to say first. A single one is the account the caller named. */
  get unclear(): readonly string[] {
    return this.#found.size > 1 || this.#caller === null ? [...this.#unknown] : [];
  }

  /** Of the log: the account the caller named, else the first of the file. */
  get first(): string {
    return this.#caller?.account_id ?? [...this.#found.values()][0]?.account_id ?? '';
  }

  /** Names the caller has mapped that the file does not have. */
  get unused(): readonly string[] {
    return [...this.#named.keys()].filter((named) => !this.#found.has(named));
  }

  /** Remembers the caller's mapping for the next file. */
  async keep(now: Date): Promise<void> {
    for (const [named, { account_id }] of this.#named) {
      if (!this.#found.has(named)) continue;
      await keepAccount(this.#db, { scope: this.#scope, named, account_id, updated_at: now.toISOString() });
    }
  }

  async #remembered(named: string): Promise<BookAccount | undefined> {
    const rows = await this.#db
      .selectFrom('import_accounts')
      .select(['scope', 'account_id'])
      .where('named', '=', named)
      .orderBy('updated_at', 'desc')
      .execute();
    const row = rows.find(({ scope }) => scope === this.#scope) ?? (isNumber(named) ? rows[0] : undefined);
    return row === undefined ? undefined : findAccount(this.#db, row.account_id);
  }

  async #anyAccount(): Promise<BookAccount> {
    const account = await this.#db
      .selectFrom('accounts')
      .select(['account_id', 'currency'])
      .orderBy('account_id')
      .executeTakeFirst();
    if (account === undefined) throw new Fault(409, 'the book has no account yet: create one first');
    return account;
  }

  #noneNamed(): never {
    throw invalidField('account_id', 'is required: the file does not name the account of its rows');
  }
}

/** What files, or a broker, call an account of the book. */
export async function keepAccount(db: Db, { scope, named, ...row }: Database['import_accounts']): Promise<void> {
  await db
    .insertInto('import_accounts')
    .values({ scope, named, ...row })
    .onConflict((clash) => clash.columns(['scope', 'named']).doUpdateSet(row))
    .execute();
}
