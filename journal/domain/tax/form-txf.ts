// Sales as tax programs take them: the Tax Exchange Format, version 042, in which a number says the box of Form 8949.

import type { FormBox } from '@zorivest/vocabulary';
import { american, type FormRow, type TaxForm, withCents } from './form.ts';

/** Boxes G to L have no number in it: it is older than they are. */
export const TXF_NUMBERS: Readonly<Partial<Record<FormBox, number>>> = {
  A: 321,
  B: 711,
  C: 712,
  D: 323,
  E: 713,
  F: 714,
};

function numberOf({ box }: Pick<FormRow, 'box'>): number | undefined {
  return (TXF_NUMBERS as Readonly<Record<string, number>>)[box ?? ''];
}

/** What a file of it holds, and how many sales it cannot. */
export function formTxf({ rows }: Pick<TaxForm, 'rows'>, today: string): { text: string; left_out: number } {
  const sales = rows.filter((row) => numberOf(row) !== undefined);
  const records = [['V042', 'AZorivest', `D${american(today)}`], ...sales.map(recordOf)];
  return {
    text: records.map((lines) => [...lines, '^', ''].join('\r\n')).join(''),
    left_out: rows.length - sales.length,
  };
}

/** Record format 5: what was sold, both days, basis, proceeds, and the disallowed loss. */
function recordOf(row: FormRow): string[] {
  const { description, acquired, sold, cost_basis, proceeds, adjustment } = row;
  return [
    'TD',
    `N${numberOf(row)}`,
    'C1',
    'L1',
    `P${description}`,
    `D${american(acquired)}`,
    `D${american(sold)}`,
    `$${withCents(cost_basis)}`,
    `$${withCents(proceeds)}`,
    `$${(adjustment ?? 0) === 0 ? '' : withCents(adjustment)}`,
  ];
}
