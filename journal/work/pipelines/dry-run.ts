// A dry run does everything but send, and leaves nothing. Each step that writes does so in a transaction of its own that
// is rolled back at once, over what the steps before it would have written; a query sees the same. So no transaction is
// open while a step waits for the network or a slow query, and the book stays free for everybody else.
import type { Db } from '@zorivest/store';
import { runContext, type RunIdentity } from './stored/context.ts';
import { storedMarketTables } from './write-market-tables.ts';
import { storedReports } from './stored/reports.ts';
import { sandboxedSql } from './stored/sql-engine.ts';
import type { RunParts } from './parts.ts';
import type { MarketAccess, MarketTables, ReportStore } from './ports.ts';
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
  // Where an incremental fetch left off belongs to real runs: a dry one must not make them skip what it saw.
  const market: MarketAccess = { ...real.market, moveCursor: () => Promise.resolve() };
  const context = {
    ...real,
    market,
    sql: sandboxedSql(parts, tried),
    tables: triedTables(parts, tried),
    reports: triedReports(parts, identity.createdBy),
  };
  return { end: await runSteps(policy, { ...timing, record, context }), records };
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
