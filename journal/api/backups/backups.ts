// Making, checking, restoring and letting go of backups.
import { existsSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Fault, notFound } from '../core/fault.ts';
import type { Gate } from '../core/gate.ts';
import { syncFolder } from '../home/files.ts';
import type { Home } from '../home/home.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/index.ts';
import type { RandomBytes } from '../vault/envelope.ts';
import type { Vault } from '../vault/vault.ts';
import { ArchiveDamaged } from './archive.ts';
import { KEY_DOMAIN, openBackup, writeBackup, WrongBackupKey, type BackupKey } from './container.ts';
import { expired } from './rotation.ts';
import { inspectDatabase, takeSnapshot } from './snapshot.ts';

const fileName = /^zorivest-backup-(\d{4})-(\d\d)-(\d\d)-(\d\d)(\d\d)(\d\d)\.zvbak$/;

interface BackupParts {
  readonly home: Home;
  readonly vault: Vault;
  readonly store: Store;
  readonly settings: Settings;
  readonly gate: Gate;
  readonly random: RandomBytes;
  readonly now: () => Date;
  readonly version: string;
  /** After the book has been replaced: whatever was read from the old one is read again. */
  readonly reload: () => Promise<void>;
  readonly report: (message: string, error: unknown) => void;
}

export interface BackupFile {
  readonly path: string;
  readonly filename: string;
  readonly size_bytes: number;
  readonly modified_at: string;
}

export interface BackupResult {
  readonly status: 'success' | 'failed';
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

export class Backups {
  readonly #parts: BackupParts;
  #running: Promise<BackupResult> | undefined;
  #unsavedWrites = 0;
  #lastAutoAt = 0;
  #lastSeconds = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: BackupParts) {
    this.#parts = parts;
  }

