// Runs one foreign query in a process of its own, on a connection that can only read. Whatever it does, it can be ended
// from outside: SQLite gives no other way to stop a statement that never yields a row.
import { Kysely } from 'kysely';
import { onErrand } from '../../core/errand.ts';
import { dialectOf, openConnection, shadowTable } from '../../store/dialect.ts';
import { inspectStatement, readRows } from '../../store/inspect.ts';
import type { Database } from '../../store/schema.ts';
import { bookMarketTables } from '../book/market-tables.ts';
import { isDeniedTable } from '../sql.ts';
import type { QueryAnswer, QueryJob } from './job.ts';

async function answer(job: QueryJob): Promise<QueryAnswer> {
  try {
    return await rowsOf(job);
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : 'the query failed' };
  }
}

async function rowsOf({ database, dataKey, sql, binds, limit, maxBytes, tried }: QueryJob): Promise<QueryAnswer> {
  const connection = openConnection(database, dataKey, { readonly: true });
  dataKey.fill(0);
  try {
    const db = new Kysely<Database>({ dialect: dialectOf(connection) });
    for (const table of new Set(tried.map((write) => write.table))) shadowTable(connection, table);
    for (const { table, rows, mode } of tried) await bookMarketTables(db).write(table, rows, mode);
    connection.pragma('query_only=on');
    connection.pragma('trusted_schema=off');
    // Asked again here: what was true of the text when it was checked must be true of what runs.
    const { readOnly, tables } = inspectStatement(connection, sql);
    const denied = tables.find(isDeniedTable);
    if (!readOnly || denied !== undefined)
      return { ok: false, message: `table "${denied ?? '?'}" may not be read here` };
    return { ok: true, ...readRows(connection, sql, binds, { rows: limit, bytes: maxBytes }) };
  } finally {
    connection.close();
  }
}

onErrand(answer);
