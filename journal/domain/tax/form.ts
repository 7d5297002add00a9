// What the three forms share: rows as the form lists them, lines by the form's own numbers, and both as CSV.

import { dayText, monthOf, parseDay, yearOf } from '../calendar/day.ts';
import type { Problem } from '../money/index.ts';
import type { BoxRules } from './box.ts';
import type { RealizedInput } from './realized.ts';

export type TaxFormName = '8949' | '6781' | 'schedule-d';

export interface FormInput extends RealizedInput, BoxRules {}

export interface FormRow {
  readonly part: 'I' | 'II' | 'III';
  /** The line of the form the row stands on, where it has one of its own. */
  readonly line: string | null;
  readonly box: string | null;
  readonly description: string;
  readonly acquired: string | null;
  readonly sold: string | null;
  /** Null where the form has no such column for the row. */
  readonly proceeds: number | null;
  readonly cost_basis: number | null;
  readonly code: string | null;
  readonly adjustment: number | null;
  readonly gain_loss: number;
  readonly account_id: string | null;
  /** The lot of the sale, where the row is of one. */
  readonly lot_id: string | null;
  /** The column in which the form wants the word Expired in place of an amount. */
  readonly expired: 'proceeds' | 'cost_basis' | null;
}

export interface TaxForm {
  readonly form: TaxFormName;
  readonly year: number;
  readonly title: string;
  readonly rows: FormRow[];
  /** What stands in the gain-or-loss column of each line. */
  readonly lines: Readonly<Record<string, number>>;
  readonly convention: string;
  readonly disclaimer: string;
  readonly problems: Problem[];
}

/** An amount as a form shows it: always with cents. */
export function withCents(amount: number | null): string {
  return amount === null ? '' : amount.toFixed(2);
}

/** MM/DD/YYYY, as the forms ask. */
export function american(date: string | null): string {
  const day = date === null ? null : parseDay(date);
  if (day === null) return '';
  return `${String(monthOf(day)).padStart(2, '0')}/${dayText(day).slice(8)}/${yearOf(day)}`;
}
