// A broker's form of a year's sales, as its file states them.
import type { Form1099, FormBox, Term } from '@zorivest/words';
import type { RowNote } from '../statement/model.ts';

export interface FormSale {
  /** The record's place in the file, counted from 1; of a TXF file its first line. */
  readonly row: number;
  /** Ticker, coin or option as the book names it; absent where the form only describes what was sold. */
  readonly instrument?: string;
  readonly cusip?: string;
  readonly description: string;
  readonly quantity: number | null;
  /** Null: various, or not said. */
  readonly acquired: string | null;
  readonly sold: string;
  readonly proceeds: number;
  readonly cost_basis: number | null;
  /** Null where the file has no place for it. */
  readonly wash: number | null;
  readonly box: FormBox | null;
  readonly term: Term | null;
}

export interface FormFile {
  readonly form: Form1099;
  /** The year of most sales; null without any. */
  readonly year: number | null;
  readonly sales: readonly FormSale[];
  readonly invalid: readonly RowNote[];
  /** What was understood and says nothing of a sale. */
  readonly skipped: readonly RowNote[];
}
