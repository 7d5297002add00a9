// Imports statements from a folder: those that leave nothing open, and only by adding. Everything
// else waits for the person, who finds it listed with the reason.
import { randomUUID } from 'node:crypto';
import type { ClientOutput, contract, ReceivedFile } from '@zorivest/contract';
import type { Logger } from '@zorivest/kernel/log';
import {
  type Actor,
  type BookAccess,
  type Call,
  createCall,
  type EventBus,
  Fault,
  type Home,
  serviceActor,
  shownTime,
} from '@zorivest/store';
import { recognise } from '../imports/recognise.ts';
import { runImport, type Summary } from '../imports/service.ts';
import { sourceOf } from '../imports/upload-imports.ts';
import {
  checkFolder,
  type FoundFile,
  listFiles,
  lookAside,
  moveAside,
  moveBack,
  openFile,
  warningOf,
} from './folder.ts';
import type { WatchedFileRow } from './tables.ts';

type WatchState = ClientOutput<typeof contract.imports.watch>;
type FileState = WatchState['files'][number]['state'];

/** How often the folder is looked at. */
const LOOK_EVERY_MS = 2000;
/** A file that has not changed for this long, and between two looks, is whole. */
const SETTLED_MS = 5000;
/** How long a file is watched after it was moved: a program that had only paused continues to write it there. */
const LOOKED_AFTER_MS = 10 * 60_000;
const MOST_SHOWN = 200;

/** The actor of automatic imports. */
const watchActor: Actor = { ...serviceActor, label: 'watched folder' };

export interface WatchParts extends BookAccess {
  readonly home: Pick<Home, 'root'>;
  readonly events: Pick<EventBus, 'emit'>;
  /** Whether the assistants are stopped: then nothing runs automatically. */
  readonly guard: { readonly isLocked: boolean };
  readonly logs: { feature(name: 'scheduler'): Pick<Logger, 'error'> };
}

type FileSize = Pick<FoundFile, 'size' | 'modifiedMs'>;

export class Watcher {
  readonly #parts: WatchParts;
  /** Files as the last look found them. */
  #before = new Map<string, FoundFile>();
  /** Files that were moved aside, by their names there. */
  readonly #moved = new Map<string, { readonly name: string; readonly was: FileSize; readonly until: number }>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #ending = new AbortController();
  /** Why the folder could not be looked at. */
  #fault: string | null = null;
  /** When its turn last came. */
  #turnAt: string | null = null;
  #isOpen = false;

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  /** The book has been opened. */
  opened(): void {
    this.#isOpen = true;
    this.#ending = new AbortController();
    this.#lookLater(0);
  }

