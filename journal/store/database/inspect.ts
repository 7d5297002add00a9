// SQLite's own word on a foreign statement. Part of the dialect: another engine answers these two in its own way.
import type Sqlite from 'better-sqlite3';
import { hiddenColumns, refusals, refused, type Permit } from './authorize.ts';

/** Stands for pragmas and other functions, of which the program does not tell the name. */
const POSING_AS_TABLE = '(function)';

interface Opcode {
  readonly opcode: string;
  readonly p2: number;
  readonly p3: number;
}

/**
 * Why a statement may not run on this connection: every table, column and function that the permit does not name; empty
 * when it may. Asking the compiler beats reading the text: views, subqueries, aliases and quoting cannot hide a table
 * from it. Asked twice, of the names and of the program that would run, since each sees what the other does not.
 */
export function statementRefusals(connection: Sqlite.Database, sql: string, permit: Permit): string[] {
  const found = refusals(sql, schemaOf(connection), permit);
  const tables = tablesOpened(connection, sql);
  if (tables === null) return ['only statements that read are allowed'];
  const opened = tables.filter((table) => !permit.tables.has(table) && table !== POSING_AS_TABLE).map(refused.table);
  const all = [...new Set([...found, ...opened])];
  if (all.length > 0) return all;
  if (tables.includes(POSING_AS_TABLE)) return ['table-valued functions may not be read here'];
  return hiddenColumns(sql, permit);
}

/** What made the tables and views, oldest first: a view may need the tables before it. */
function schemaOf(connection: Sqlite.Database): string[] {
  const rows = connection
    .prepare(
      "select sql from main.sqlite_master where type in ('table', 'view') and name not like 'sqlite\\_%' escape '\\' order by rowid",
    )
    .all() as { sql: string }[];
  return rows.map(({ sql }) => sql);
}

/** Every table that the compiled program opens; null when it does not only read. */
function tablesOpened(connection: Sqlite.Database, sql: string): string[] | null {
  const statement = connection.prepare(sql);
  if (!statement.reader || !statement.readonly) return null;
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
    if (opcode === 'VOpen') tables.add(POSING_AS_TABLE);
  }
  return [...tables].toSorted();
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

/** Rows of a statement that was inspected before, up to the limits; bytes are described, not copied. */
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
