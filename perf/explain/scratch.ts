// Tests an index on a scratch server: a copy of the schema with some share of the rows.
// The statement is run before and after; then the index is dropped.
import type { RowDataPacket } from 'mysql2/promise';
import type { IndexProof } from '../model/snapshot.ts';
import type { Dsn } from './dsn.ts';
import { connectMysql, quoteName as quoteMysql } from './mysql.ts';
import { connectPostgres, indexOn, oneStatement, quoteName as quotePostgres } from './postgres.ts';
import { type Candidate, cannotReach } from './server.ts';

export interface Scratch {
  /** Milliseconds without and with the index, and on how many rows. One that the plan does not use changes nothing. */
  readonly tryIndex: (statement: string, candidate: Candidate) => Promise<Trial | null>;
  readonly destroy: () => void;
  readonly close: () => Promise<void>;
}

export interface Trial {
  readonly before: number;
  readonly after: number;
  readonly rows: number;
}

const LONGEST_SECONDS = 60;
const RUNS = 3;
const TRIAL = 'mcp_perf_trial';

export function openScratch(dsn: Dsn): Promise<Scratch> {
  return dsn.engine === 'mysql' ? openMysqlScratch(dsn) : openPostgresScratch(dsn);
}

/** `scratch, 40000 rows (10 % of the table)`. */
export function proofOf(candidate: Candidate, { before, after, rows }: Trial, original: number | null): IndexProof {
  const share = original === null ? '' : ` (${Math.min(100, Math.round((rows / original) * 100))} % of the table)`;
  return {
    table: candidate.table,
    columns: candidate.columns,
    by: 'run',
    before,
    after,
    where: `scratch, ${rows} rows${share}`,
  };
}

/** The quickest of a few, after one that warms the caches. */
async function fastest(run: () => Promise<unknown>): Promise<number> {
  await run();
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < RUNS; i++) {
    const start = performance.now();
    await run();
    best = Math.min(best, performance.now() - start);
  }
  return Math.round(best * 1000) / 1000;
}

async function openMysqlScratch(dsn: Dsn): Promise<Scratch> {
  const connection = await connectMysql(dsn, 'The scratch database');
  const ask = async (text: string): Promise<RowDataPacket[]> => {
    const [rows] = await connection.query<RowDataPacket[]>({ sql: text, timeout: (LONGEST_SECONDS + 5) * 1000 });
    return rows;
  };
  await ask(`SET SESSION max_statement_time = ${LONGEST_SECONDS}`).catch(() =>
    ask(`SET SESSION max_execution_time = ${LONGEST_SECONDS * 1000}`).catch(() => []),
  );
  await ask('SET autocommit = 0');
  const drop = (table: string) => ask(`DROP INDEX ${TRIAL} ON ${table}`).catch(() => []);
  return {
    tryIndex: async (statement, { table, columns }) => {
      const name = quoteMysql(table);
      // One that an interrupted trial left behind.
      await drop(name);
      const [counted] = await ask(`SELECT COUNT(*) AS n FROM ${name}`);
      const run = async () => {
        await ask(statement);
        await ask('ROLLBACK');
      };
      const before = await fastest(run);
      await ask(`CREATE INDEX ${TRIAL} ON ${name} (${columns.map(quoteMysql).join(', ')})`);
      try {
        const plan = await ask(`EXPLAIN ${statement}`);
        const isUsed = plan.some((row) => String(row['key'] ?? '').includes(TRIAL));
        return { before, after: isUsed ? await fastest(run) : before, rows: Number(counted?.['n']) };
      } finally {
        await drop(name);
      }
    },
    destroy: () => connection.destroy(),
    close: () => connection.end().catch(() => {}),
  };
}

/** Everything happens in a transaction that is never committed. */
async function openPostgresScratch(dsn: Dsn): Promise<Scratch> {
  const sql = connectPostgres(dsn);
  const ask = (text: string) => oneStatement(sql, text);
  try {
    await ask('begin');
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw cannotReach(error, 'The scratch database');
  }
  await ask('rollback');
  return {
    tryIndex: async (statement, candidate) => {
      await ask('begin');
      try {
        await ask(`set local statement_timeout = '${LONGEST_SECONDS}s'`);
        const on = await indexOn(sql, candidate);
        if (on === null || /\$\d/.test(statement)) return null;
        const [counted] = await ask(`select count(*)::float8 as n from ${on.slice(0, on.lastIndexOf(' ('))}`);
        const run = async () => {
          await ask('savepoint trial');
          await ask(statement);
          await ask('rollback to savepoint trial');
        };
        const before = await fastest(run);
        await ask(`create index ${quotePostgres(TRIAL)} on ${on}`);
        const plan = JSON.stringify(await ask(`explain (format json) ${statement}`));
        return { before, after: plan.includes(TRIAL) ? await fastest(run) : before, rows: Number(counted?.['n']) };
      } finally {
        await ask('rollback');
      }
    },
    destroy: () => void sql.end({ timeout: 0 }),
    close: () => sql.end({ timeout: 1 }),
  };
}
