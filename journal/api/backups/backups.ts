// Making, checking, restoring and letting go of backups while the service runs.
import { existsSync, readdirSync, realpathSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  asideName,
  discardDatabase,
  discardFile,
  Fault,
  flushFolder,
  type Home,
  inHome,
  notFound,
  type RandomBytes,
  stagedPath,
  stoppedByGuard,
  swapFiles,
} from '@zorivest/store';
import type { Gate } from '../gate.ts';
import type { Settings } from '@zorivest/records';
import type { Vault } from '../vault/vault.ts';
import { copyBackup } from './copies.ts';
import { isDrillDue, lastDrill, noteDrill, type Drill } from './drill.ts';
import { runBackupJob, type BackupFault } from './jobs.ts';
import { backupName, parseBackupName, type BackupKind } from './names.ts';
import { findExpired } from './rotation.ts';

interface BackupParts {
  readonly home: Home;
  readonly vault: Vault;
  /** The open book. */
  readonly book: { close(): Promise<void> };
  readonly settings: Settings;
  readonly gate: Gate;
  readonly random: RandomBytes;
  readonly now: () => Date;
  readonly version: string;
  readonly report: (message: string, error: unknown) => void;
  /** Called when another book has replaced the current one. */
  readonly restored: () => void;
  readonly announce: (data: Record<string, unknown>) => void;
}

export interface BackupFile {
  readonly path: string;
  readonly filename: string;
  readonly size_bytes: number;
  readonly modified_at: string;
  /** Retained until a person removes it. */
  readonly pinned: boolean;
}

export interface BackupResult {
  readonly status: 'success' | 'failed' | 'partial';
  readonly backup_path: string | null;
  readonly files_backed_up: number;
  readonly elapsed_seconds: number;
  readonly error: string | null;
}

export interface VerifyResult {
  readonly status: 'valid' | 'corrupted' | 'failed';
  readonly error: string | null;
}

export interface RestoreResult {
  readonly status: 'success' | 'failed' | 'invalid_passphrase' | 'corrupted';
  readonly error: string | null;
  readonly kept_aside: string | null;
}

/** An automatic backup takes at most this share of the time, however large the book. */
const SHARE_OF_TIME = 20;
/** A drill unpacks a whole book; it waits until there is room for a few. */
const ROOM_FOR_A_DRILL = 3;

