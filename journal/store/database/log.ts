// SQLite's write-ahead log, for a file whose writer must not wait for the disk. What is true of it is true of SQLite only.
import type { Connection } from './dialect.ts';

/**
 * Never: a commit is in the system's memory, which outlives this process but no power cut. When a new log begins: then
 * frames of the old one must not be found behind a lost beginning of the new. Always: a commit is on the disk.
 */
type Waits = 'never' | 'at_a_new_log' | 'always';

const SYNCHRONOUS: Readonly<Record<Waits, string>> = { never: 'OFF', at_a_new_log: 'NORMAL', always: 'FULL' };

/** When this connection waits for the disk; not inside a transaction. */
export function waitForDisk(connection: Connection, when: Waits): void {
  connection.pragma(`synchronous=${SYNCHRONOUS[when]}`);
}

/** The log grows until a checkpoint is requested. */
export function keepLog(connection: Connection): void {
  connection.pragma('wal_autocheckpoint=0');
}

interface LogState {
  readonly frames: number;
  /** How many of them are in the database file, on the disk. */
  readonly moved: number;
}

function runCheckpoint(connection: Connection, how: 'NOOP' | 'PASSIVE' | 'TRUNCATE'): LogState & { isBusy: boolean } {
  const [row] = connection.pragma(`wal_checkpoint(${how})`) as { busy: number; log: number; checkpointed: number }[];
  return { isBusy: row?.busy === 1, frames: row?.log ?? 0, moved: row?.checkpointed ?? 0 };
}

/** Without touching the disk. */
export function logState(connection: Connection): LogState {
  return runCheckpoint(connection, 'NOOP');
}

/** Moves what it can without keeping anyone from reading or writing. */
export function moveLog(connection: Connection): void {
  runCheckpoint(connection, 'PASSIVE');
}

/** Empties a log that has been moved as a whole, which takes no waiting for the disk; false while somebody reads it. */
export function emptyLog(connection: Connection): boolean {
  return !runCheckpoint(connection, 'TRUNCATE').isBusy;
}
