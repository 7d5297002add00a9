// Gets plans of statements from MySQL or MariaDB: EXPLAIN and SHOW CREATE TABLE and nothing else, in a read-only
// transaction with a time limit. The statements' values stay in memory; only plans and indexes are stored.
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { conditionsOf } from '../analysis/index/conditions.ts';
import type { TableIndexes } from '../model/snapshot.ts';
import { mysql } from '../inputs/mysql/dialect.ts';
import { planRow } from '../inputs/mysql/plan.ts';
import { example } from '../inputs/statements/redact.ts';
import type { Dsn } from './dsn.ts';
import { indexesOf } from './indexes.ts';
import { cannotReach, type ExplainResult, type PlanServer, refusedReadOnly, STATEMENT_SECONDS } from './server.ts';

const CONNECT_MS = 5000;

export async function openMysql(dsn: Dsn): Promise<PlanServer> {
  const connection = await connectMysql(dsn);
  try {
    await readOnly(connection);
  } catch (error) {
    await connection.end().catch(() => {});
    throw error;
  }
  const known = new Map<string, TableIndexes | null>();
  return {
    explain: (statement, logged) => {
      const schema = logged || dsn.database;
      return schema === null ? Promise.resolve(null) : explainOne(connection, statement, schema, known);
    },
    // Neither MySQL nor MariaDB can plan with an index that is not there.
    tryIndex: null,
    rowsOf: async (table) => {
      const [rows] = await connection.query<RowDataPacket[]>(
        'SELECT TABLE_ROWS AS n FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?',
        [table],
      );
      const found = Number(rows[0]?.['n']);
      return Number.isFinite(found) && found > 0 ? found : null;
    },
    destroy: () => connection.destroy(),
    close: async () => {
      await connection.query('ROLLBACK').catch(() => {});
      await connection.end().catch(() => {});
    },
  };
}

export async function connectMysql(dsn: Dsn, what?: string): Promise<Connection> {
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
    throw cannotReach(error, what);
  }
}

/** Without both the transaction and the limit nothing is sent. */
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
    throw refusedReadOnly(error);
  }
}

async function explainOne(
  connection: Connection,
  statement: string,
  schema: string,
  known: Map<string, TableIndexes | null>,
): Promise<ExplainResult> {
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

export function quoteName(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}
