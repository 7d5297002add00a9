// A broker's form of a year's sales, as its file states them.
import type { Form1099, StatedSale } from '@zorivest/vocabulary';
import type { RowNote } from '../statement/model.ts';

export interface FormSale extends StatedSale {
  /** Ticker, coin or option as the book names it; absent where the form only describes what was sold. */
  readonly instrument?: string;
  readonly cusip?: string;
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
