// From a backup to a file that can take the book's place: opened with the key it was sealed with, brought under today's
// data key, every page looked at.
import {
  checkpoint,
  discardDatabase,
  Fault,
  integrityFault,
  type Migration,
  migrations,
  openConnection,
  type RandomBytes,
  requireKnownSchema,
  subkey,
} from '@zorivest/store';
import { controlMigrations } from '../control/migrations/index.ts';
import { changeDataKey } from '../vault/change-data-key.ts';
import { ArchiveDamaged } from './archive.ts';
import { KEY_DOMAIN, WrongBackupKey, type OpenedBackup } from './container.ts';
import type { BackupFault } from './jobs.ts';

export interface StagedFiles {
  readonly book: string;
  /** Made only when the backup has one. */
  readonly control: string;
}

/** `dataKeys` begins with today's. The staged files are removed again when anything is wrong with them. */
export function stageBackup(
  backup: OpenedBackup,
  staged: StagedFiles,
  dataKeys: readonly Uint8Array[],
  random: RandomBytes,
): void {
  const [today] = dataKeys;
  const sealedWith = dataKeys.find((key) => backup.isSealedWith((salt) => subkey(key, KEY_DOMAIN, salt)));
  if (today === undefined || sealedWith === undefined) throw new WrongBackupKey();
  try {
    backup.extract(staged, (salt) => subkey(sealedWith, KEY_DOMAIN, salt));
    const made: [string, readonly Migration[]][] = [[staged.book, migrations]];
    if (backup.hasControl) made.push([staged.control, controlMigrations]);
    for (const [path, steps] of made) {
      if (sealedWith !== today) changeDataKey(path, sealedWith, today, random);
      lookAt(path, today, steps);
    }
  } catch (error) {
    for (const path of [staged.book, staged.control]) discardDatabase(path);
    throw error;
  }
}

/** Every page of it, and whether it is one that this program can open. */
function lookAt(path: string, dataKey: Uint8Array, steps: readonly Migration[]): void {
  const connection = openConnection(path, dataKey);
  try {
    const fault = integrityFault(connection);
    if (fault !== null) throw new ArchiveDamaged(`the book in this backup is damaged: ${fault}`);
    requireKnownSchema(connection, steps);
    checkpoint(connection);
  } finally {
    connection.close();
  }
}

export function explainBackupError(error: unknown): BackupFault {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof WrongBackupKey) return { reason: 'wrong_key', message };
  if (error instanceof ArchiveDamaged) return { reason: 'damaged', message };
  if (error instanceof Fault) return { reason: 'failed', message };
  if (code === 'ENOSPC' || code === 'SQLITE_FULL') {
    return { reason: 'full', message: 'the disk is full; free some space and try again' };
  }
  return { reason: 'failed', message };
}
