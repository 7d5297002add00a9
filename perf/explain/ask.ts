// Plans of the costliest statements, asked of the server: EXPLAIN and SHOW CREATE TABLE and nothing else, in a
// read-only transaction with a time limit. The statements' values stay in memory; what is kept is plan and indexes.
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { KernelError } from '@zorivest/kernel';
import { conditionsOf } from '../analysis/index/conditions.ts';
import type { Plan, TableIndexes } from '../model/snapshot.ts';
import { mysql } from '../inputs/mysql/dialect.ts';
import { planRow } from '../inputs/mysql/plan.ts';
import { example } from '../inputs/statements/redact.ts';
import type { HeldStatement } from '../inputs/logs/read.ts';
import type { Dsn } from './dsn.ts';
import { indexesOf } from './indexes.ts';
import { explainable } from './safe.ts';

const DATABASE_ERROR = 'DATABASE_ERROR';
const CONNECT_MS = 5000;
const STATEMENT_SECONDS = 3;

export interface Explained {
  readonly plan: Plan;
  readonly tables: readonly TableIndexes[];
}

export interface ExplainAnswers {
  readonly byClass: ReadonlyMap<string, Explained>;
  /** Statements that are no plain SELECT, and those the server would not explain. */
  readonly skipped: number;
}

/** Fails as `askPlans` would, before a long log has been read for nothing. */
export async function checkDatabase(dsn: Dsn): Promise<void> {
  const connection = await connect(dsn);
  try {
    await readOnly(connection);
  } finally {
    await connection.end().catch(() => {});
  }
}

export async function askPlans(
  dsn: Dsn,
  statements: readonly HeldStatement[],
  signal: AbortSignal,
): Promise<ExplainAnswers> {
  const connection = await connect(dsn);
  const stop = () => connection.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await readOnly(connection);
    return await explainAll(connection, statements, dsn.database);
  } finally {
    signal.removeEventListener('abort', stop);
    await connection.query('ROLLBACK').catch(() => {});
    await connection.end().catch(() => {});
  }
}

async function connect(dsn: Dsn): Promise<Connection> {
  try {
    return await createConnection({
      ...(dsn.socket === null ? { host: dsn.host, port: dsn.port } : { socketPath: dsn.socket }),
      user: dsn.user,
      ...(dsn.password === null ? {} : { password: dsn.password }),
      ...(dsn.database === null ? {} : { database: dsn.database }),
      connectTimeout: CONNECT_MS,
      multipleStatements: false,
      dateStrings: true,
    });
  } catch (error) {
    throw new KernelError(
      DATABASE_ERROR,
      `The database for plans cannot be reached (${codeOf(error)}): check the address, the user and the password, or ingest without a DSN. Nothing was stored.`,
    );
  }
}

/** Without both the transaction and the limit nothing is asked. */
async function readOnly(connection: Connection): Promise<void> {
  try {
    const [rows] = await connection.query<RowDataPacket[]>('SELECT VERSION() AS version');
    const mariadb = /mariadb/i.test(String(rows[0]?.['version']));
    await connection.query(
      mariadb
        ? `SET SESSION max_statement_time = ${STATEMENT_SECONDS}`
        : `SET SESSION max_execution_time = ${STATEMENT_SECONDS * 1000}`,
    );
    await connection.query('SET SESSION TRANSACTION READ ONLY');
    await connection.query('START TRANSACTION READ ONLY');
  } catch (error) {
    throw new KernelError(
      DATABASE_ERROR,
      `The database for plans refused a read-only transaction with a time limit (${codeOf(error)}), so it was asked nothing. Nothing was stored.`,
    );
  }
}

async function explainAll(
  connection: Connection,
  statements: readonly HeldStatement[],
  database: string | null,
): Promise<ExplainAnswers> {
  const byClass = new Map<string, Explained>();
  const known = new Map<string, TableIndexes | null>();
  let skipped = 0;
  for (const { class_id: id, sql, database: logged } of statements) {
    const statement = explainable(sql);
    const schema = logged || database;
    const explained =
      statement === null || schema === null
        ? null
        : await explainOne(connection, statement, schema, known).catch(() => null);
    if (explained === null) skipped++;
    else byClass.set(id, explained);
  }
  return { byClass, skipped };
}

async function explainOne(
  connection: Connection,
  statement: string,
  schema: string,
  known: Map<string, TableIndexes | null>,
): Promise<Explained> {
  await connection.query(`USE ${quoteName(schema)}`);
  const [rows] = await connection.query<RowDataPacket[]>({
    sql: `EXPLAIN ${statement}`,
    timeout: (STATEMENT_SECONDS + 2) * 1000,
  });
  const bytes = Buffer.from(statement);
  const names = conditionsOf(example(bytes, 0, bytes.length, mysql))?.tables.map(({ table }) => table) ?? [];
  const tables: TableIndexes[] = [];
  for (const name of new Set(names)) {
    const key = `${schema}.${name}`;
    if (!known.has(key)) known.set(key, await tableIndexes(connection, name));
    const found = known.get(key);
    if (found) tables.push(found);
  }
  return { plan: { from: 'explain', rows: rows.flatMap((row) => planRow(textual(row))) }, tables };
}

/** Null for a view, and for a table this user may not see. */
async function tableIndexes(connection: Connection, table: string): Promise<TableIndexes | null> {
  try {
    const [rows] = await connection.query<RowDataPacket[]>(`SHOW CREATE TABLE ${quoteName(table)}`);
    const text: unknown = rows[0]?.['Create Table'];
    return typeof text === 'string' ? indexesOf(table, text) : null;
  } catch {
    return null;
  }
}

function textual(row: RowDataPacket): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row));
}

function quoteName(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
