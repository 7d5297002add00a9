// The slow log as a table (`log_output = TABLE`): its times have microseconds, where MariaDB's file has whole seconds. What was
// added since a moment is written as a log, so that it is read like any other. Only SELECT is sent, in a read-only transaction.
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { KernelError } from '@zorivest/kernel';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import type { Dsn } from '../explain/dsn.ts';
import { connectMysql } from '../explain/mysql.ts';

/** The most records that are read: the table has no index, and a collection never causes more. */
const MOST_RECORDS = 200_000;

export class SlowLogTable {
  readonly #connection: Connection;
  readonly #isMariadb: boolean;
  readonly #since: string;

  private constructor(connection: Connection, isMariadb: boolean, since: string) {
    this.#connection = connection;
    this.#isMariadb = isMariadb;
    this.#since = since;
  }

  /** Starts recording from now on. Refused where the server does not log to the table. */
  static async open(dsn: Dsn): Promise<SlowLogTable> {
    const connection = await connectMysql(dsn, 'The database with the slow log');
    try {
      await connection.query("SET SESSION time_zone = '+00:00'");
      await connection.query('SET SESSION TRANSACTION READ ONLY');
      const [rows] = await connection.query<RowDataPacket[]>(
        'SELECT VERSION() AS version, @@GLOBAL.log_output AS output, @@GLOBAL.slow_query_log AS is_on, NOW(6) AS now',
      );
      const [row] = rows;
      const [version, output, isOn, now] = [row?.['version'], row?.['output'], row?.['is_on'], row?.['now']];
      if (!/\bTABLE\b/i.test(String(output)) || Number(isOn) !== 1)
        throw new KernelError(
          'DATABASE_ERROR',
          `The server does not log into mysql.slow_log (log_output is ${String(output)}, slow_query_log is ${Number(isOn) === 1 ? 'on' : 'off'}). Set log_output = 'TABLE' and slow_query_log = ON, or name its log file.`,
        );
      // Reports a missing permission before the first request, not after the last.
      await connection.query('SELECT 1 FROM mysql.slow_log LIMIT 1').catch(() => {
        throw new KernelError(
          'DATABASE_ERROR',
          'This user may not read mysql.slow_log: GRANT SELECT ON mysql.slow_log TO it, or name the log file.',
        );
      });
      return new SlowLogTable(connection, /mariadb/i.test(String(version)), String(now));
    } catch (error) {
      await connection.end().catch(() => {});
      throw error;
    }
  }

  /** How many records were written into the file. */
  async writeAdded(file: string): Promise<number> {
    const [rows] = await this.#connection.query<RowDataPacket[]>(
      `SELECT * FROM mysql.slow_log WHERE start_time >= ? AND thread_id <> CONNECTION_ID() ORDER BY start_time LIMIT ${MOST_RECORDS}`,
      [this.#since],
    );
    await mkdir(dirname(file), { recursive: true });
    await pipeline(
      Readable.from(rows.map((row) => recordOf(row, this.#isMariadb))),
      createWriteStream(file, { flags: 'wx', mode: 0o600 }),
    );
    return rows.length;
  }

  async close(): Promise<void> {
    await this.#connection.end().catch(() => {});
  }
}

/** MariaDB keeps when a statement began; MySQL when it was logged, which is when it ended. */
export function recordOf(row: Readonly<Record<string, unknown>>, isMariadb: boolean): string {
  const at = `${String(row['start_time']).replace(' ', 'T')}Z`;
  const queryTime = seconds(row['query_time']);
  const start = isMariadb ? ` Start: ${at}` : '';
  const begun = Math.floor(Date.parse(at) / 1000 - (isMariadb ? 0 : queryTime));
  const database = textOf(row['db']);
  return [
    ...(isMariadb ? [] : [`# Time: ${at}`]),
    `# User@Host: ${oneLine(row['user_host'])}  Id: ${String(row['thread_id'])}`,
    `# Query_time: ${queryTime.toFixed(6)}  Lock_time: ${seconds(row['lock_time']).toFixed(6)} Rows_sent: ${String(row['rows_sent'])}  Rows_examined: ${String(row['rows_examined'])} Rows_affected: ${textOf(row['rows_affected'] ?? 0)}${start}`,
    ...(database === '' ? [] : [`use ${oneLine(database)};`]),
    `SET timestamp=${begun};`,
    `${textOf(row['sql_text'])};`,
    '',
  ].join('\n');
}

/** `00:00:00.700976`. */
function seconds(time: unknown): number {
  const [hours = 0, minutes = 0, rest = 0] = String(time).split(':').map(Number);
  return hours * 3600 + minutes * 60 + rest;
}

/** MySQL gives the statement as bytes, MariaDB as text. */
function textOf(value: unknown): string {
  if (Buffer.isBuffer(value)) return value.toString('utf8');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}

function oneLine(value: unknown): string {
  return textOf(value).replaceAll(/[\r\n]/g, ' ');
}
