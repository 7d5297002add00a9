// One digest of everything that a transaction changes: the same for the same change, whenever it is made. Numbers that the
// database counts up are given when it is stored, so they are left out; a row that refers to a new one is known by its place.
import { createHash } from 'node:crypto';
import type { Connection } from '../database/dialect.ts';
import type { RowChange, Stored, StoredRow } from '../database/row-changes.ts';

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

export function digestOfChanges(connection: Connection, changes: Iterable<RowChange>): string {
  const hash = createHash('sha256');
  const numberings = new Map<string, Numbering>();
  const made = new Map<string, number>();
  const numbering = (table: string): Numbering => {
    const known = numberings.get(table) ?? numberingOf(connection, table);
    numberings.set(table, known);
    return known;
  };
  const plainRow = (table: string, row: StoredRow | null): unknown => {
    if (row === null) return null;
    const { counted, refers } = numbering(table);
    return Object.entries(row).map(([column, value]) => {
      const numbered = column === counted ? table : refers.get(column);
      const place = numbered === undefined ? undefined : made.get(`${numbered} ${String(value)}`);
      return [column, place === undefined ? plainValue(value) : { made: place }];
    });
  };
  for (const { table, before, after } of changes) {
    const { counted } = numbering(table);
    if (before === null && after !== null && counted !== null)
      made.set(`${table} ${String(after[counted])}`, made.size);
    hash.update(JSON.stringify([table, plainRow(table, before), plainRow(table, after)]));
  }
  return hash.digest('hex');
}

function plainValue(value: Stored): unknown {
  if (value instanceof Uint8Array) return { bytes: createHash('sha256').update(value).digest('hex') };
  return typeof value === 'bigint' ? String(value) : value;
}
