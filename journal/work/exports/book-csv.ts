// Rows of a whole book as CSV and back, without a loss: nothing and an empty text are told apart, an amount is the text the
// book keeps, and what a spreadsheet would run has an apostrophe in front.
import { BookRecords } from '@zorivest/imports';
import type { LeavingColumn } from './book-tables.ts';

export type Value = string | number | null;

const RUN = /^[=+\-@\t\r']/;
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i;

function writeCell(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  if (value === '') return '""';
  const safe = RUN.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function writeTable(columns: readonly LeavingColumn[], rows: Iterable<Readonly<Record<string, Value>>>): Buffer {
  const lines = [columns.map(({ name }) => name).join(',')];
  for (const row of rows) lines.push(columns.map(({ name }) => writeCell(row[name] ?? null)).join(','));
  return Buffer.from(`${lines.join('\r\n')}\r\n`, 'utf8');
}

/** What is wrong with a table, in words that go on after its name. */
export class TableFault extends Error {
  override readonly name = 'TableFault';
}

/** The page of a report is one cell. */
const LONGEST_RECORD = 64 << 20;

/** Exactly the columns that are expected, each with a value its kind can have. */
export function* readTable(
  columns: readonly LeavingColumn[],
  chunks: Iterable<Uint8Array>,
): Generator<Record<string, Value>> {
  const records = new BookRecords(',', LONGEST_RECORD);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let row = 0;
  function* take(found: readonly (readonly (string | null)[])[] | null): Generator<Record<string, Value>> {
    if (found === null) throw new TableFault('has a quotation mark that never closes');
    for (const cells of found) {
      row += 1;
      if (row === 1) mustBeHead(columns, cells);
      else yield readRow(columns, cells, row);
    }
  }
  for (const chunk of chunks) yield* take(records.push(decode(() => decoder.decode(chunk, { stream: true }))));
  yield* take(records.push(decode(() => decoder.decode())));
  yield* take(records.end());
  if (row === 0) throw new TableFault('is empty: it has no header');
}

function decode(read: () => string): string {
  try {
    return read();
  } catch {
    throw new TableFault('is no UTF-8 text');
  }
}

function mustBeHead(columns: readonly LeavingColumn[], cells: readonly (string | null)[]): void {
  const wanted = columns.map(({ name }) => name);
  if (cells.length === wanted.length && wanted.every((name, at) => cells[at] === name)) return;
  const missing = wanted.filter((name) => !cells.includes(name));
  const unknown = cells.filter((cell) => cell === null || !wanted.includes(cell));
  const what = [
    ...(missing.length > 0 ? [`lacks ${missing.join(', ')}`] : []),
    ...(unknown.length > 0 ? [`has ${unknown.slice(0, 5).join(', ')}, which is not known`] : []),
  ];
  throw new TableFault(what.length > 0 ? what.join(' and ') : 'has its columns in another order');
}

function readRow(
  columns: readonly LeavingColumn[],
  cells: readonly (string | null)[],
  row: number,
): Record<string, Value> {
  if (cells.length !== columns.length)
    throw new TableFault(`has ${cells.length} cells in row ${row}, where ${columns.length} belong`);
  const values: Record<string, Value> = {};
  for (const [at, { name, isNumber }] of columns.entries()) {
    const cell = cells[at] ?? null;
    if (cell === null) values[name] = null;
    else if (!isNumber) values[name] = cell.startsWith("'") ? cell.slice(1) : cell;
    else if (NUMBER.test(cell)) values[name] = Number(cell);
    else throw new TableFault(`has no number in ${name} of row ${row}`);
  }
  return values;
}