  /** The book is about to be closed: what is being read is not stored. */
  async closing(): Promise<void> {
    this.#isOpen = false;
    clearTimeout(this.#timer);
    this.#ending.abort();
    await this.#looking;
  }

  async set(call: Call, folder: string, accountId: string | null): Promise<WatchState> {
    const real = await checkFolder(folder, this.#parts.home.root);
    await call.write(async ({ db, audit }) => {
      if (accountId !== null) {
        const account = db.selectFrom('accounts').select('account_id').where('account_id', '=', accountId);
        if ((await account.executeTakeFirst()) === undefined)
          throw new Fault(404, `there is no account ${JSON.stringify(accountId)}`);
      }
      const row = { folder: real, account_id: accountId, created_at: call.now().toISOString() };
      await db
        .insertInto('watch_folder')
        .values({ id: 1, ...row })
        .onConflict((clash) => clash.column('id').doUpdateSet(row))
        .execute();
      await db.deleteFrom('watched_files').execute();
      audit({ resource: 'watch_folder', id: 1, after: { folder: real, account_id: accountId } });
    });
    this.#before.clear();
    this.#moved.clear();
    this.#fault = null;
    this.#lookLater(0);
    return this.show();
  }

  async stop(call: Call): Promise<void> {
    await call.write(async ({ db, audit }) => {
      await db.deleteFrom('watch_folder').execute();
      await db.deleteFrom('watched_files').execute();
      audit({ resource: 'watch_folder', id: 1 });
    });
    this.#before.clear();
    this.#moved.clear();
  }

  async show(): Promise<WatchState> {
    const { db } = this.#parts.store;
    const set = await this.#set();
    if (set === undefined)
      return { state: 'off', folder: null, account_id: null, warning: null, fault: null, turn_at: null, files: [] };
    const files = await db
      .selectFrom('watched_files')
      .selectAll()
      .orderBy('looked_at', 'desc')
      .limit(MOST_SHOWN)
      .execute();
    const undone = await db
      .selectFrom('import_runs')
      .select('run_id')
      .where(
        'run_id',
        'in',
        files.flatMap(({ run_id }) => run_id ?? []),
      )
      .where('undone_at', 'is not', null)
      .execute();
    const undoneRuns = new Set(undone.map(({ run_id }) => run_id));
    return {
      state: this.#fault !== null ? 'failed' : this.#parts.guard.isLocked ? 'paused' : 'watching',
      folder: set.folder,
      account_id: set.account_id,
      warning: await warningOf(set.folder),
      fault: this.#fault,
      turn_at: this.#turnAt,
      files: files.map(({ name, state, message, run_id, looked_at }) => ({
        name,
        state: state as FileState, // written below
        message: run_id !== null && undoneRuns.has(run_id) ? `Undone since. ${message}` : message,
        run_id,
        looked_at: shownTime(looked_at),
      })),
    };
  }

  #set() {
    return this.#parts.store.db.selectFrom('watch_folder').selectAll().executeTakeFirst();
  }

  #lookLater(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isOpen) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#takeTurn();
    }, ms).unref();
  }

  async #takeTurn(): Promise<void> {
    try {
      const isOn = await this.#look();
      this.#turnAt = isOn ? this.#parts.now().toISOString() : null;
      if (isOn) this.#lookLater(LOOK_EVERY_MS);
    } catch (error) {
      this.#parts.logs.feature('scheduler').error('the watched folder could not be looked at', { error });
      this.#lookLater(LOOK_EVERY_MS);
    }
  }

  /** False while no folder is set. */
  async #look(): Promise<boolean> {
    const set = await this.#set();
    if (set === undefined) return false;
    if (this.#parts.guard.isLocked) return true;
    await this.#lookAfter(set.folder);
    const found = await this.#list(set.folder);
    if (found === null) return true;
    const before = this.#before;
    this.#before = new Map(found.map((file) => [file.name, file]));
    const known = new Map(
      (await this.#parts.store.db.selectFrom('watched_files').selectAll().execute()).map((row) => [row.name, row]),
    );
    for (const name of known.keys()) if (!this.#before.has(name)) await this.#forget(known.get(name));
    for (const file of found) {
      if (!this.#isOpen || this.#parts.guard.isLocked) return true;
      if (isAsBefore(file, known.get(file.name))) await this.#lookAgain(set.folder, known.get(file.name));
      else if (isWhole(file, before.get(file.name), this.#parts.now().getTime()))
        await this.#take(set.folder, set.account_id, file);
    }
    return true;
  }

  async #list(folder: string): Promise<FoundFile[] | null> {
    try {
      // A folder that was replaced by a link is another folder.
      if ((await checkFolder(folder, this.#parts.home.root)) !== folder) throw new Error('moved');
      const found = await listFiles(folder);
      this.#fault = null;
      return found;
    } catch {
      this.#fault = 'The folder cannot be read any more: it was moved, removed, or its rights were taken away.';
      return null;
    }
  }

  /** A file that has gone from the folder is no question any more; what was imported stays listed. */
  async #forget(row: WatchedFileRow | undefined): Promise<void> {
    if (row === undefined || row.state === 'imported' || row.state === 'known') return;
    await this.#parts.store.db.deleteFrom('watched_files').where('name', '=', row.name).execute();
  }

  /** One that waits may have been imported by hand since. */
  async #lookAgain(folder: string, row: WatchedFileRow | undefined): Promise<void> {
    if (row === undefined || row.state !== 'asked' || row.sha256 === null || !(await this.#isImported(row.sha256)))
      return;
    await this.#putAside(folder, { name: row.name, size: row.size, modifiedMs: row.modified_ms });
    await this.#note({ ...row, state: 'known', message: 'It was imported since' });
  }

  async #putAside(folder: string, { name, size, modifiedMs }: FileSize & { readonly name: string }): Promise<boolean> {
    const movedTo = await moveAside(folder, name);
    const until = this.#parts.now().getTime() + LOOKED_AFTER_MS;
    if (movedTo !== null) this.#moved.set(movedTo, { name, was: { size, modifiedMs }, until });
    return movedTo !== null;
  }

  /** A file that was written to after it was moved comes back to be read again; its earlier rows are known by then. */
  async #lookAfter(folder: string): Promise<void> {
    const now = this.#parts.now().getTime();
    for (const [movedTo, { name, was, until }] of this.#moved) {
      const is = await lookAside(folder, movedTo);
      const isSame = is?.size === was.size && is.modifiedMs === was.modifiedMs;
      if (is === null || (isSame ? now > until : await moveBack(folder, movedTo, name))) this.#moved.delete(movedTo);
    }
  }

  async #isImported(sha256: string): Promise<boolean> {
    const run = await this.#parts.store.db
      .selectFrom('import_runs')
      .select('run_id')
      .where('file_hash', '=', sha256)
      .where('undone_at', 'is', null)
      .where('status', '!=', 'failed')
      .executeTakeFirst();
    return run !== undefined;
  }

  async #take(folder: string, accountId: string | null, found: FoundFile): Promise<void> {
    const base = {
      name: found.name,
      size: found.size,
      modified_ms: found.modifiedMs,
      sha256: null,
      run_id: null,
      looked_at: this.#parts.now().toISOString(),
    };
    if (found.refused !== null) return this.#note({ ...base, state: 'refused', message: found.refused });
    let opened;
    try {
      opened = await openFile(folder, found.name);
    } catch (error) {
      const message =
        error instanceof Fault ? error.message : 'It cannot be opened: give the service the right to read it';
      return this.#note({ ...base, state: 'refused', message });
    }
    const { file } = opened;
    const fileFields = { ...base, sha256: file.sha256 };
    try {
      if (await this.#isImported(file.sha256)) {
        await this.#putAside(folder, found);
        return await this.#note({ ...fileFields, state: 'known', message: 'This file was imported before' });
      }
      const done = await this.#import(file, accountId, () => opened.isUnchanged());
      if (typeof done === 'string') return await this.#note({ ...fileFields, state: 'asked', message: done });
      const moved = await this.#putAside(folder, found);
      await this.#note({
        ...fileFields,
        state: done.run_id === null ? 'known' : 'imported',
        message: `${sayRows(done)}${moved ? '' : '. It could not be moved; it will not be read again'}`,
        run_id: done.run_id,
      });
    } catch (error) {
      // What was stopped is looked at again when the stop is lifted.
      if (this.#ending.signal.aborted || this.#parts.guard.isLocked) return;
      if (!(error instanceof Fault))
        this.#parts.logs.feature('scheduler').error('a statement of the watched folder could not be read', { error });
      const message = error instanceof Fault ? error.message : 'It could not be read; the log says why';
      await this.#note({ ...fileFields, state: 'asked', message });
    } finally {
      await opened.close();
    }
  }

  /** What was stored, or why the person has to look first. */
  async #import(
    file: ReceivedFile,
    accountId: string | null,
    isUnchanged: () => Promise<boolean>,
  ): Promise<Summary | string> {
    const call = this.#call();
    const { kind, format, reason } = await recognise(call, file);
    if (format === 'unknown') return reason;
    const about = { uploads: [], accept: false, ...(accountId !== null && { account_id: accountId }) };
    const source = () => sourceOf(call, { ...file, kind }, about, () => undefined);
    const wanted = { ...about, preview: true };
    const keep = (summary: Summary) => summary;
    const unsure = unsureOf(await runImport(call, [await source()], wanted, keep));
    if (unsure !== null) return unsure;
    return runImport(call, [await source()], { ...wanted, preview: false }, keep, async () => {
      if (!(await isUnchanged())) throw new Fault(409, 'It was changed while it was read: it will be read again');
    });
  }

  #call(): Call {
    const { signal } = this.#ending;
    return createCall({
      book: this.#parts,
      actor: watchActor,
      requestId: randomUUID(),
      signal,
      stopped: signal,
      setStatus: () => undefined,
      label: 'import.watch',
      touchesTrades: true,
      storing: () => !this.#parts.guard.isLocked,
    });
  }

  async #note(row: WatchedFileRow): Promise<void> {
    await this.#parts.store.db
      .insertInto('watched_files')
      .values(row)
      .onConflict((clash) => clash.column('name').doUpdateSet(row))
      .execute();
    this.#parts.events.emit('import', { stage: 'watched', file_name: row.name, state: row.state, run_id: row.run_id });
  }
}

