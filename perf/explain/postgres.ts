// Gets plans of statements from PostgreSQL: EXPLAIN without ANALYZE, in a read-only transaction with a time limit. Where
// the extension hypopg is there already, an index is tried in the memory of this session; nothing is created.
import postgres, { type Sql } from 'postgres';
import { conditionsOf } from '../analysis/index/conditions.ts';
import { postgres as dialect } from '../inputs/postgres/dialect.ts';
import { planNodes } from '../inputs/postgres/plan.ts';
import { example } from '../inputs/statements/redact.ts';
import type { IndexProof, PlanRow, TableIndexes } from '../model/snapshot.ts';
import type { Dsn } from './dsn.ts';
import {
  type Candidate,
  cannotReach,
  type ExplainResult,
  type PlanServer,
  refusedReadOnly,
  STATEMENT_SECONDS,
} from './server.ts';

export function connectPostgres(dsn: Dsn, connections = 1): Sql {
  return postgres({
    host: dsn.socket ?? dsn.host,
    port: dsn.port,
    username: dsn.user,
    database: dsn.database ?? dsn.user,
    ...(dsn.password === null ? {} : { password: dsn.password }),
    ssl: dsn.socket !== null || dsn.sslmode === 'disable' ? false : ((dsn.sslmode ?? 'prefer') as 'prefer'),
    max: connections,
    connect_timeout: 5,
    // Notices of the server must not reach our output.
    onnotice: () => {},
  });
}

export async function openPostgres(dsn: Dsn): Promise<PlanServer> {
  const sql = connectPostgres(dsn);
  const run = (text: string) => oneStatement(sql, text);
  try {
    await sql`select 1`;
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw cannotReach(error);
  }
  let hasHypopg: boolean;
  try {
    await run('begin read only');
    await run(`set local statement_timeout = '${STATEMENT_SECONDS}s'`);
    await run('set local plan_cache_mode = force_generic_plan');
    hasHypopg = (await run("select 1 from pg_extension where extname = 'hypopg'")).length > 0;
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw refusedReadOnly(error);
  }
  /** A failed statement leaves the transaction as it was. */
  const inSavepoint = async <T>(work: () => Promise<T>): Promise<T> => {
    await run('savepoint question');
    try {
      return await work();
    } finally {
      await run('rollback to savepoint question');
    }
  };
  return {
    explain: async (statement, database) =>
      database !== '' && database !== dsn.database ? null : inSavepoint(() => explainOne(sql, statement)),
    tryIndex: hasHypopg
      ? (statement, candidate) => inSavepoint(() => tryHypothetical(sql, statement, candidate))
      : null,
    rowsOf: async (table) => inSavepoint(async () => (await tableOf(sql, table))?.rows ?? null),
    destroy: () => void sql.end({ timeout: 0 }),
    close: async () => {
      await run('rollback').catch(() => {});
      await sql.end({ timeout: 1 });
    },
  };
}

/** The extended protocol takes one statement at a time, whatever stands in the text. */
export async function oneStatement(sql: Sql, text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return [...(await sql.unsafe(text, [], { simple: false } as object))];
}

interface PlanOf {
  readonly cost: number;
  readonly rows: readonly PlanRow[];
}

/** Statements with `$1` have no values in the log: their plan is the one that fits any. */
async function planOf(sql: Sql, statement: string): Promise<PlanOf> {
  const parameters = Math.max(0, ...[...statement.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)));
  const explain = async (text: string): Promise<PlanOf> => {
    const [row] = await oneStatement(sql, `explain (format json) ${text}`);
    const plans: unknown = row?.['QUERY PLAN'];
    const root: unknown = Array.isArray(plans) ? (plans as { Plan?: unknown }[])[0]?.Plan : undefined;
    return { cost: Number((root as Record<string, unknown> | undefined)?.['Total Cost']), rows: planNodes(root) };
  };
  if (parameters === 0) return explain(statement);
  await oneStatement(sql, `prepare mcp_perf_question as ${statement}`);
  try {
    return await explain(`execute mcp_perf_question (${Array.from({ length: parameters }, () => 'null').join(', ')})`);
  } finally {
    await oneStatement(sql, 'deallocate mcp_perf_question').catch(() => {});
  }
}

