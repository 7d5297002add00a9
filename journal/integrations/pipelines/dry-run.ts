// A dry run does everything but fetch and send, and leaves nothing. Anyone may try a policy, so no data of the book may leave
// through it: market data comes from the cache or is made up, files are made up, and no name is looked up. Each step that
// writes uses a transaction of its own that is rolled back immediately, on top of what the steps before it would have written;
// a query sees the same. So no transaction is open while a step waits for the network or a slow query, and the book stays
// free for others.
import { NoProvider } from '@zorivest/market';
import type { Db } from '@zorivest/store';
import type { DataType } from '@zorivest/vocabulary';
import { SAMPLE, sampleOf } from './mock-data.ts';
import { runContext, type RunIdentity } from './stored/context.ts';
import { storedMarketTables } from './write-market-tables.ts';
import { storedReports } from './stored/reports.ts';
import { sandboxedSql } from './stored/sql-engine.ts';
import type { RunParts } from './parts.ts';
import type { FetchResult, MarketAccess, MarketTables, ReportStore } from './ports.ts';
import type { Policy } from './policy.ts';
import { runSteps, type RunEnd, type RunPorts, type StepRecord } from './runner.ts';
import type { TriedWrite } from './sql-job.ts';

export type Timing = Pick<RunPorts, 'now' | 'random' | 'sleep' | 'signal'>;

export async function dryRun(
  parts: RunParts,
  policy: Policy,
  identity: RunIdentity,
  timing: Timing,
): Promise<{ readonly end: RunEnd; readonly records: readonly StepRecord[] }> {
  const records: StepRecord[] = [];
  const record = (step: StepRecord) => {
    records.push(step);
    return Promise.resolve();
  };
  const real = runContext(parts, parts.store.db, identity);
  const tried: TriedWrite[] = [];
  const market: MarketAccess = {
    fetch: (type, query, { signal, provider }) => storedOrMade(parts, type, query, { signal, provider }),
    download: (_url, { mimeTypes }) => Promise.resolve(madeFile(mimeTypes)),
    cursor: (key) => real.market.cursor(key),
    // Where an incremental fetch left off belongs to real runs: a dry one must not make them skip what it saw.
    moveCursor: () => Promise.resolve(),
  };
  const context = {
    ...real,
    market,
    sql: sandboxedSql(parts, tried),
    tables: triedTables(parts, tried),
    reports: triedReports(parts, identity.createdBy),
  };
  return { end: await runSteps(policy, { ...timing, record, context }), records };
}

async function storedOrMade(
  parts: RunParts,
  type: DataType,
  query: Readonly<Record<string, unknown>>,
  { signal, provider }: { readonly signal: AbortSignal; readonly provider: string | undefined },
): Promise<FetchResult> {
  try {
    const asked = { signal, cachedOnly: true, ...(provider !== undefined && { provider }) };
    // The step's own schema has checked the query; each feed reads only the fields of its kind.
    const rows = await parts.market.get(type, query as never, asked);
    const records = rows.map(({ age_seconds: _age, ...row }): Record<string, unknown> => row);
    return { provider: rows[0]?.provider ?? '', source: 'hit', records };
  } catch (error) {
    if (!(error instanceof NoProvider)) throw error;
    return { provider: SAMPLE, source: 'hit', records: [sampleOf(type, query['ticker'])] };
  }
}

const madeFiles: Readonly<Record<string, string>> = {
  'application/json': '[]',
  'text/csv': 'date,value\n2026-03-04,1\n',
  'text/plain': 'made up for a dry run\n',
};

function madeFile([mimeType = 'text/plain']: readonly string[]) {
  return { content: madeFiles[mimeType] ?? '', mimeType };
}

class RolledBack<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('rolled back');
    this.result = result;
  }
}

async function rolledBack<T>(parts: RunParts, work: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await parts.store.db.transaction().execute(async (tx): Promise<never> => {
      throw new RolledBack(await work(tx));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T; // thrown a few lines above, with this type
    throw error;
  }
}

function triedTables(parts: RunParts, tried: TriedWrite[]): MarketTables {
  return {
    async write(table, rows, mode) {
      const written = await rolledBack(parts, async (tx) => {
        const tables = storedMarketTables(tx);
        for (const before of tried) await tables.write(before.table, before.rows, before.mode);
        return tables.write(table, rows, mode);
      });
      tried.push({ table, rows, mode });
      return written;
    },
  };
}

/** Later steps are handed the report itself; the shelf is only tried. */
function triedReports(parts: RunParts, createdBy: string): ReportStore {
  return { save: (report) => rolledBack(parts, (tx) => storedReports(tx, createdBy, parts.now).save(report)) };
}