function isAsBefore({ size, modifiedMs }: FoundFile, row: WatchedFileRow | undefined): boolean {
  return row !== undefined && row.size === size && row.modified_ms === modifiedMs;
}

/** A file that is still being written changes between two looks. */
function isWhole(file: FoundFile, before: FoundFile | undefined, now: number): boolean {
  return (
    before !== undefined &&
    before.size === file.size &&
    before.modifiedMs === file.modifiedMs &&
    now - file.modifiedMs > SETTLED_MS
  );
}

/** Why a file is not imported automatically; null where every row is new or known. */
function unsureOf({ needs_review, review, status, rows, errors, reason }: Summary): string | null {
  if (needs_review) return review?.unclear.join(' ') || 'It needs a decision';
  if (status === 'failed') return reason;
  if (rows.read === 0) return 'It has no rows to import';
  if (rows.unreadable > 0)
    return `${count(rows.unreadable)} could not be read, such as row ${errors[0]?.row ?? 0}: ${errors[0]?.message ?? ''}`;
  if (rows.asked > 0) return `${count(rows.asked)} may already be in the book, or need your decision`;
  if (rows.changed > 0) return `${count(rows.changed)} would change or remove rows of the book`;
  return null;
}

function sayRows({ rows }: Summary): string {
  const rowCounts = [
    [rows.trades, 'became trades'],
    [rows.events, 'became events'],
    [rows.cash, 'became cash movements'],
    [rows.known, 'were already in the book'],
    [rows.left_out.reduce((sum, { count: left }) => sum + left, 0), 'were left out'],
  ] as const;
  return rowCounts.flatMap(([number, what]) => (number === 0 ? [] : [`${count(number)} ${what}`])).join(', ');
}

function count(rows: number): string {
  return rows === 1 ? 'One row' : `${rows} rows`;
}
