// What a foreign statement would read, by SQLite's own word. The driver of the book has no authorizer, but Node's own
// SQLite has one, and compiling needs the names of tables, not their rows: so the statement is compiled against an empty
// database with the same tables.
import { constants, DatabaseSync } from 'node:sqlite';

/** What may be read and called; everything else is refused. */
export interface Permit {
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
  readonly functions: ReadonlySet<string>;
}

export const refused = {
  table: (name: string) => `table "${name}" may not be read here`,
  column: (table: string, name: string) => `column "${table}.${name}" may not be read here`,
  function: (name: string) => `function "${name}" may not be used here`,
};

/**
 * Every table, column and function of a statement that the permit does not name. `schema` is the SQL that made the
 * book's tables and views. Throws SQLite's own message when the statement does not compile.
 */
export function refusals(sql: string, schema: readonly string[], permit: Permit): string[] {
  const tables = new Set<string>();
  const others = new Set<string>();
  /** Names that stand for a query of the statement itself, whose own reads are reported one by one. */
  const named = new Set<string>();
  const whole = new Set<string>();
  compile(sql, schema, (action, object, second, _, within) => {
    const first = object === null ? null : object.toLowerCase();
    if (within !== null) named.add(within.toLowerCase());
    if (action === constants.SQLITE_SELECT || action === constants.SQLITE_RECURSIVE) return;
    if (action === constants.SQLITE_READ && first !== null) {
      const columns = permit.tables.get(first);
      // No column is reported when only the rows are counted, also for a name that the statement gives to a query of its own.
      if (!second) whole.add(first);
      else if (!columns) tables.add(first);
      else if (!columns.has(second) && second !== 'ROWID') others.add(refused.column(first, second));
      return;
    }
    if (action === constants.SQLITE_FUNCTION && second !== null) {
      if (!permit.functions.has(second.toLowerCase())) others.add(refused.function(second));
      return;
    }
    others.add('only statements that read are allowed');
  });
  for (const name of whole) if (!permit.tables.has(name) && !named.has(name)) tables.add(name);
  return [...[...tables].toSorted().map(refused.table), ...others];
}

/** The authorizer does not see the columns in `using (…)`; where only the permitted ones exist they cannot be named. */
export function hiddenColumns(sql: string, { tables }: Permit): string[] {
  const quote = (name: string) => `"${name}"`;
  const schema = [...tables].map(
    ([table, columns]) => `create table ${quote(table)} (${[...columns].map(quote).join()})`,
  );
  try {
    compile(sql, schema, () => {});
    return [];
  } catch (error) {
    return [`it uses what may not be read here: ${(error as Error).message}`];
  }
}

type OnAccess = (
  action: number,
  first: string | null,
  second: string | null,
  database: string | null,
  within: string | null,
) => void;

function compile(sql: string, schema: readonly string[], onAccess: OnAccess): void {
  const empty = new DatabaseSync(':memory:');
  try {
    for (const statement of schema) empty.exec(statement);
    empty.setAuthorizer((...reported) => {
      onAccess(...reported);
      return constants.SQLITE_OK;
    });
    empty.prepare(sql);
  } finally {
    empty.close();
  }
}