  list(): BackupFile[] {
    return this.#names()
      .map((filename) => {
        const path = join(this.#parts.home.backups, filename);
        const { size, mtime } = statSync(path);
        return { path, filename, size_bytes: size, modified_at: mtime.toISOString() };
      })
      .toSorted((a, b) => b.filename.localeCompare(a.filename));
  }

  /** One at a time: whoever asks during a backup gets that backup. */
  create(): Promise<BackupResult> {
    this.#running ??= this.#create().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async verify(path: string): Promise<VerifyResult> {
    const file = this.#confined(path);
    const staged = join(this.#parts.home.backups, `.verify-${this.#parts.random(6).toString('hex')}.db`);
    try {
      const fault = await this.#stage(file, staged);
      return fault === null
        ? { status: 'valid', error: null }
        : { status: 'corrupted', error: `the book in this backup is damaged: ${fault}` };
    } catch (error) {
      if (error instanceof ArchiveDamaged) return { status: 'corrupted', error: error.message };
      return { status: 'failed', error: (error as Error).message };
    } finally {
      removeDatabase(staged);
    }
  }

  /** Everything is checked before the book is touched; the book as it was is moved aside, and back if anything fails. */
  async restore(path: string): Promise<RestoreResult> {
    const { home, vault, store } = this.#parts;
    const file = this.#confined(path);
    const staged = join(home.root, `.restore-${this.#parts.random(6).toString('hex')}.db`);
    try {
      const fault = await this.#stage(file, staged);
      if (fault !== null) return refused('corrupted', `the book in this backup is damaged: ${fault}`);
    } catch (error) {
      removeDatabase(staged);
      if (error instanceof WrongBackupKey) return refused('invalid_passphrase', error.message);
      return refused(error instanceof ArchiveDamaged ? 'corrupted' : 'failed', (error as Error).message);
    }
    const stamp = this.#parts.now().toISOString().replaceAll(/[:.]/g, '-');
    const aside = `${home.database}.before-restore-${stamp}`;
    await store.close();
    try {
      moveDatabase(home.database, aside);
      renameSync(staged, home.database);
      syncFolder(home.root);
      await vault.reopen();
      await this.#parts.reload();
      return { status: 'success', error: null, kept_aside: aside };
    } catch (error) {
      await store.close();
      if (existsSync(aside)) {
        removeDatabase(home.database);
        moveDatabase(aside, home.database);
      }
      await vault.reopen();
      await this.#parts.reload();
      return refused('failed', `${(error as Error).message}; the book is as it was`);
    } finally {
      removeDatabase(staged);
    }
  }

  /** Called after every write; enough of them bring the next automatic backup forward. */
  noteWrites(count: number): void {
    this.#unsavedWrites += count;
  }

  startAuto(): void {
    this.#lastAutoAt = this.#parts.now().getTime();
    this.#timer = setInterval(() => void this.#auto(), 10_000);
    this.#timer.unref();
  }

  async stopAuto(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async #auto(): Promise<void> {
    const { settings, vault, now } = this.#parts;
    if (vault.state !== 'unlocked' || this.#unsavedWrites === 0) return;
    const since = (now().getTime() - this.#lastAutoAt) / 1000;
    const due =
      since >= settings.number('backup.auto_interval_seconds') ||
      this.#unsavedWrites >= settings.number('backup.auto_change_threshold');
    if (!due || since < this.#lastSeconds * SHARE_OF_TIME) return;
    const result = await this.create();
    if (result.status === 'failed') this.#parts.report('the automatic backup failed', result.error);
  }

  async #create(): Promise<BackupResult> {
    const { home, vault, gate, now, random, version } = this.#parts;
    const started = performance.now();
    const at = now();
    const name = this.#freeName(at);
    const path = join(home.backups, name);
    const snapshot = join(home.backups, `.snapshot-${random(6).toString('hex')}.db`);
    const partial = `${path}.partial`;
    const seconds = () => Math.round(performance.now() - started) / 1000;
    const writes = this.#unsavedWrites;
    try {
      // Sharing the gate keeps the vault open until the copy has been taken.
      await gate.share(async () => {
        await vault.withDataKey((dataKey) => takeSnapshot(home.database, snapshot, dataKey));
        await writeBackup({
          path: partial,
          snapshot,
          bootstrap: home.bootstrap,
          bookId: vault.bootstrap.book_id,
          key: this.#key(),
          random,
          now: at,
          version,
        });
        const backup = openBackup(partial);
        try {
          backup.extract(null, this.#key());
        } finally {
          backup.close();
        }
      });
      renameSync(partial, path);
      syncFolder(home.backups);
      this.#unsavedWrites = Math.max(0, this.#unsavedWrites - writes);
      this.#lastAutoAt = at.getTime();
      this.#lastSeconds = seconds();
      this.#rotate();
      return { status: 'success', backup_path: path, files_backed_up: 2, elapsed_seconds: seconds(), error: null };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const full = code === 'ENOSPC' || code === 'SQLITE_FULL';
      return {
        status: 'failed',
        backup_path: null,
        files_backed_up: 0,
        elapsed_seconds: seconds(),
        error: full ? 'the disk is full; free some space and try again' : message,
      };
    } finally {
      removeDatabase(snapshot);
      discard(partial);
    }
  }

  #rotate(): void {
    const { home, now, settings } = this.#parts;
    const dated = this.#names().map((name) => ({ name, at: timeOf(name) }));
    for (const name of expired(dated, now().getTime(), settings.number('backup.max_age_days'))) {
      rmSync(join(home.backups, name), { force: true });
    }
  }

  /** Unpacks into `staged` and looks at every page of it. */
  async #stage(file: string, staged: string): Promise<string | null> {
    const backup = openBackup(file);
    try {
      backup.extract(staged, this.#key());
    } finally {
      backup.close();
    }
    return this.#parts.vault.withDataKey((dataKey) => inspectDatabase(staged, dataKey));
  }

  #key(): BackupKey {
    return (salt) => this.#parts.vault.subkey(KEY_DOMAIN, salt);
  }

  #names(): string[] {
    return existsSync(this.#parts.home.backups)
      ? readdirSync(this.#parts.home.backups).filter((name) => fileName.test(name))
      : [];
  }

  #freeName(at: Date): string {
    for (let time = at.getTime(); ; time += 1000) {
      const [day, clock] = new Date(time).toISOString().slice(0, 19).split('T');
      const name = `zorivest-backup-${day}-${clock?.replaceAll(':', '')}.zvbak`;
      if (!existsSync(join(this.#parts.home.backups, name))) return name;
    }
  }

  /** Only files of the backup folder, by name or by path, and no link out of it. */
  #confined(path: string): string {
    const { backups } = this.#parts.home;
    const name = basename(path);
    if (!fileName.test(name) || (path !== name && path !== join(backups, name))) {
      throw new Fault(422, [
        { field: 'path', message: 'must be a backup of this book, by the name or path that GET /backups lists' },
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

const refused = (status: Exclude<RestoreResult['status'], 'success'>, error: string): RestoreResult => ({
  status,
  error,
  kept_aside: null,
});

function timeOf(name: string): number {
  const [, ...parts] = fileName.exec(name) ?? [];
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const companions = ['', '-wal', '-shm'];

function moveDatabase(from: string, to: string): void {
  for (const suffix of companions) if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix);
}

/** Leftovers that cannot be removed must not hide what went wrong before. */
function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The folder itself is broken; the caller has already said so.
  }
}

function removeDatabase(path: string): void {
  for (const suffix of companions) discard(path + suffix);
}
