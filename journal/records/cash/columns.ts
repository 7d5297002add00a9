// The row of a bank's or broker's cash transaction, described once.
import type { transactionCategories } from '@zorivest/contract';
import { decimal, flag, optional, type RowOf, Shape, stamp, text, word } from '@zorivest/store';

export const transactionColumns = new Shape({
  account_id: text,
  date: text,
  value_date: optional(text),
  description: text,
  memo: text,
  amount: decimal,
  currency: text,
  /** What the statement booked one unit of `currency` at in `fx_currency`, its account's; null where it says nothing. */
  fx_rate: optional(decimal),
  fx_currency: optional(text),
  category: word<(typeof transactionCategories)[number]>(),
  symbol: optional(text),
  isin: optional(text),
  /** What the person, or the broker's own form, says of a dividend; null: the holding period tells. */
  qualified: optional(flag),
  reference_id: optional(text),
  dedup_hash: text,
  source: text,
  import_batch_id: optional(text),
  created_at: stamp,
});

export type TransactionColumns = RowOf<typeof transactionColumns>;

export const cashStatementColumns = new Shape({
  account_id: text,
  currency: text,
  /** `YYYY-MM-DD`: its evening. */
  date: text,
  balance: decimal,
  created_at: stamp,
});

export type CashStatementColumns = RowOf<typeof cashStatementColumns>;
