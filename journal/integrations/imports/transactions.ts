// Imports transactions, each once: by the bank's id with date and amount (banks reuse ids), else by the row's
// contents; equal rows of one file are distinguished by their number.
import { hash } from 'node:crypto';
import { Occurrences } from '@zorivest/imports';
import type { BookAccount } from './accounts.ts';
import { type CostApart, inTheirFills } from './costs-apart.ts';
import { cashRef } from './duplicates.ts';
import type { ImportRun } from './run.ts';
import { decimalText } from '@zorivest/store';
import { categoryOf } from './category.ts';
import { type TransactionColumns, transactionColumns } from '@zorivest/records';

export interface NewTransaction {
  /** The account the row names; '' for the one the caller named. */
  readonly account: string;
  readonly date: string;
  readonly valueDate?: string | undefined;
  readonly amount: number;
  readonly currency?: string | undefined;
  /** What the statement booked one unit of it at in `fxCurrency`. */
  readonly fxRate?: number | undefined;
  readonly fxCurrency?: string | undefined;
  readonly description: string;
  readonly memo: string;
  /** The bank's or broker's word for it; or a category of ours. */
  readonly type: string;
  readonly symbol?: string | undefined;
  readonly isin?: string | undefined;
  readonly qualified?: boolean | undefined;
  readonly id?: string | null | undefined;
  /** Its first source and its category: set only when the book's own tables are imported. */
  readonly origin?: Pick<TransactionColumns, 'source' | 'category'> | undefined;
  /** The fill it is a cost of. */
  readonly execId?: string | undefined;
  /** Its row in the file; the place among the rows of the run where that is not known. */
  readonly row?: number | undefined;
}

/** What has no ticker is called by its ISIN, or by the name that the person has given it. */
function isUnnamed({ symbol, isin }: NewTransaction): boolean {
  return isin !== undefined && (symbol === undefined || symbol === isin);
}

function symbolOf(row: NewTransaction, { names }: ImportRun): string | null {
  return isUnnamed(row) ? names.of(row.isin ?? '') : (row.symbol ?? null);
}

const ROWS_PER_BATCH = 2000;
/** Enough rows to see whether signs and days are right. */
const SHOWN = 5;

/** A row on its way in. */
interface NewRow extends CostApart {
  readonly row: number;
}

/** Numbers equal rows over all batches of one run. */
export class TransactionImport {
  readonly #run: ImportRun;
  readonly #source: string;
  readonly #seen = new Occurrences();
  #count = 0;

  constructor(run: ImportRun, source: string) {
    this.#run = run;
    this.#source = source;
  }

  /** How many of them are new. */
  async add(transactions: readonly NewTransaction[]): Promise<number> {
    const { movements } = this.#run;
    for (const { date, amount, currency = null, description } of transactions.slice(0, SHOWN - movements.length))
      movements.push({ date, amount, currency, description });
    let imported = 0;
    for (let from = 0; from < transactions.length; from += ROWS_PER_BATCH)
      imported += await this.#some(transactions.slice(from, from + ROWS_PER_BATCH));
    return imported;
  }

  async #some(transactions: readonly NewTransaction[]): Promise<number> {
    const { scope, counts } = this.#run;
    const accountOf = await this.#run.accounts.ofAll(transactions.map(({ account }) => account));
    await this.#run.names.learn(transactions.flatMap((one) => (isUnnamed(one) ? [{ isin: one.isin ?? '' }] : [])));
    const rows = transactions.map((transaction) => this.#row(transaction, accountOf(transaction.account)));
    const known = this.#known(rows);
    const unknown = rows.filter((row) => !known.has(row));
    const decided = await this.#run.duplicates.decided(unknown.map(cashRef));
    const same = unknown.filter((row) => decided.get(cashRef(row)) === 'same').length;
    const open = unknown.filter((row) => !decided.has(cashRef(row)));
    const aside = await this.#run.duplicates.cash(open);
    const fresh = unknown.filter((row) => decided.get(cashRef(row)) !== 'same' && !aside.has(row.dedup_hash));
    counts.duplicates += known.size + same;
    counts.look_alikes += aside.size;
    const stored = new Set(fresh);
    for (const row of rows)
      this.#run.rows.mark(row.row, stored.has(row) ? 'cash' : aside.has(row.dedup_hash) ? 'asked' : 'known');
    scope.insertMany<TransactionColumns>('bank_transactions', transactionColumns.names, fresh);
    return fresh.length;
  }

  /** Those that the book has: under their own name, or as part of the fills they are costs of. */
  #known(rows: readonly NewRow[]): ReadonlySet<NewRow> {
    const { scope, duplicates: lookAlikes } = this.#run;
    const key = ['account_id', 'dedup_hash'] as const;
    const keys = rows.map(({ account_id, dedup_hash }) => [account_id, dedup_hash]);
    const there = new Set(scope.selectMany<TransactionColumns>('bank_transactions', key, key, keys).map(cashRef));
    const known = new Set<NewRow>();
    for (const row of rows) {
      const name = cashRef(row);
      if (!there.has(name)) continue;
      known.add(row);
      lookAlikes.claimed.add(name);
    }
    const open = rows.filter((row) => !known.has(row));
    for (const row of inTheirFills(scope, open)) known.add(row as NewRow); // one of those that were asked about
    return known;
  }

  /** The name of a row by what it says, or by its id. */
  #hash(accountId: string, input: NewTransaction): string {
    const amount = decimalText(input.amount);
    const content = input.id
      ? ['id', input.id, input.date, amount]
      : [input.date, amount, input.description, input.memo, input.symbol ?? ''];
    const base = hash('sha256', [accountId, ...content].join('\u001f'), 'hex').slice(0, 32);
    // The day in front makes the rows of a statement neighbours in the index.
    return `${input.date}-${base}-${this.#seen.next(base)}`;
  }

  #row(input: NewTransaction, { account_id, currency }: BookAccount): NewRow {
    return {
      account_id,
      date: input.date,
      value_date: input.valueDate ?? null,
      description: input.description.slice(0, 500),
      memo: input.memo.slice(0, 2000),
      amount: decimalText(input.amount),
      currency: input.currency ?? currency,
      fx_rate: input.fxRate === undefined ? null : decimalText(input.fxRate),
      fx_currency: input.fxRate === undefined ? null : (input.fxCurrency ?? currency),
      category: input.origin?.category ?? categoryOf(input.type, `${input.description} ${input.memo}`, input.amount),
      symbol: symbolOf(input, this.#run),
      isin: input.isin ?? null,
      qualified: input.qualified === undefined ? null : Number(input.qualified),
      reference_id: input.id ?? null,
      dedup_hash: this.#hash(account_id, input),
      source: input.origin?.source ?? this.#source,
      import_batch_id: this.#run.id,
      created_at: this.#run.now.toISOString(),
      row: input.row ?? ++this.#count,
      ...(input.execId === undefined ? {} : { exec_id: input.execId }),
    };
  }
}
