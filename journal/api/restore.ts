// A book from a backup, while no service runs: for a new machine, a lost folder, or a book that cannot be opened. The
// home's own bootstrap.json stays when it can be read, and the book is encrypted under its data key, so that no
// passphrase and no key from the time of the backup comes back.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { markRow } from './activity/marks.ts';
import { ArchiveDamaged } from './backups/archive.ts';
import { openBackup, WrongBackupKey, type OpenedBackup } from './backups/container.ts';
import { stageBackup } from './backups/stage.ts';
import { createControl, isControlReadable, lostControl, markRecord } from './control/create.ts';
import {
  asideName,
  discardDatabase,
  Fault,
  finishSwap,
  type Home,
  homeAt,
  inHome,
  lockHome,
  prepareHome,
  stagedPath,
  swapFiles,
  UnknownSchema,
} from '@zorivest/store';
import { bootstrapText, parseBootstrap, readableBootstrap } from './vault/bootstrap.ts';
import { dataKeyByProof, retiredDataKeys, type Proof } from './vault/data-key.ts';

export interface RestoredBook {
  readonly home: string;
  /** When the backup was made. */
  readonly created_at: string;
  /** Where the book that was in place is now; null when there was none. */
  readonly kept_aside: string | null;
}

export async function restoreBook(homePath: string, file: string, proof: Proof): Promise<RestoredBook> {
  const home = homeAt(homePath);
  if (!existsSync(file)) throw new Fault(404, `there is no file ${resolve(file)}`);
  prepareHome(home);
  const lock = await lockHome(home.lock);
  try {
    finishSwap(home);
    const backup = openBackup(file);
    try {
      return await restore(home, backup, proof);
    } finally {
      backup.close();
    }
  } catch (error) {
    if (error instanceof ArchiveDamaged || error instanceof WrongBackupKey || error instanceof UnknownSchema)
      throw new Fault(422, error.message);
    throw error;
  } finally {
    lock.release();
  }
}

async function restore(home: Home, backup: OpenedBackup, proof: Proof): Promise<RestoredBook> {
  const now = new Date();
  const own = readableBootstrap(home.bootstrap);
  if (own !== null && own.book_id !== backup.manifest.book_id) {
    throw new Fault(409, `this backup is of another book than the one in ${home.root}; restore it into an empty home`);
  }
  const bootstrap = {
    ...(own ?? parseBootstrap(backup.bootstrap, 'the bootstrap.json of the backup')),
    // The book is that of the backup from here on, and opens in the version that made it.
    opened_by: { version: backup.manifest.app_version },
  };
  const whose = own === null ? 'the one the backup was made with' : "this book's own, as it is today";
  const dataKey = await dataKeyByProof(bootstrap, proof, whose, now);
  const newName = () => stagedPath(home, 'restore', randomBytes(6).toString('hex'));
  const staged = { book: newName(), control: newName() };
  const asideOf = (database: string) => (existsSync(database) ? asideName(database, now) : null);
  const databaseOf = (from: string, target: string, aside: string | null) => ({
    staged: inHome(from),
    target: inHome(target),
    aside: aside && inHome(aside),
  });
  try {
    const dataKeys = [dataKey, ...retiredDataKeys(bootstrap.retired_keys, dataKey)];
    stageBackup(backup, staged, dataKeys, randomBytes);
    const aside = asideOf(home.database);
    const databases = [databaseOf(staged.book, home.database, aside)];
    // A control.db that can be read stays: restoring the book lifts no stop and turns on no key.
    if (!isControlReadable(home.control, dataKey)) {
      if (!backup.hasControl) await createControl(staged.control, dataKey, () => now, lostControl(now));
      databases.push(databaseOf(staged.control, home.control, asideOf(home.control)));
    }
    // Before the swap: a mark without a swap does no harm.
    else markRecord(home.control, dataKey, markRow({ mark: 'restored' }, now));
    swapFiles(home, {
      why: 'restore',
      databases,
      // Written also when it was read from the backup copy: then the file itself is not the one that was proved.
      bootstrap: bootstrapText(bootstrap),
    });
    return { home: home.root, created_at: backup.manifest.created_at, kept_aside: aside };
  } finally {
    dataKey.fill(0);
    discardDatabase(staged.book);
    discardDatabase(staged.control);
  }
}
