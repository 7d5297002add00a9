// A form's rows as a spreadsheet takes them, under the form's own column names.

import { csv } from './csv.ts';
import { american, type FormRow, type TaxForm, withCents } from './form.ts';

type Column = readonly [name: string, of: (row: FormRow) => string];

const SALES: readonly Column[] = [
  ['Part', ({ part }) => part],
  ['Box', ({ box }) => box ?? ''],
  ['(a) Description of property', ({ description }) => description],
  ['(b) Date acquired', ({ acquired }) => american(acquired)],
  ['(c) Date sold', ({ sold }) => american(sold)],
  ['(d) Proceeds', ({ proceeds, expired }) => (expired === 'proceeds' ? 'Expired' : withCents(proceeds))],
  [
    '(e) Cost or other basis',
    ({ cost_basis, expired }) => (expired === 'cost_basis' ? 'Expired' : withCents(cost_basis)),
  ],
  ['(f) Code', ({ code }) => code ?? ''],
  ['(g) Adjustment', ({ code, adjustment }) => (code === null ? '' : withCents(adjustment))],
  ['(h) Gain or (loss)', ({ gain_loss }) => withCents(gain_loss)],
  ['Account', ({ account_id }) => account_id ?? ''],
];

const CONTRACTS: readonly Column[] = [
  ['Part', ({ part }) => part],
  ['(a) Identification of account', ({ description }) => description],
  ['Date acquired', ({ acquired }) => american(acquired)],
  ['Date sold', ({ sold }) => american(sold)],
  ['Proceeds', ({ proceeds }) => withCents(proceeds)],
  ['Cost or other basis', ({ cost_basis }) => withCents(cost_basis)],
  ['(b) Loss', ({ gain_loss }) => (gain_loss < 0 ? withCents(-gain_loss) : '')],
  ['(c) Gain', ({ gain_loss }) => (gain_loss < 0 ? '' : withCents(gain_loss))],
  ['Account', ({ account_id }) => account_id ?? ''],
];

const LINES: readonly Column[] = [
  ['Line', ({ line }) => line ?? ''],
  ['Description', ({ description }) => description],
  ['(d) Proceeds', ({ proceeds }) => withCents(proceeds)],
  ['(e) Cost or other basis', ({ cost_basis }) => withCents(cost_basis)],
  ['(g) Adjustments', ({ adjustment }) => withCents(adjustment)],
  ['(h) Gain or (loss)', ({ gain_loss }) => withCents(gain_loss)],
];

const COLUMNS = { '8949': SALES, '6781': CONTRACTS, 'schedule-d': LINES } as const;

/** Column names and rows, for the code that arranges them. */
export function formTable({ form, rows }: Pick<TaxForm, 'form' | 'rows'>): { head: string[]; body: string[][] } {
  const columns = COLUMNS[form];
  return { head: columns.map(([name]) => name), body: rows.map((row) => columns.map(([, of]) => of(row))) };
}

export function formCsv(form: Pick<TaxForm, 'form' | 'rows'>): string {
  const { head, body } = formTable(form);
  return csv([head, ...body]);
}
