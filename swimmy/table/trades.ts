// The trades of a run as rows of a table.
import { roundFigures, type Trade } from '@zorivest/engine';
import type { Column, RowSource } from './table.ts';

/** In the order people read them; what else a trade carries follows. */
export const TRADE = [
  'side',
  'entry_time',
  'exit_time',
  'entry_price',
  'exit_price',
  'volume',
  'pnl',
  'reason',
] as const satisfies readonly (keyof Trade)[];
/** What the compatible mode knows of one. */
export const CLOSED_TRADE = ['timestamp', 'pnl'] as const;

const TIMES = new Set(['entry_time', 'exit_time', 'timestamp']);

export function tradeRows(trades: readonly object[], fields: readonly string[] = TRADE): RowSource {
  const rows = roundFigures(trades) as readonly Readonly<Record<string, unknown>>[]; // looked up by name, as unknown
  const names = [...fields, ...Object.keys(rows[0] ?? {}).filter((name) => !fields.includes(name))];
  const columns = names.map((name): Column => {
    if (TIMES.has(name)) return { name, kind: 'time' };
    const words = new Set(rows.flatMap((row) => (typeof row[name] === 'string' ? [row[name]] : [])));
    return words.size === 0 ? { name } : { name, kind: 'word', words: [...words] };
  });
  const cell = (row: Readonly<Record<string, unknown>>, { name, words }: Column): number =>
    words ? words.indexOf(String(row[name])) : typeof row[name] === 'number' ? row[name] : NaN;
  return {
    columns,
    parameters: 0,
    rows: rows.length,
    read: (from, count) =>
      Float64Array.from(rows.slice(from, from + count).flatMap((row) => columns.map((column) => cell(row, column)))),
  };
}
