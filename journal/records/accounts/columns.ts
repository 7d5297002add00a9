// An account's row and that of a balance, described once.
import type { accountTypes } from '@zorivest/contract';
import type { ReportsBasis } from '@zorivest/vocabulary';
import { decimal, flag, optional, type RowOf, Shape, stamp, text, time, word } from '@zorivest/store';

export const accountColumns = new Shape({
  account_id: text,
  name: text,
  account_type: word<(typeof accountTypes)[number]>(),
  institution: text,
  currency: text,
  is_tax_advantaged: flag,
  is_spousal: flag,
  broker_id: optional(text),
  reports_basis: optional(word<ReportsBasis>()),
  notes: optional(text),
  is_archived: flag,
  is_system: flag,
  created_at: stamp,
});

export const balanceColumns = new Shape({
  account_id: text,
  datetime: time,
  balance: decimal,
  /** Null: the account's. */
  currency: optional(text),
});

export type AccountRow = RowOf<typeof accountColumns>;
export type BalanceColumns = RowOf<typeof balanceColumns>;
