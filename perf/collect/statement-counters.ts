// The counters of a server, in pg_stat_statements or in performance_schema: read before the first request and after the
// last, and the difference is stored. Only SELECT is sent, in a read-only transaction; nothing is reset.
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { KernelError } from '@zorivest/kernel';
import type { RowDataPacket } from 'mysql2/promise';
import type { Dsn } from '../explain/dsn.ts';
import { connectMysql } from '../explain/mysql.ts';
import { connectPostgres } from '../explain/postgres.ts';
import { cannotReach } from '../explain/server.ts';
import { type CountersHead, type CountersRow, FORMAT } from '../inputs/counters/counters.ts';

/** For each class, as the server names it, its totals at that time. */
export type CountersByClass = ReadonlyMap<string, CountersRow>;

interface Source {
  read(): Promise<CountersByClass>;
  close(): Promise<void>;
}

const WHAT = 'The database with the counters';

export class StatementCounters {
  readonly #server: Dsn['engine'];
  readonly #source: Source;
  readonly #before: CountersByClass;
  readonly #since: Date;
  readonly #now: () => Date;

  private constructor(server: Dsn['engine'], source: Source, before: CountersByClass, now: () => Date) {
    this.#server = server;
    this.#source = source;
    this.#before = before;
    this.#since = now();
    this.#now = now;
  }

  /** Starts counting from now on. Refused where the server does not count, or not for this user. */
  static async open(dsn: Dsn, now: () => Date): Promise<StatementCounters> {
    const source = await (dsn.engine === 'mysql' ? openMysql(dsn) : openPostgres(dsn));
    try {
      return new StatementCounters(dsn.engine, source, await source.read(), now);
    } catch (error) {
      await source.close();
      throw error;
    }
  }

  /** The name of the source. */
  get name(): string {
    return this.#server === 'mysql' ? 'performance_schema' : 'pg_stat_statements';
  }

  get type(): 'mysql_slow_log' | 'postgres_log' {
    return this.#server === 'mysql' ? 'mysql_slow_log' : 'postgres_log';
  }

