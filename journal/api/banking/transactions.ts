// Transactions into the book, each once: by the bank's id with date and amount (banks reuse ids), else by what the row
// says; equal rows of one file are told apart by their number.
import { hash } from 'node:crypto';
import { Occurrences } from '@zorivest/imports';
import type { BookAccount } from '../imports/accounts.ts';
import { cashRef } from '../imports/look-alikes.ts';
import type { ImportRun } from '../imports/run.ts';
import { decimalText } from '../store/index.ts';
import { categoryOf } from './category.ts';
import { type TransactionColumns, transactionColumns } from './columns.ts';

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
  readonly id?: string | null | undefined;
  /** Where it came from at first, and what it was taken for: said by the book's own tables only. */
  readonly kept?: Pick<TransactionColumns, 'source' | 'category'> | undefined;
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

const AT_ONCE = 2000;

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
    let imported = 0;
    for (let from = 0; from < transactions.length; from += AT_ONCE)
      imported += await this.#some(transactions.slice(from, from + AT_ONCE));
    return imported;
  }

  async #some(transactions: readonly NewTransaction[]): Promise<number> {
    const { scope, counts } = this.#run;
    const accountOf = await this.#run.accounts.ofAll(transactions.map(({ account }) => account));
    await this.#run.names.learn(transactions.flatMap((one) => (isUnnamed(one) ? [{ isin: one.isin ?? '' }] : [])));
    const rows = transactions.map((transaction) => this.#row(transaction, accountOf(transaction.account)));
    const key = ['account_id', 'dedup_hash'] as const;
    const keys = rows.map(({ account_id, dedup_hash }) => [account_id, dedup_hash]);
    const there = scope.selectMany<TransactionColumns>('bank_transactions', key, key, keys);
    const known = new Set(there.map(cashRef));
    for (const row of rows) if (known.has(cashRef(row))) this.#run.lookAlikes.claimed.add(cashRef(row));
    const unknown = rows.filter((row) => !known.has(cashRef(row)));
    const decided = await this.#run.lookAlikes.decided(unknown.map(cashRef));
    const same = unknown.filter((row) => decided.get(cashRef(row)) === 'same').length;
    const open = unknown.filter((row) => !decided.has(cashRef(row)));
    const aside = await this.#run.lookAlikes.cash(open);
    const fresh = unknown.filter((row) => decided.get(cashRef(row)) !== 'same' && !aside.has(row.dedup_hash));
    counts.duplicates += rows.length - unknown.length + same;
    counts.look_alikes += aside.size;
    scope.insertMany<TransactionColumns>('bank_transactions', transactionColumns.names, fresh);
    return fresh.length;
  }

  #row(input: NewTransaction, { account_id, currency }: BookAccount): TransactionColumns & { readonly row: number } {
    const amount = decimalText(input.amount);
    const content = input.id
      ? ['id', input.id, input.date, amount]
      : [input.date, amount, input.description, input.memo, input.symbol ?? ''];
    const base = hash('sha256', [account_id, ...content].join('\u001f'), 'hex').slice(0, 32);
    const occurrence = this.#seen.next(base);
    return {
      account_id,
      date: input.date,
      value_date: input.valueDate ?? null,
      description: input.description.slice(0, 500),
      memo: input.memo.slice(0, 2000),
      amount,
      currency: input.currency ?? currency,
      fx_rate: input.fxRate === undefined ? null : decimalText(input.fxRate),
      fx_currency: input.fxRate === undefined ? null : (input.fxCurrency ?? currency),
      category: input.kept?.category ?? categoryOf(input.type, `${input.description} ${input.memo}`, input.amount),
      symbol: symbolOf(input, this.#run),
      isin: input.isin ?? null,
      reference_id: input.id ?? null,
      // The day in front makes the rows of a statement neighbours in the index.
      dedup_hash: `${input.date}-${base}-${occurrence}`,
      source: input.kept?.source ?? this.#source,
      import_batch_id: this.#run.id,
      created_at: this.#run.now.toISOString(),
      row: input.row ?? ++this.#count,
    };
  }
}
