// The book's own tables, read back.
import { RowLog } from '../statement/diagnostics.ts';
import type { Diagnostics } from '../statement/model.ts';
import { TextReader } from '../text/encoding.ts';
import { CellFault, type CellReader } from './cells.ts';
import { type BookCells, BookRecords } from './records.ts';
import { BOOK_TABLES, type BookRow, bookTable, type BookTable } from './tables.ts';

/** What the tables of the book are called among the formats. */
export const BOOK_FORMAT = 'zorivest';

/** Rows of one table. */
export type BookBatch = {
  readonly [T in BookTable]: { readonly table: T; readonly rows: readonly BookRow<T>[] };
}[BookTable];

export interface BookSummary {
  readonly table: BookTable | null;
  readonly diagnostics: Diagnostics;
}

/** No header of ours is longer. */
const LONGEST_HEADER = 4000;

/** The table whose header a file begins with, and what stands between its columns; null for any other file. */
export function bookTableOf(head: string): { readonly table: BookTable; readonly delimiter: string } | null {
  const start = head.startsWith('\ufeff') ? head.slice(1, LONGEST_HEADER) : head.slice(0, LONGEST_HEADER);
  const line = /^[^\r\n]*/.exec(start)?.[0] ?? '';
  for (const delimiter of [',', ';', '\t']) {
    const table = bookTable(namesIn(line, delimiter));
    if (table !== null) return { table, delimiter };
  }
  return null;
}

function namesIn(line: string, delimiter: string): string[] {
  return line.split(delimiter).map((name) => name.replaceAll('"', '').trim());
}

/** A file of one of the book's tables as its rows; the generator returns the summary. */
export async function* streamBookTable(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<BookBatch, BookSummary> {
  const decoder = new TextReader();
  const log = new RowLog();
  let head = '';
  let open: OpenTable | null = null;
  for await (const chunk of chunks) {
    const piece = decoder.read(chunk);
    if (open === null) {
      head += piece;
      if (!head.includes('\n') && head.length < LONGEST_HEADER) continue;
      open = openTable(head, log);
      if (open === null) break;
    } else if (!open.push(piece)) break;
    const batch = open.takeBatch();
    if (batch.rows.length > 0) yield batch;
  }
  const rest = decoder.end();
  open ??= openTable(head + rest, log);
  if (open === null) {
    log.warn('This is not a table that this book has written.');
    return { table: null, diagnostics: log.diagnostics() };
  }
  open.end();
  const batch = open.takeBatch();
  if (batch.rows.length > 0) yield batch;
  return { table: open.table, diagnostics: log.diagnostics() };
}

function openTable(head: string, log: RowLog): OpenTable | null {
  const found = bookTableOf(head);
  if (found === null) return null;
  const open = new OpenTable(found.table, found.delimiter, log);
  open.push(head.startsWith('\ufeff') ? head.slice(1) : head);
  return open;
}

type Columns = readonly (readonly [name: string, read: CellReader<unknown>, at: number])[];

class OpenTable {
  readonly table: BookTable;
  readonly #records: BookRecords;
  readonly #log: RowLog;
  #columns: Columns | null = null;
  #rows: Record<string, unknown>[] = [];
  #row = 0;
  #broken = false;

  constructor(table: BookTable, delimiter: string, log: RowLog) {
    this.table = table;
    this.#records = new BookRecords(delimiter);
    this.#log = log;
  }

  /** False once the rest of the file cannot be read. */
  push(text: string): boolean {
    return !this.#broken && this.#read(this.#records.push(text));
  }

  end(): void {
    if (!this.#broken) this.#read(this.#records.end());
    if (this.#row === 1 && !this.#broken) this.#log.warn('The file has no rows to import.');
  }

  takeBatch(): BookBatch {
    const rows = this.#rows;
    this.#rows = [];
    // Each row was made by the readers of this table's columns.
    return { table: this.table, rows } as unknown as BookBatch;
  }

  #read(records: readonly BookCells[] | null): boolean {
    if (records === null) {
      this.#broken = true;
      this.#log.invalid(this.#row + 1, 'From here on the file cannot be read: a quotation mark is never closed');
      return false;
    }
    for (const cells of records) {
      this.#row++;
      if (this.#columns === null) this.#columns = columnsOf(this.table, cells);
      else this.#take(cells, this.#columns);
    }
    return true;
  }

  #take(cells: BookCells, columns: Columns): void {
    const values: Record<string, unknown> = { row: this.#row };
    for (const [name, read, at] of columns) {
      const value = read(cells[at] ?? null);
      if (value instanceof CellFault) return this.#log.invalid(this.#row, `${name} ${value.reason}`);
      values[name] = value;
    }
    this.#log.countParsed();
    this.#rows.push(values);
  }
}

function columnsOf(table: BookTable, header: BookCells): Columns {
  const places = new Map(header.map((name, at) => [(name ?? '').trim(), at]));
  return Object.entries(BOOK_TABLES[table]).map(([name, read]) => [name, read, places.get(name) ?? -1] as const);
}
