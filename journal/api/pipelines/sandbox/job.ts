// What is handed to the process that reads the book for a policy, and what comes back.
import type { Row, WriteMode } from '../market-tables.ts';

/** Rows a dry run would have written: a query after them must see them, and nobody else may. */
export interface TriedWrite {
  readonly table: string;
  readonly rows: readonly Row[];
  readonly mode: WriteMode;
}

export interface QueryJob {
  readonly database: string;
  readonly dataKey: Uint8Array;
  readonly sql: string;
  readonly binds: Readonly<Record<string, unknown>>;
  readonly limit: number;
  readonly maxBytes: number;
  readonly tried: readonly TriedWrite[];
}

export interface QueryRows {
  readonly rows: readonly Record<string, unknown>[];
  readonly truncated: boolean;
}

export type QueryAnswer = ({ readonly ok: true } & QueryRows) | { readonly ok: false; readonly message: string };
