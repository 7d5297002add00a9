// Rows of the book in the bin: as they are stored, bytes too.
import type { Connection, RowChange, StoredValue, StoredRow } from '@zorivest/store';

const BYTES = '$bytes';

/** JSON has no bytes; a text of the book never is an object. */
export function packRow(row: StoredRow): string {
  return JSON.stringify(row, (_name, value: unknown) => {
    // A buffer has become its own JSON form before it comes here.
    const buffer = value as { type?: unknown; data?: unknown } | null;
    if (buffer !== null && typeof buffer === 'object' && buffer.type === 'Buffer' && Array.isArray(buffer.data))
      return { [BYTES]: Buffer.from(buffer.data as number[]).toString('base64') };
    return typeof value === 'bigint' ? Number(value) : value;
  });
}

export function unpackRow(text: string): StoredRow {
  const row = JSON.parse(text) as Record<string, unknown>; // written by `packRow`
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const isBytes = value !== null && typeof value === 'object' && BYTES in value;
      return [name, isBytes ? Buffer.from(String(value[BYTES]), 'base64') : (value as StoredValue)];
    }),
  );
}

export const quote = (name: string): string => `"${name}"`;

/** What tells a row of a table from another. */
export function keyColumns(connection: Connection, table: string): string[] {
  const columns = connection.pragma(`main.table_info(${quote(table)})`) as { name: string; pk: number }[];
  return columns
    .filter(({ pk }) => pk > 0)
    .toSorted((a, b) => a.pk - b.pk)
    .map(({ name }) => name);
}

export function keyText(key: readonly string[], row: StoredRow): string {
  return JSON.stringify(key.map((name) => row[name] ?? null));
}

export function findRow(
  connection: Connection,
  table: string,
  key: readonly string[],
  row: StoredRow,
): StoredRow | null {
  const where = key.map((name) => `${quote(name)} = ?`).join(' and ');
  const found = connection
    .prepare(`select * from main.${quote(table)} where ${where}`)
    .get(...key.map((name) => row[name] ?? null));
  return (found as StoredRow | undefined) ?? null; // every column of it
}

export interface BinRow extends RowChange {
  readonly key: readonly string[];
}

/** A request may have written twice: what a row was before the first and became with the last. */
export function mergeRows(connection: Connection, rows: readonly RowChange[]): BinRow[] {
  const merged = new Map<string, BinRow>();
  for (const { table, before, after } of rows) {
    const key = keyColumns(connection, table);
    const name = `${table} ${keyText(key, before ?? after ?? {})}`;
    const first = merged.get(name);
    merged.set(name, { table, key, before: first === undefined ? before : first.before, after });
  }
  return [...merged.values()].filter(({ before, after }) => before !== null || after !== null);
}
