// What a concept has to say when rows of its tables come back out of the bin: what else has to be put right, or why they may not.
import type { WriteScope } from '../call/call.ts';
import type { StoredRow } from '../database/row-changes.ts';

/** A row before and after the change that was reverted; it is now again as before. */
export interface RevertedRow {
  readonly before: StoredRow | null;
  readonly after: StoredRow | null;
}

/** By table; called when all rows are as they were, in the transaction that puts them there. */
export type Restoring = Readonly<
  Record<string, ((scope: WriteScope, rows: readonly RevertedRow[]) => Promise<void>) | undefined>
>;
