// What the service has its backup process do, and how it asks.
import { ChildJobFailed, runChildJob } from '@zorivest/store';

export interface MakeJob {
  readonly kind: 'make';
  readonly database: string;
  readonly control: string;
  readonly bootstrap: string;
  readonly bookId: string;
  readonly dataKey: Uint8Array;
  /** Where the copy of the book lies until it is sealed. */
  readonly snapshot: string;
  readonly controlSnapshot: string;
  readonly target: string;
  readonly at: Date;
  readonly version: string;
}

export interface StageJob {
  readonly kind: 'stage';
  readonly file: string;
  readonly staged: string;
  readonly stagedControl: string;
  /** Today's data key, then those from before a rekey. */
  readonly dataKeys: readonly Uint8Array[];
}

/** Reads every page of the book as it is. */
export interface CheckJob {
  readonly kind: 'check';
  readonly database: string;
  readonly dataKey: Uint8Array;
}

export type BackupJob = MakeJob | StageJob | CheckJob;

export interface BackupFault {
  readonly reason: 'wrong_key' | 'damaged' | 'full' | 'failed';
  readonly message: string;
}

export interface BackupAnswer {
  readonly fault: BackupFault | null;
}

const script = new URL(
  import.meta.url.endsWith('.ts') ? './backup-process.ts' : './backup-process.js',
  import.meta.url,
);

/** A book of many gigabytes on a slow disk; beyond this something is wrong. */
const MOST_SECONDS = 3600;

export async function runBackupJob(job: BackupJob, signal: AbortSignal): Promise<BackupFault | null> {
  try {
    const { fault } = await runChildJob<BackupJob, BackupAnswer>({ script, job, seconds: MOST_SECONDS, signal });
    return fault;
  } catch (error) {
    if (!(error instanceof ChildJobFailed)) throw error;
    const message = error.reason === 'cancelled' ? 'it was stopped' : 'the backup process ended before it was done';
    return { reason: 'failed', message };
  }
}
