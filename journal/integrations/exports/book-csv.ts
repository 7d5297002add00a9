// Rows of a whole book as CSV and back, without loss: null and an empty text differ, an amount is the exact text the
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

export function writeHead(columns: readonly LeavingColumn[]): Buffer {
  return Buffer.from(`${columns.map(({ name }) => name).join(',')}\r\n`, 'utf8');
}

export function writeRows(columns: readonly LeavingColumn[], rows: readonly Readonly<Record<string, Value>>[]): Buffer {
  const lines = rows.map((row) => `${columns.map(({ name }) => writeCell(row[name] ?? null)).join(',')}\r\n`);
  return Buffer.from(lines.join(''), 'utf8');
}

/** What is wrong with a table, in words that go on after its name. */
export class TableFault extends Error {
  override readonly name = 'TableFault';
}

/** The page of a report is one cell. */
const LONGEST_RECORD = 64 << 20;

/** A row, or what is wrong with it, and the line of the file on which it begins. */
export type ReadRow = { readonly line: number } & (
  | { readonly row: Record<string, Value>; readonly fault?: undefined }
  | { readonly row?: undefined; readonly fault: string }
);

/** Exactly the columns that are expected, each with a value its kind can have. */
export function* readTable(columns: readonly LeavingColumn[], chunks: Iterable<Uint8Array>): Generator<ReadRow> {
  const records = new BookRecords(',', LONGEST_RECORD);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let row = 0;
  let line = 1;
  function* take(found: readonly (readonly (string | null)[])[] | null): Generator<ReadRow> {
    if (found === null) throw new TableFault('has a quotation mark that never closes');
    for (const cells of found) {
      row += 1;
      if (row === 1) mustBeHead(columns, cells);
      else yield { line, ...readRow(columns, cells) };
      line += linesIn(cells);
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

/** A cell in quotation marks may go over several. */
function linesIn(cells: readonly (string | null)[]): number {
  let lines = 1;
  for (const cell of cells) if (cell?.includes('\n') === true) lines += cell.split('\n').length - 1;
  return lines;
}

function readRow(
  columns: readonly LeavingColumn[],
  cells: readonly (string | null)[],
): { readonly row: Record<string, Value> } | { readonly fault: string } {
  if (cells.length !== columns.length) return { fault: `has ${cells.length} cells, where ${columns.length} belong` };
  const values: Record<string, Value> = {};
  for (const [at, { name, isNumber }] of columns.entries()) {
    const cell = cells[at] ?? null;
    if (cell === null) values[name] = null;
    else if (!isNumber) values[name] = cell.startsWith("'") ? cell.slice(1) : cell;
    else if (NUMBER.test(cell)) values[name] = Number(cell);
    else return { fault: `${name} ${JSON.stringify(cell.slice(0, 40))} is no number` };
  }
  return { row: values };
}
