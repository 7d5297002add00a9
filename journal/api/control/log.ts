// The write-ahead log of control.db, so that the thread that answers never waits for the disk. A commit is a write into the
// system's memory: that outlives the process, however it ends. Making it durable, and moving it into the database file,
// take as long as the disk takes, which behind an import is seconds: both happen on other threads.
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { checkpoint, type Connection, emptyLog, flushFolder, keepLog, logState, waitForDisk } from '@zorivest/store';
import { type Checkpoint, checkpointOnThread } from './checkpoint.ts';

/** Frames of a page each: about 4 MB, as much as SQLite itself lets a log grow. */
const MOST_FRAMES = 1000;

interface LogParts {
  readonly connection: Connection;
  readonly path: string;
  /** Of control.db; this has a copy. */
  readonly dataKey: Uint8Array;
  /** Called when the disk does not take a write. */
  readonly report: (message: string, error: unknown) => void;
  readonly mostFrames?: number;
}

export class ControlLog {
  readonly #parts: LogParts;
  readonly #dataKey: Buffer;
  #file: FileHandle | undefined;
  #isDirty = false;
  #isClosed = false;
  /** A log that starts again while this is set waits for the disk once. */
  #isCareful = false;
  #flushing: Promise<void> | undefined;
  #moving: Checkpoint | undefined;
  /** Something was committed while the log was being moved, and may have been left behind. */
  #grewMeanwhile = false;

  constructor(parts: LogParts) {
    this.#parts = parts;
    this.#dataKey = Buffer.from(parts.dataKey);
    keepLog(parts.connection);
    waitForDisk(parts.connection, 'never');
  }

  /** Something was committed. */
  written(): void {
    this.#isDirty = true;
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = undefined;
    });
  }

  /** Everything that was committed is on the disk. */
  async durable(): Promise<void> {
    while (this.#flushing !== undefined) await this.#flushing;
  }

  /** Nothing more is committed; this thread waits for the disk, as it may when it answers no more requests. */
  async close(closeConnection: () => Promise<void>): Promise<void> {
    const { connection } = this.#parts;
    this.#isClosed = true;
    await this.#moving?.done.catch(() => {});
    await this.#letGo();
    waitForDisk(connection, 'always');
    try {
      checkpoint(connection);
    } catch {
      // A full disk must not keep it open; the log is read at the next opening.
    }
    await closeConnection();
  }

  /**
   * Nothing more is committed, and others are still answered: what is left is moved on another thread, whose connection is
   * the last to be closed. The promise that comes back is that of its end.
   */
  async leave(closeConnection: () => Promise<void>): Promise<{ readonly over: Promise<unknown> }> {
    const { connection, path, report } = this.#parts;
    this.#isClosed = true;
    const moving = this.#moving ?? checkpointOnThread(path, this.#dataKey);
    await moving.opened.catch(() => {});
    // Should this one be the last after all, it must not leave the file half on the disk.
    waitForDisk(connection, 'always');
    await closeConnection();
    const moved = moving.done.catch((error: unknown) =>
      report('the log of control.db could not be moved into it', error),
    );
    return { over: Promise.all([moved, this.#letGo()]) };
  }

  async #letGo(): Promise<void> {
    await this.durable();
    await this.#file?.close();
    this.#dataKey.fill(0);
  }

  /** One at a time, and once more for what came meanwhile. */
  async #flush(): Promise<void> {
    try {
      while (this.#isDirty) {
        this.#isDirty = false;
        await this.#sync();
      }
    } catch (error) {
      this.#parts.report('what was written to control.db may not be on the disk', error);
    }
    if (this.#isClosed) return;
    if (this.#isCareful && this.#moving === undefined) this.#settle();
    if (this.#isLong()) this.#move();
  }

  async #sync(): Promise<void> {
    if (this.#file !== undefined) return this.#file.datasync();
    const { path } = this.#parts;
    // SQLite takes no locks on its log, so opening and closing it here does no harm; control.db itself would.
    this.#file = await open(`${path}-wal`, 'r+');
    await this.#file.datasync();
    // The file may be new: that it is there must be on the disk too.
    await flushFolder(dirname(path));
  }

  #isLong(): boolean {
    return logState(this.#parts.connection).frames > (this.#parts.mostFrames ?? MOST_FRAMES);
  }

  #move(): void {
    if (this.#moving !== undefined) {
      this.#grewMeanwhile = true;
      return;
    }
    this.#grewMeanwhile = false;
    const { connection, path, report } = this.#parts;
    // The moment all of it has been moved the next commit starts the log again, which must not go unnoticed.
    this.#isCareful = true;
    waitForDisk(connection, 'at_a_new_log');
    const moving = checkpointOnThread(path, this.#dataKey);
    this.#moving = moving;
    void moving.done
      .catch((error: unknown) => report('the log of control.db could not be moved into it', error))
      .finally(() => {
        this.#moving = undefined;
        if (this.#isClosed) return;
        this.#settle();
        // Else it would stay as long as it is until the next commit, which may be hours away.
        if (this.#grewMeanwhile && this.#isLong()) this.#move();
      });
  }

  /** An emptied log has no old frames, so that the next commit need not wait; nor need one behind frames still to be moved. */
  #settle(): void {
    const { connection } = this.#parts;
    const { frames, moved } = logState(connection);
    const isWhole = frames > 0 && moved === frames;
    if (isWhole && !emptyLog(connection)) return;
    this.#isCareful = false;
    waitForDisk(connection, 'never');
    if (isWhole) this.written();
  }
}