  /** How many classes of statements were run meanwhile, and are written into the file. */
  async writeAdded(file: string): Promise<number> {
    const rows = subtract(await this.#source.read(), this.#before);
    const head: CountersHead = {
      format: FORMAT,
      version: 1,
      server: this.#server,
      since: this.#since.toISOString(),
      until: this.#now().toISOString(),
    };
    await mkdir(dirname(file), { recursive: true });
    await pipeline(
      Readable.from([head, ...rows].map((line) => `${JSON.stringify(line)}\n`)),
      createWriteStream(file, { flags: 'wx', mode: 0o600 }),
    );
    return rows.length;
  }

  close(): Promise<void> {
    return this.#source.close();
  }
}

/** The difference. Counters that became smaller were reset meanwhile: their present value is the difference. */
export function subtract(after: CountersByClass, before: CountersByClass): CountersRow[] {
  return [...after].flatMap(([key, row]) => {
    const earlier = before.get(key);
    const since = earlier === undefined || earlier.runs > row.runs ? row : difference(row, earlier);
    return since.runs > 0 ? [since] : [];
  });
}

function difference(row: CountersRow, earlier: CountersRow): CountersRow {
  const figures = Object.entries(row).map(([name, value]): [string, unknown] => [
    name,
    typeof value === 'number' ? Math.max(0, value - Number(earlier[name as keyof CountersRow])) : value,
  ]);
  return Object.fromEntries(figures) as unknown as CountersRow; // the same names
}

const PS_PER_US = 1_000_000;

async function openMysql(dsn: Dsn): Promise<Source> {
  const connection = await connectMysql(dsn, WHAT);
  try {
    await connection.query('SET SESSION TRANSACTION READ ONLY');
    const [rows] = await connection.query<RowDataPacket[]>('SELECT @@GLOBAL.performance_schema AS is_on');
    if (Number(rows[0]?.['is_on']) !== 1)
      throw new KernelError(
        'DATABASE_ERROR',
        'The server does not count statements: performance_schema is off. Start it with performance_schema = ON, or name its slow log.',
      );
  } catch (error) {
    await connection.end().catch(() => {});
    throw error;
  }
  return {
    read: async () => {
      const [rows] = await connection
        .query<RowDataPacket[]>(
          `SELECT DIGEST, SCHEMA_NAME, DIGEST_TEXT, COUNT_STAR, SUM_TIMER_WAIT, SUM_LOCK_TIME, SUM_ERRORS, SUM_ROWS_AFFECTED,
             SUM_ROWS_SENT, SUM_ROWS_EXAMINED, SUM_SELECT_SCAN, SUM_SELECT_FULL_JOIN, SUM_CREATED_TMP_TABLES, SUM_CREATED_TMP_DISK_TABLES
           FROM performance_schema.events_statements_summary_by_digest
           WHERE DIGEST IS NOT NULL AND DIGEST_TEXT NOT LIKE '%performance_schema%'`,
        )
        .catch(() => {
          throw new KernelError(
            'DATABASE_ERROR',
            'This user may not read performance_schema: GRANT SELECT ON performance_schema.* TO it, or name the slow log.',
          );
        });
      return new Map(
        rows.map((row): [string, CountersRow] => [
          `${String(row['SCHEMA_NAME'])} ${String(row['DIGEST'])}`,
          {
            statement: String(row['DIGEST_TEXT']),
            database: row['SCHEMA_NAME'] === null ? '' : String(row['SCHEMA_NAME']),
            user: '',
            runs: Number(row['COUNT_STAR']),
            time_us: Math.round(Number(row['SUM_TIMER_WAIT']) / PS_PER_US),
            lock_us: Math.round(Number(row['SUM_LOCK_TIME']) / PS_PER_US),
            rows_examined: Number(row['SUM_ROWS_EXAMINED']),
            rows_sent: Number(row['SUM_ROWS_SENT']),
            rows_affected: Number(row['SUM_ROWS_AFFECTED']),
            errors: Number(row['SUM_ERRORS']),
            full_scans: Number(row['SUM_SELECT_SCAN']),
            full_joins: Number(row['SUM_SELECT_FULL_JOIN']),
            tmp_tables: Number(row['SUM_CREATED_TMP_TABLES']),
            tmp_tables_on_disk: Number(row['SUM_CREATED_TMP_DISK_TABLES']),
          },
        ]),
      );
    },
    close: () => connection.end().catch(() => {}),
  };
}

const HIDDEN = '<insufficient privilege>';

async function openPostgres(dsn: Dsn): Promise<Source> {
  const sql = connectPostgres(dsn);
  const close = () => sql.end({ timeout: 1 });
  try {
    await sql`set session characteristics as transaction read only`;
    const found = await sql`select 1 from pg_extension where extname = 'pg_stat_statements'`;
    if (found.length === 0)
      throw new KernelError(
        'DATABASE_ERROR',
        "The database does not count statements: the extension pg_stat_statements is missing. Add it to shared_preload_libraries and CREATE EXTENSION, or name the server's log.",
      );
  } catch (error) {
    await close();
    throw error instanceof KernelError ? error : cannotReach(error, WHAT);
  }
  return {
    read: async () => {
      const rows = await sql`
        select s.queryid::text || ' ' || s.userid || ' ' || s.dbid as key, s.query, s.calls::float8 as calls,
               s.total_exec_time as ms, s.rows::float8 as rows, d.datname as database, pg_get_userbyid(s.userid) as user
          from pg_stat_statements s join pg_database d on d.oid = s.dbid
         where d.datname = current_database() and s.query not like '%pg_stat_statements%'`;
      // A user who sees only their own statements would conclude that the site sends none.
      if (rows.some(({ query }) => query === HIDDEN))
        throw new KernelError(
          'DATABASE_ERROR',
          "This user does not see others' statements: GRANT pg_read_all_stats TO it, or name the server's log.",
        );
      return new Map(
        rows.map((row): [string, CountersRow] => [
          String(row['key']),
          {
            statement: String(row['query']),
            database: String(row['database']),
            user: String(row['user']),
            runs: Number(row['calls']),
            time_us: Math.round(Number(row['ms']) * 1000),
            lock_us: 0,
            rows_examined: 0,
            rows_sent: Number(row['rows']),
            rows_affected: 0,
            errors: 0,
            full_scans: 0,
            full_joins: 0,
            tmp_tables: 0,
            tmp_tables_on_disk: 0,
          },
        ]),
      );
    },
    close,
  };
}
