import type { SlowLogTable } from './slow-log-table.ts';
import type { StatementCounters } from './statement-counters.ts';

/** What a collection works with besides its plan. */
export interface CollectOptions {
  readonly bundles: string;
  readonly copyMaxBytes: number;
  readonly maxFilesPerDir: number;
  /** Opens the table that holds the slow log; where the plan asks for it. */
  readonly openSlowLog?: () => Promise<SlowLogTable>;
  /** Opens the counters of the database; where the plan asks for them. */
  readonly openCounters?: () => Promise<StatementCounters>;
  readonly correlationId: string;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number, message: string) => void;
}