async function explainOne(sql: Sql, statement: string): Promise<ExplainResult> {
  const { rows } = await planOf(sql, statement);
  const bytes = Buffer.from(statement);
  const conditions = conditionsOf(example(bytes, 0, bytes.length, dialect))?.tables ?? [];
  const tables: TableIndexes[] = [];
  const sizes = new Map<string, number>();
  for (const { table, alias } of conditions) {
    const found = await tableOf(sql, table);
    if (found === null) continue;
    for (const name of [table, alias]) sizes.set(name.toLowerCase(), found.rows);
    if (!tables.some((one) => one.table === table)) tables.push({ table, indexes: await indexesOf(sql, found.oid) });
  }
  // A plan says how many rows a scan gives on; what it reads is the table.
  const read = rows.map((row) =>
    row.access === 'ALL' ? { ...row, rows: Math.max(row.rows ?? 0, sizes.get(row.table.toLowerCase()) ?? 0) } : row,
  );
  return { plan: { from: 'explain', rows: read }, tables };
}

interface Table {
  readonly oid: number;
  readonly rows: number;
}

/** Finds a table by its exact name, else as the server folds it. Null if it is not a table. */
async function tableOf(sql: Sql, name: string): Promise<Table | null> {
  for (const spelled of new Set([name, name.toLowerCase()])) {
    const [row] = await sql`
      select c.oid::int as oid, c.reltuples::float8 as rows from pg_class c
      where c.oid = to_regclass(${quoteName(spelled)}) and c.relkind in ('r', 'p', 'm')`;
    if (row !== undefined) return { oid: Number(row['oid']), rows: Math.max(0, Number(row['rows'])) };
  }
  return null;
}

async function indexesOf(sql: Sql, table: number): Promise<TableIndexes['indexes']> {
  const rows = await sql`
    select i.relname as name, array_agg(a.attname::text order by k.place) as columns
    from pg_index x
    join pg_class i on i.oid = x.indexrelid
    join pg_am m on m.oid = i.relam and m.amname = 'btree'
    cross join lateral unnest(x.indkey) with ordinality as k(number, place)
    left join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.number
    where x.indrelid = ${table} and x.indpred is null and x.indisvalid
    group by i.relname`;
  return rows
    .map((row) => ({ name: String(row['name']), columns: row['columns'] as (string | null)[] }))
    .flatMap(({ name, columns }) => (columns.includes(null) ? [] : [{ name, columns: columns as string[] }]));
}

/** The definition with the names the server has; null where it has no such table or column. */
export async function indexOn(sql: Sql, { table, columns }: Candidate): Promise<string | null> {
  const found = await tableOf(sql, table);
  if (found === null) return null;
  const rows =
    await sql`select attname::text as name from pg_attribute where attrelid = ${found.oid} and attnum > 0 and not attisdropped`;
  const names = new Map(rows.map((row) => [String(row['name']).toLowerCase(), String(row['name'])]));
  const known = columns.map((column) => names.get(column.toLowerCase()));
  if (known.includes(undefined)) return null;
  const [at] = await sql`select ${found.oid}::regclass::text as name`;
  return `${String(at!['name'])} (${known.map((name) => quoteName(name!)).join(', ')})`;
}

async function tryHypothetical(sql: Sql, statement: string, candidate: Candidate): Promise<IndexProof | null> {
  const on = await indexOn(sql, candidate);
  if (on === null) return null;
  const before = await planOf(sql, statement);
  await sql`select hypopg_create_index(${`create index on ${on}`})`;
  try {
    const after = await planOf(sql, statement);
    if (!Number.isFinite(before.cost) || !Number.isFinite(after.cost)) return null;
    return { ...candidate, by: 'plan', before: before.cost, after: after.cost, where: 'hypopg' };
  } finally {
    await sql`select hypopg_reset()`.catch(() => {});
  }
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