export class Backups {
  readonly #parts: BackupParts;
  readonly #stopped = new AbortController();
  #running: Promise<BackupResult> | undefined;
  /** The one after it, for all who asked meanwhile. */
  #next: { kind: 'person' | 'auto'; readonly made: Promise<BackupResult> } | undefined;
  #drilling: Promise<Drill | null> | undefined;
  #unsavedWrites = 0;
  #lastAutoAt = 0;
  #lastSeconds = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: BackupParts) {
    this.#parts = parts;
  }

  list(): BackupFile[] {
    return this.#files()
      .map(({ name, kind }) => {
        const path = join(this.#parts.home.backups, name);
        const { size, mtime } = statSync(path);
        return { path, filename: name, size_bytes: size, modified_at: mtime.toISOString(), pinned: isPinned(kind) };
      })
      .toSorted((a, b) => b.filename.localeCompare(a.filename));
  }

  /** One at a time. A request during a backup gets the next one: the running one may lack the last change, or be removed. */
  create(kind: 'person' | 'auto'): Promise<BackupResult> {
    if (this.#running === undefined) {
      this.#running = this.#create(kind).finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
    const begin = () => {
      const wanted = this.#next?.kind ?? kind;
      this.#next = undefined;
      return this.create(wanted);
    };
    this.#next ??= { kind, made: this.#running.then(begin, begin) };
    if (kind === 'person') this.#next.kind = kind;
    return this.#next.made;
  }

  /** The book as it was, before its format changes; the path of the backup. Nothing is changed when this fails. */
  async beforeMigration(dataKey: Uint8Array): Promise<string> {
    const made = await this.#make('migration', dataKey);
    if (made.fault === null) return made.path;
    throw new Fault(503, `the book must be brought to a newer format, and the backup before it failed: ${made.fault}`);
  }

  async verify(path: string): Promise<VerifyResult> {
    const file = this.#confined(path);
    const fault = await this.#tryOut(file, 'verify');
    if (fault === null) return { status: 'valid', error: null };
    return { status: fault.reason === 'damaged' ? 'corrupted' : 'failed', error: fault.message };
  }

  /** Everything is checked before the book is touched; the book as it was is moved aside, and back if anything fails. */
  async restore(path: string, storing: () => boolean = () => true): Promise<RestoreResult> {
    const { home, vault, book } = this.#parts;
    const file = this.#confined(path);
    const staged = stagedPath(home, 'restore', this.#parts.random(6).toString('hex'));
    // The control.db in place is open, and stays: restoring the book lifts no stop and turns on no key.
    const stagedControl = stagedPath(home, 'restore', this.#parts.random(6).toString('hex'));
    try {
      const fault = await this.#stage(file, staged, stagedControl);
      if (fault !== null) return refuse(fault);
      if (!storing()) throw stoppedByGuard();
      const aside = asideName(home.database, this.#parts.now());
      await book.close();
      try {
        this.#swap(staged, aside);
        await vault.reopen();
        this.#parts.restored();
        return { status: 'success', error: null, kept_aside: aside };
      } catch (error) {
        await book.close();
        if (existsSync(aside)) this.#swap(aside, null);
        await vault.reopen();
        return refuse({ reason: 'failed', message: `${(error as Error).message}; the book is as it was` });
      }
    } finally {
      discardDatabase(staged);
      discardDatabase(stagedControl);
    }
  }

  /** Called after every write; enough of them bring the next automatic backup forward. */
  noteWrites(count: number): void {
    this.#unsavedWrites += count;
  }

  startAuto(): void {
    this.#lastAutoAt = this.#parts.now().getTime();
    this.#timer = setInterval(() => void this.lookAfter(), 10_000);
    this.#timer.unref();
  }

  /** Ends the running work: an unfinished backup leaves no file. */
  async stopAuto(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopped.abort();
    await Promise.allSettled([this.#running, this.#next?.made, this.#drilling]);
  }

  /** Reads every page of the book, unpacks the newest backup and looks at it, due or not; null when there is no backup. */
  drill(): Promise<Drill | null> {
    this.#drilling ??= this.#drill().finally(() => {
      this.#drilling = undefined;
    });
    return this.#drilling;
  }

  get lastDrill(): Drill | null {
    return lastDrill(this.#parts.home.backups);
  }

  /** Makes the backup or the drill that is due. No request waits for it, so a failure is reported, not thrown. */
  async lookAfter(): Promise<void> {
    try {
      await this.#doWhatIsDue();
    } catch (error) {
      this.#parts.report('the backups could not be looked after', error);
    }
  }

  async #doWhatIsDue(): Promise<void> {
    const { vault, home, now } = this.#parts;
    if (vault.state !== 'unlocked') return;
    if (this.#running !== undefined) return;
    if (this.#isBackupDue()) {
      const result = await this.create('auto');
      if (result.error !== null) this.#parts.report('the automatic backup failed', result.error);
    } else if (isDrillDue(home.backups, now()) && this.#hasRoomForDrill()) {
      const drill = await this.drill();
      if (drill?.status === 'failed') this.#parts.report('the restore drill failed', drill.error);
    }
  }

  #isBackupDue(): boolean {
    const { settings, now } = this.#parts;
    if (this.#unsavedWrites === 0) return false;
    const since = (now().getTime() - this.#lastAutoAt) / 1000;
    const due =
      since >= settings.number('backup.auto_interval_seconds') ||
      this.#unsavedWrites >= settings.number('backup.auto_change_threshold');
    return due && since >= this.#lastSeconds * SHARE_OF_TIME;
  }

  #hasRoomForDrill(): boolean {
    const { home } = this.#parts;
    const { bavail, bsize } = statfsSync(home.backups);
    return bavail * bsize > statSync(home.database).size * ROOM_FOR_A_DRILL;
  }

  async #drill(): Promise<Drill | null> {
    const { home, now, announce } = this.#parts;
    const newest = this.#files().toSorted((a, b) => b.at - a.at)[0];
    if (newest === undefined) return null;
    const fault = (await this.#checkBook()) ?? (await this.#tryOut(join(home.backups, newest.name), 'drill'));
    const drill: Drill = {
      at: now().toISOString(),
      filename: newest.name,
      status: fault === null ? 'passed' : 'failed',
      error: fault?.message ?? null,
    };
    await noteDrill(home.backups, drill);
    announce({ what: 'drill', status: drill.status, filename: drill.filename, error: drill.error });
    return drill;
  }

  async #create(kind: 'person' | 'auto'): Promise<BackupResult> {
    const { gate, vault } = this.#parts;
    const started = performance.now();
    const writes = this.#unsavedWrites;
    const at = this.#parts.now().getTime();
    // Sharing the gate keeps the vault open until the copy has been taken.
    const { path, fault } = await gate.share(() => vault.withDataKey((dataKey) => this.#make(kind, dataKey)));
    const elapsed_seconds = Math.round(performance.now() - started) / 1000;
    if (fault !== null) {
      this.#parts.announce({ what: 'backup', status: 'failed', error: fault });
      return { status: 'failed', backup_path: null, files_backed_up: 0, elapsed_seconds, error: fault };
    }
    this.#unsavedWrites = Math.max(0, this.#unsavedWrites - writes);
    this.#lastAutoAt = at;
    this.#lastSeconds = elapsed_seconds;
    const error = await this.#copy(path);
    this.#rotate();
    const status = error === null ? 'success' : 'partial';
    this.#parts.announce({ what: 'backup', status, filename: basename(path), error });
    return { status, backup_path: path, files_backed_up: 3, elapsed_seconds, error };
  }

  async #make(kind: BackupKind, dataKey: Uint8Array): Promise<{ path: string; fault: string | null }> {
    const { home, vault, now, random, version } = this.#parts;
    const at = now();
    const path = join(home.backups, this.#freeName(at, kind));
    const partial = `${path}.partial`;
    try {
      const fault = await runBackupJob(
        {
          kind: 'make',
          database: home.database,
          control: home.control,
          bootstrap: home.bootstrap,
          bookId: vault.bootstrap.book_id,
          dataKey: Uint8Array.from(dataKey),
          snapshot: join(home.backups, `.snapshot-${random(6).toString('hex')}.db`),
          controlSnapshot: join(home.backups, `.snapshot-${random(6).toString('hex')}.db`),
          target: partial,
          at,
          // The backup before an upgrade is the book of the previous version, and opens in it.
          version: kind === 'migration' ? (vault.bootstrap.opened_by?.version ?? version) : version,
        },
        this.#stopped.signal,
      );
      if (fault !== null) return { path, fault: fault.message };
      renameSync(partial, path);
      await flushFolder(home.backups);
      return { path, fault: null };
    } catch (error) {
      return { path, fault: (error as Error).message };
    } finally {
      discardFile(partial);
    }
  }

  /** Into the second place, if there is one; what is wrong with it, or null. */
  async #copy(path: string): Promise<string | null> {
    const folder = this.#parts.settings.text('backup.copy_to');
    return folder === '' ? null : copyBackup(path, folder, this.#parts.vault.bootstrap.book_id);
  }

  #rotate(): void {
    const { home, now, settings } = this.#parts;
    const dated = this.#files()
      .filter(({ kind }) => !isPinned(kind))
      .map(({ name, at }) => ({ name, at, bytes: statSync(join(home.backups, name)).size }));
    for (const name of findExpired(dated, now().getTime(), settings.number('backup.max_age_days'))) {
      rmSync(join(home.backups, name), { force: true });
    }
  }

  #swap(staged: string, aside: string | null): void {
    swapFiles(this.#parts.home, {
      why: 'restore',
      databases: [{ staged: inHome(staged), target: inHome(this.#parts.home.database), aside: aside && inHome(aside) }],
      bootstrap: null,
    });
  }

  /** The book as it lies on the disk, page by page. */
  #checkBook(): Promise<BackupFault | null> {
    const { vault, home } = this.#parts;
    const dataKey = vault.withDataKey((key) => Uint8Array.from(key));
    return runBackupJob({ kind: 'check', database: home.database, dataKey }, this.#stopped.signal);
  }

  /** Unpacks into files that are removed again. */
  async #tryOut(file: string, purpose: 'verify' | 'drill'): Promise<BackupFault | null> {
    const { home, random } = this.#parts;
    const path = () => join(home.backups, `.${purpose}-${random(6).toString('hex')}.db`);
    const [staged, control] = [path(), path()];
    try {
      return await this.#stage(file, staged, control);
    } finally {
      discardDatabase(staged);
      discardDatabase(control);
    }
  }

  #stage(file: string, staged: string, stagedControl: string): Promise<BackupFault | null> {
    const dataKeys = this.#parts.vault.dataKeys();
    return runBackupJob({ kind: 'stage', file, staged, stagedControl, dataKeys }, this.#stopped.signal);
  }

  #files() {
    const { backups } = this.#parts.home;
    return existsSync(backups) ? readdirSync(backups).flatMap((name) => parseBackupName(name) ?? []) : [];
  }

  #freeName(at: Date, kind: BackupKind): string {
    for (let time = at.getTime(); ; time += 1000) {
      const name = backupName(new Date(time), kind);
      if (!existsSync(join(this.#parts.home.backups, name))) return name;
    }
  }

  /** Only files of the backup folder, by name or by path, and no link out of it. */
  #confined(path: string): string {
    const { backups } = this.#parts.home;
    const name = basename(path);
    if (parseBackupName(name) === null || (path !== name && path !== join(backups, name))) {
      throw new Fault(422, [
        {
          field: 'path',
          message: 'must be a backup of this book, by the name or path that `zorivest backup --list` shows',
        },
      ]);
    }
    const file = join(backups, name);
    if (!existsSync(file)) throw notFound('backup', name);
    if (realpathSync(file) !== join(realpathSync(backups), name)) {
      throw new Fault(422, [{ field: 'path', message: 'must not be a link' }]);
    }
    return file;
  }
}

/** All but the automatic ones. */
const isPinned = (kind: BackupKind) => kind === 'person' || kind === 'outside';

const statusOf = { wrong_key: 'invalid_passphrase', damaged: 'corrupted', full: 'failed', failed: 'failed' } as const;

const refuse = ({ reason, message }: BackupFault): RestoreResult => ({
  status: statusOf[reason],
  error: message,
  kept_aside: null,
});
