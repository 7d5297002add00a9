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
  const named = connection.prepare('select rootpage, tbl_name from sqlite_master where rootpage > 0').all() as {
    rootpage: number;
    tbl_name: string;
  }[];
  const owners = new Map(named.map(({ rootpage, tbl_name }) => [rootpage, tbl_name]));
  const program = connection
    .prepare(`explain ${sql}`)
    .bind(...placeholders(sql))
    .all() as Opcode[];
  const tables = new Set<string>();
  for (const { opcode, p2, p3 } of program) {
    if (opcode === 'OpenRead' || opcode === 'OpenWrite' || opcode === 'ReopenIdx') {
      tables.add(p3 === 0 ? (owners.get(p2) ?? 'sqlite_master') : 'sqlite_temp_master');
    }
    // Pragmas and other functions that pose as tables.
    if (opcode === 'VOpen') tables.add('sqlite_virtual_table');
  }
  return { readOnly: true, tables: [...tables].toSorted() };
}

/** `explain` compiles but never runs, so what is bound does not matter as long as it is there. */
function placeholders(sql: string): unknown[] {
  const names = [...sql.matchAll(/[:@$]([A-Za-z_]\w*)/g)].map((match) => match[1] ?? '');
  return names.length > 0 ? [Object.fromEntries(names.map((name) => [name, null]))] : [];
}

/** Rows of a statement that was inspected before: at most `limit`, and none after the deadline. */
export function readRows(
  connection: Sqlite.Database,
  sql: string,
  binds: Readonly<Record<string, unknown>>,
  limit: number,
  deadline: number,
): { readonly rows: Record<string, unknown>[]; readonly truncated: boolean } {
  const named = Object.entries(binds).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? Number(value) : value,
  ]);
  const rows: Record<string, unknown>[] = [];
  const statement = connection.prepare(sql);
  const iterator = named.length > 0 ? statement.iterate(Object.fromEntries(named)) : statement.iterate();
  for (const row of iterator) {
    if (rows.length >= limit) return { rows, truncated: true };
    if (Date.now() > deadline) throw new Error('the query took too long and was stopped');
    rows.push(row as Record<string, unknown>);
  }
  return { rows, truncated: false };
}
