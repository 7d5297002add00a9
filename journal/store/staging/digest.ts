// One digest of everything that a transaction changes: the same for the same change, whenever it is made. Numbers that the
// database counts up are given when it is stored, so they are left out; a row that refers to a new one is known by its place.
import { createHash } from 'node:crypto';
import type { Connection } from '../database/dialect.ts';
import type { RowChange, StoredValue, StoredRow } from '../database/row-changes.ts';

interface Numbering {
  /** The column whose number the database gives. */
  readonly counted: string | null;
  /** Columns that hold such a number of another table -> that table. */
  readonly refers: ReadonlyMap<string, string>;
}

interface ColumnInfo {
  readonly name: string;
  readonly type: string;
  readonly pk: number;
}

const quote = (name: string): string => `"${name}"`;

function countedOf(connection: Connection, table: string): string | null {
  const columns = connection.pragma(`main.table_info(${quote(table)})`) as ColumnInfo[];
  const [only, ...others] = columns.filter(({ pk }) => pk > 0);
  return only !== undefined && others.length === 0 && only.type.toLowerCase() === 'integer' ? only.name : null;
}

function numberingOf(connection: Connection, table: string): Numbering {
  const keys = connection.pragma(`main.foreign_key_list(${quote(table)})`) as { from: string; table: string }[];
  const counting = keys.filter((key) => countedOf(connection, key.table) !== null);
  return {
    counted: countedOf(connection, table),
    refers: new Map(counting.map(({ from, table: to }) => [from, to])),
  };
}

/** Takes one change after the other. */
export class ChangeDigest {
  readonly #connection: Connection;
  readonly #hash = createHash('sha256');
  readonly #numberings = new Map<string, Numbering>();
  readonly #made = new Map<string, number>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add({ table, before, after }: RowChange): void {
    const { counted } = this.#numbering(table);
    if (before === null && after !== null && counted !== null)
      this.#made.set(`${table} ${String(after[counted])}`, this.#made.size);
    this.#hash.update(JSON.stringify([table, this.#plainRow(table, before), this.#plainRow(table, after)]));
  }

  end(): string {
    return this.#hash.digest('hex');
  }

  #numbering(table: string): Numbering {
    const known = this.#numberings.get(table) ?? numberingOf(this.#connection, table);
    this.#numberings.set(table, known);
    return known;
  }

  #plainRow(table: string, row: StoredRow | null): unknown {
    if (row === null) return null;
    const { counted, refers } = this.#numbering(table);
    return Object.entries(row).map(([column, value]) => {
      const numbered = column === counted ? table : refers.get(column);
      const place = numbered === undefined ? undefined : this.#made.get(`${numbered} ${String(value)}`);
      return [column, place === undefined ? plainValue(value) : { made: place }];
    });
  }
}

function plainValue(value: StoredValue): unknown {
  if (value instanceof Uint8Array) return { bytes: createHash('sha256').update(value).digest('hex') };
  return typeof value === 'bigint' ? String(value) : value;
}
