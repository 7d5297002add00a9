// A request that is tried before anyone agrees to it, and done exactly as it was tried: its handler runs in one transaction,
// with a clock and ids that are the same the next time, and what it changes is known before it is stored.
import { createHash } from 'node:crypto';
import { type KyselyPlugin, sql } from 'kysely';
import { type BookAccess, type Call, type CallParts, writeAs, type WriteScope } from '../call/call.ts';
import { Results } from '../call/results.ts';
import { withSmallCache } from '../database/dialect.ts';
import type { RowChange } from '../database/row-changes.ts';
import type { Store } from '../database/store.ts';

/** Thrown through a transaction to roll it back. */
class StagedRollback<T> extends Error {
  readonly value: T;
  constructor(value: T) {
    super('rolled back');
    this.value = value;
  }
}

/** What makes a second run the same as the first. */
export interface Sameness {
  readonly at: string;
  readonly seed: string;
}

/** The verdict on a run while its rows are still there. */
export interface StagedVerdict<V> {
  /** Otherwise everything is rolled back. */
  readonly commit: boolean;
  readonly value: V;
}

export interface StagedRun extends CallParts {
  readonly same: Sameness;
  /** The audit carries it, so that what was done is known by it. */
  readonly approvalId: string;
}

/** The same for the same seed: what is tried with these ids is done with these ids. */
function idsFrom(seed: string): () => string {
  let count = 0;
  return () => {
    const bytes = createHash('sha256').update(`${seed} ${count}`).digest().subarray(0, 16);
    count += 1;
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = bytes.toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  };
}

/** Runs a handler in one transaction, which is committed only if `judge` says so. */
export async function runStaged<T, V>(
  { book, label, operation, touchesTrades, stopped, storing, same, approvalId, ...parts }: StagedRun,
  handler: (call: Call) => Promise<T> | T,
  /** `unwatched` are changed rows of tables that are not watched. */
  judge: (result: T, unwatched: readonly RowChange[]) => Promise<StagedVerdict<V>>,
): Promise<V> {
  const { actor, requestId } = parts;
  const { store } = book;
  const now = () => new Date(same.at);
  const after: (() => void)[] = [];
  const unwatched: RowChange[] = [];
  const origin = { actor, requestId, label: label ?? 'service.write', operation, touchesTrades, approvalId };
  const timed: BookAccess = { ...book, now };
  try {
    const value = await writeAs(
      timed,
      origin,
      async (scope) => {
        const db = scope.db.withPlugin(untilStopped(stopped));
        const result = await handler({
          ...parts,
          isApproved: true,
          tellRows: (rows) => {
            for (const row of rows) unwatched.push(row);
          },
          now,
          newId: idsFrom(same.seed),
          // Results computed here come from rows that may never be stored.
          results: new Results(false),
          db,
          write: (work) => writeWithin(store, { ...scope, db }, work),
          afterCommit: (work) => void after.push(work),
          withSmallCache: (work) => withSmallCache(store.connection, work),
        });
        const verdict = await judge(result, unwatched);
        if (!verdict.commit) throw new StagedRollback(verdict.value);
        return verdict.value;
      },
      { stopped, storing },
    );
    for (const work of after) work();
    return value;
  } catch (error) {
    if (error instanceof StagedRollback) return error.value as V; // thrown above with what `judge` gave
    throw error;
  }
}

/** A write within the one transaction: what fails in it leaves nothing, as if it had been a transaction of its own. */
async function writeWithin<T>(
  { connection }: Pick<Store, 'connection'>,
  scope: WriteScope,
  work: (scope: WriteScope) => Promise<T>,
): Promise<T> {
  const noted: Parameters<WriteScope['audit']>[0][] = [];
  await sql`savepoint staged_write`.execute(scope.db);
  try {
    const done = await work({ ...scope, audit: (change) => void noted.push(change) });
    connection.exec('release staged_write');
    for (const change of noted) scope.audit(change);
    return done;
  } catch (error) {
    // A full disk rolls back the whole transaction automatically.
    if (connection.inTransaction) connection.exec('rollback to staged_write; release staged_write');
    throw error;
  }
}

/** Every further query fails once it is stopped: the handler then ends, and none of it continues afterwards. */
function untilStopped(stopped: AbortSignal): KyselyPlugin {
  return {
    transformQuery: ({ node }) => {
      stopped.throwIfAborted();
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
}
