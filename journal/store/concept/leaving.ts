// What of a table leaves with the book when a person takes it elsewhere. A table that says nothing of it is a type error.
import type { Database } from '../database/schema.ts';

/** A column that does not leave: why, and what stands in it where the book arrives. */
export interface LeftOutColumn {
  readonly why: string;
  readonly arrives: string | number | null;
  /** What the person has to do again there, for every row; the row's own name comes after it. */
  readonly again?: string;
}

interface Parts<Column extends string> {
  readonly without?: { readonly [C in Column]?: LeftOutColumn };
  /** Columns of bytes: files in a folder of that name, one for each row. */
  readonly files?: { readonly [C in Column]?: string };
  /** Rows that stay: those with one of these values in a column, and why. */
  readonly withoutRows?: { readonly column: Column; readonly values: readonly string[]; readonly why: string };
  /** What an unused book may contain already: replaced when another book is imported. */
  readonly replaced?: boolean;
}

interface Stays {
  readonly stays: string;
}

/** Exported for reading, and not imported again. */
interface ForReading {
  readonly forReading: string;
}

/** Of any table: its columns are texts. */
export type Leaving = 'every column' | Parts<string> | Stays | ForReading;

/** Of each table with its own columns. */
export type LeavingOf<Tables extends keyof Database> = {
  readonly [T in Tables]: 'every column' | Parts<keyof Database[T] & string> | Stays | ForReading;
};
