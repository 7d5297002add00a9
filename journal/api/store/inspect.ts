// SQLite's own word on a foreign statement. Part of the dialect: another engine answers these two in its own way.
import type Sqlite from 'better-sqlite3';

interface Opcode {
  readonly opcode: string;
  readonly p2: number;
  readonly p3: number;
}

/**
 * Whether a statement only reads, and every table its compiled program opens. Asking the compiler beats reading the
 * text: views, subqueries, aliases and quoting cannot hide a table from it.
 */
export function inspectStatement(
  connection: Sqlite.Database,
  sql: string,
): { readonly readOnly: boolean; readonly tables: readonly string[] } {
  const statement = connection.prepare(sql);
  if (!statement.reader || !statement.readonly) return { readOnly: false, tables: [] };
  const owners = [ownersOf(connection, 'sqlite_master'), ownersOf(connection, 'sqlite_temp_master')] as const;
  const program = connection
    .prepare(`explain ${sql}`)
    .bind(...placeholders(sql))
    .all() as Opcode[];
  const tables = new Set<string>();
  for (const { opcode, p2, p3 } of program) {
    if (opcode === 'OpenRead' || opcode === 'OpenWrite' || opcode === 'ReopenIdx') {
      tables.add(owners[p3 === 0 ? 0 : 1].get(p2) ?? 'sqlite_master');
    }
    // Pragmas and other functions that pose as tables.
    if (opcode === 'VOpen') tables.add('sqlite_virtual_table');
  }
  return { readOnly: true, tables: [...tables].toSorted() };
}

function ownersOf(connection: Sqlite.Database, schema: 'sqlite_master' | 'sqlite_temp_master'): Map<number, string> {
  const rows = connection.prepare(`select rootpage, tbl_name from ${schema} where rootpage > 0`).all() as {
    rootpage: number;
    tbl_name: string;
  }[];
  return new Map(rows.map(({ rootpage, tbl_name }) => [rootpage, tbl_name]));
}

/** `explain` compiles but never runs, so what is bound does not matter as long as it is there. */
function placeholders(sql: string): unknown[] {
  const names = [...sql.matchAll(/[:@$]([A-Za-z_]\w*)/g)].map((match) => match[1] ?? '');
  return names.length > 0 ? [Object.fromEntries(names.map((name) => [name, null]))] : [];
}

export interface RowLimits {
  readonly rows: number;
  readonly bytes: number;
}

/** Rows of a statement that was inspected before, up to the limits; bytes are told, not copied. */
export function readRows(
  connection: Sqlite.Database,
  sql: string,
  binds: Readonly<Record<string, unknown>>,
  limits: RowLimits,
): { readonly rows: Record<string, unknown>[]; readonly truncated: boolean } {
  const named = Object.entries(binds).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? Number(value) : value,
  ]);
  const rows: Record<string, unknown>[] = [];
  let size = 0;
  const statement = connection.prepare(sql);
  const iterator = named.length > 0 ? statement.iterate(Object.fromEntries(named)) : statement.iterate();
  for (const found of iterator) {
    if (rows.length >= limits.rows) return { rows, truncated: true };
    const row: Record<string, unknown> = {};
    for (const [column, value] of Object.entries(found as Record<string, unknown>)) {
      row[column] = value instanceof Uint8Array ? `[${value.length} bytes]` : value;
      size += column.length + (typeof value === 'string' ? value.length : 8);
    }
    if (size > limits.bytes) throw new Error(`the result has more than ${Math.round(limits.bytes / 1024 / 1024)} MB`);
    rows.push(row);
  }
  return { rows, truncated: false };
}
