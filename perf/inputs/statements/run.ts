// A run of a statement: what the readers of logs fill in and the classes add up.
import type { PlanRow } from '../../model/snapshot.ts';

/** One run of a statement, as its log tells it. Times in microseconds; NaN where the log does not say. One object is reused. */
export class StatementRun {
  queryUs = 0;
  lockUs = 0;
  rowsSent = 0;
  rowsExamined = 0;
  rowsAffected = 0;
  bytesSent = 0;
  fullScan = false;
  fullJoin = false;
  filesort = false;
  filesortOnDisk = false;
  tmpTable = false;
  tmpTableOnDisk = false;
  failed = false;
  killed = false;
  /** Percona's rate limit: the number of statements this record stands for. */
  weight = 1;
  threadId = 0;
  /** From `# Time:`; carried over from record to record, because old servers print it only when the second changes. */
  timeUs = Number.NaN;
  /** `# Time:` with a fraction: exact enough to place the statement inside a request. */
  timeIsExact = false;
  /** How far from its true value an exact time may lie: logs cut digits off. */
  resolutionUs = 1;
  /** From `Start:` of MySQL 8's extra fields. */
  startUs = Number.NaN;
  /** The plan, where the log's reader has it already. */
  plan: readonly PlanRow[] | null = null;
  user = '';
  /** The default schema; carried over from record to record until another is named. */
  schema = '';

  /** How the server ran it, where the log says so. */
  planIn(_bytes: Uint8Array): readonly PlanRow[] | null {
    return this.plan;
  }
}

/** Between which moments the statement started, as far as the log tells; `timestampUs` is its time to the second. */
export function startInterval(run: StatementRun, timestampUs: number): { readonly from: number; readonly to: number } {
  const exact = exactStart(run);
  return Number.isNaN(exact)
    ? { from: timestampUs, to: timestampUs + 1_000_000 }
    : { from: exact, to: exact + run.resolutionUs };
}

/** When the statement started, where the log says it to a fraction of a second; else NaN. */
export function exactStart(run: StatementRun): number {
  if (!Number.isNaN(run.startUs)) return run.startUs;
  return run.timeIsExact ? run.timeUs - run.queryUs : Number.NaN;
}
