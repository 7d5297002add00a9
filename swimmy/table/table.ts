// Rows of numbers in a file, each of the same width: every run of a sweep, or every trade of a run. A page of them is one
// read at a known place, whatever their number.
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';

export interface Column {
  readonly name: string;
  /** `time`: Unix seconds; `whole`: a whole number; `word`: an index into `words`. Absent: any number. */
  readonly kind?: 'time' | 'whole' | 'word';
  readonly words?: readonly string[];
}

export interface TableHead {
  readonly columns: readonly Column[];
  /** How many of the first columns are parameters of a sweep. */
  readonly parameters: number;
  readonly rows: number;
}

/** Rows that can be read by their number, from a file or from memory. */
export interface RowSource extends TableHead {
  /** Row after row; fewer at the end. */
  read(from: number, count: number): Float64Array;
}

export interface Table extends RowSource {
  close(): void;
}

class TableError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TableError';
  }
}

const MAGIC = Buffer.from('SWIMROWS');
const PREFIX = MAGIC.length + 4;
const CELL = 8;
/** A head longer than this belongs to no table of ours. */
const LONGEST_HEAD = 4 * 1024 * 1024;

export interface TableWriter {
  /** Whole rows, one after the other. */
  write(values: Float64Array): void;
  /** Makes the file visible under its name; throws when rows are missing. */
  finish(): void;
  /** Leaves nothing behind. */
  abandon(): void;
}

/** Written to a temporary file and renamed, so that a visible file is always complete. */
export function createTable(file: string, head: TableHead): TableWriter {
  const temporary = `${file}.${process.pid}.part`;
  const handle = openSync(temporary, 'w');
  const text = Buffer.from(JSON.stringify(head));
  const padded = Buffer.concat([text, Buffer.alloc((CELL - ((PREFIX + text.length) % CELL)) % CELL, ' ')]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(padded.length);
  writeSync(handle, Buffer.concat([MAGIC, length, padded]));
  let cells = 0;
  return {
    write: (values) => {
      writeAll(handle, Buffer.from(values.buffer, values.byteOffset, values.byteLength));
      cells += values.length;
    },
    finish: () => {
      closeSync(handle);
      if (cells !== head.rows * head.columns.length) {
        rmSync(temporary, { force: true });
        throw new TableError(`a table of ${head.rows} rows was given ${cells / head.columns.length}`);
      }
      renameSync(temporary, file);
    },
    abandon: () => {
      closeSync(handle);
      rmSync(temporary, { force: true });
    },
  };
}

function writeAll(handle: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at, bytes.length - at);
}

export function openTable(file: string): Table {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (error) {
    throw new TableError(`${file} cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
  try {
    const { head, start } = readHead(handle, file);
    const width = head.columns.length * CELL;
    if (fstatSync(handle).size !== start + head.rows * width) throw new TableError(`${file} is truncated`);
    return {
      ...head,
      read: (from, count) => {
        const first = Math.min(Math.max(0, from), head.rows);
        const values = new Float64Array(Math.min(count, head.rows - first) * head.columns.length);
        readAll(handle, Buffer.from(values.buffer), start + first * width, file);
        return values;
      },
      close: () => closeSync(handle),
    };
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

function readHead(handle: number, file: string): { readonly head: TableHead; readonly start: number } {
  const prefix = Buffer.alloc(PREFIX);
  const got = readSync(handle, prefix, 0, PREFIX, 0);
  const length = got === PREFIX ? prefix.readUInt32LE(MAGIC.length) : 0;
  if (!prefix.subarray(0, MAGIC.length).equals(MAGIC) || length > LONGEST_HEAD)
    throw new TableError(`${file} is not a swimmy table`);
  const text = Buffer.alloc(length);
  readAll(handle, text, PREFIX, file);
  return { head: JSON.parse(text.toString('utf8')) as TableHead, start: PREFIX + length }; // behind our own magic
}

function readAll(handle: number, bytes: Buffer, position: number, file: string): void {
  for (let at = 0; at < bytes.length;) {
    const got = readSync(handle, bytes, at, bytes.length - at, position + at);
    if (got === 0) throw new TableError(`${file} is truncated`);
    at += got;
  }
}

/** A cell as JSON shows it: infinite and undefined figures have no JSON form. */
function jsonCell({ kind, words }: Column, value: number): number | string | null {
  if (kind === 'word') return words?.[value] ?? null;
  return Number.isFinite(value) ? value : null;
}

export interface Page {
  readonly total: number;
  readonly rows: readonly {
    readonly parameters: Readonly<Record<string, number | string | null>>;
    readonly figures: Readonly<Record<string, number | string | null>>;
  }[];
}

export function pageOf(source: RowSource, offset: number, limit: number): Page {
  const { columns, parameters } = source;
  const values = source.read(offset, limit);
  const cells = (row: number, from: number, to: number) =>
    Object.fromEntries(
      columns
        .slice(from, to)
        .map((column, i) => [column.name, jsonCell(column, values[row * columns.length + from + i] as number)]),
    );
  return {
    total: source.rows,
    rows: Array.from({ length: values.length / columns.length }, (_, row) => ({
      parameters: cells(row, 0, parameters),
      figures: cells(row, parameters, columns.length),
    })),
  };
}

/** Names of columns that a file of any kind can carry: a parameter may be called as a figure is. */
export function columnNames({ columns, parameters }: TableHead): string[] {
  const figures = new Set(columns.slice(parameters).map(({ name }) => name));
  return columns.map(({ name }, i) => (i < parameters && figures.has(name) ? `parameter_${name}` : name));
}
