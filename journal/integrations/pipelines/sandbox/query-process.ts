// Compiles and runs foreign SQL in a process of its own, on a connection that can only read. Whatever it does, it can be
// ended from outside: SQLite gives no other way to stop a statement that compiles for minutes or never yields a row.
import { Kysely } from 'kysely';
import {
  type Connection,
  type Database,
  dialectOf,
  onChildJob,
  openConnection,
  readRows,
  shadowTable,
  statementRefusals,
} from '@zorivest/store';
import { storedMarketTables } from '../write-market-tables.ts';
import { readableFunctions, readableTables } from '../readable.ts';
import type { CheckAnswer, QueryAnswer, QueryJob, SqlJob } from '../sql-job.ts';

async function answer(job: SqlJob): Promise<CheckAnswer | QueryAnswer> {
  const connection = openConnection(job.database, job.dataKey, { readonly: true });
  job.dataKey.fill(0);
  try {
    return job.kind === 'check'
      ? { refusals: job.statements.map((sql) => refusalsOf(connection, sql)) }
      : await rowsOf(connection, job);
  } finally {
    connection.close();
  }
}

function refusalsOf(connection: Connection, sql: string): string[] {
  try {
    return statementRefusals(connection, sql, { tables: readableTables, functions: readableFunctions });
  } catch (error) {
    return [messageOf(error, 'the SQL cannot be read')];
  }
}

async function rowsOf(connection: Connection, job: QueryJob): Promise<QueryAnswer> {
  const { sql, binds, limit, maxBytes, tried } = job;
  try {
    const db = new Kysely<Database>({ dialect: dialectOf(connection) });
    for (const table of new Set(tried.map((write) => write.table))) shadowTable(connection, table);
    for (const { table, rows, mode } of tried) await storedMarketTables(db).write(table, rows, mode);
    connection.pragma('query_only=on');
    connection.pragma('trusted_schema=off');
    const refusals = refusalsOf(connection, sql);
    if (refusals.length > 0) return { ok: false, message: refusals.join('; '), refused: true };
    return { ok: true, ...readRows(connection, sql, binds, { rows: limit, bytes: maxBytes }) };
  } catch (error) {
    return { ok: false, message: messageOf(error, 'the query failed'), refused: false };
  }
}

const messageOf = (error: unknown, otherwise: string): string => (error instanceof Error ? error.message : otherwise);

onChildJob(answer);
