// What is handed to the process that reads the book for a policy, and what comes back.
import type { Row, WriteMode } from './market-tables.ts';

/** Rows a dry run would have written: only a query after them may see them. */
export interface TriedWrite {
  readonly table: string;
  readonly rows: readonly Row[];
  readonly mode: WriteMode;
}

interface OnTheBook {
  readonly database: string;
  readonly dataKey: Uint8Array;
}

export interface CheckJob extends OnTheBook {
  readonly kind: 'check';
  readonly statements: readonly string[];
}

export interface QueryJob extends OnTheBook {
  readonly kind: 'query';
  readonly sql: string;
  readonly binds: Readonly<Record<string, unknown>>;
  readonly limit: number;
  readonly maxBytes: number;
  readonly tried: readonly TriedWrite[];
}

export type SqlJob = CheckJob | QueryJob;

export interface QueryRows {
  readonly rows: readonly Record<string, unknown>[];
  readonly truncated: boolean;
}

/** For each statement why it may not run; empty for one that may. */
export interface CheckAnswer {
  readonly refusals: readonly (readonly string[])[];
}

export type QueryAnswer =
  | ({ readonly ok: true } & QueryRows)
  | { readonly ok: false; readonly message: string; readonly refused: boolean };
