// The figures behind a chart: what is read aloud, unfolded, and saved as a file.
import { money } from '../amount/format.ts';
import { HIDDEN } from '../amount/privacy.ts';

/** A text; or a number with how it is shown, so that a file has the number. */
export type Cell = string | { readonly text: string; readonly value: number };

export interface ChartRow {
  readonly cells: readonly Cell[];
  /** The mark it is about: what is behind it can be opened from here too. */
  readonly key?: string;
}

export interface ChartTable {
  readonly head: readonly string[];
  readonly rows: readonly ChartRow[];
}

/** A number that is not an amount, and so is never hidden. */
export function numberCell(value: number | null | undefined, format: (value: number) => string): Cell {
  return value === null || value === undefined ? '–' : { text: format(value), value };
}

export function amountCell(
  value: number | null | undefined,
  hidden: boolean,
  format: (value: number) => string = money,
): Cell {
  return hidden ? HIDDEN : numberCell(value, format);
}

export const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text);

/** As a file for a spreadsheet: numbers as they are; a text is never taken for a formula. */
export function csvOf({ head, rows }: ChartTable): string {
  const lines = [head, ...rows.map(({ cells }) => cells)];
  return lines.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('');
}

function writeCell(cell: Cell): string {
  if (typeof cell !== 'string') return String(cell.value);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
