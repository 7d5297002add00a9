// A book from a backup alone, for a new machine or a lost folder: the backup carries the wrapped keys, the passphrase
// opens them.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openBackup, KEY_DOMAIN, WrongBackupKey } from './backups/container.ts';
import { ArchiveDamaged } from './backups/archive.ts';
import { Fault } from './core/fault.ts';
import { syncFolder, writeFileAtomic } from './home/files.ts';
import { homeAt, prepareHome } from './home/home.ts';
import { lockHome } from './home/lock.ts';
import { integrityFault, openConnection } from './store/dialect.ts';
import { bootstrapExists, parseBootstrap, passphraseContext } from './vault/bootstrap.ts';
import { deriveKey, subkey, unwrap } from './vault/envelope.ts';

export interface RestoredBook {
  readonly home: string;
  readonly created_at: string;
}

export async function restoreIntoEmptyHome(homePath: string, file: string, passphrase: string): Promise<RestoredBook> {
  const home = homeAt(homePath);
  if (bootstrapExists(home.bootstrap) || existsSync(home.database)) {
    throw new Fault(409, `there is a book in ${home.root} already; restore into an empty home, or through the service`);
  }
  if (!existsSync(file)) throw new Fault(404, `there is no file ${resolve(file)}`);
  prepareHome(home);
  const lock = lockHome(home.lock);
  const staged = join(home.root, '.restore.db');
  try {
    const backup = openBackup(file);
    try {
      const bootstrap = parseBootstrap(backup.bootstrap, 'the bootstrap.json of the backup');
      const salt = Buffer.from(bootstrap.passphrase.salt, 'base64');
      const wrappingKey = await deriveKey(passphrase, salt, bootstrap.kdf);
      const dataKey = unwrap(bootstrap.passphrase.wrapped_dek, wrappingKey, passphraseContext);
      wrappingKey.fill(0);
      if (!dataKey) throw new Fault(401, 'the passphrase is not the one this backup was made with');
      backup.extract(staged, (backupSalt) => subkey(dataKey, KEY_DOMAIN, backupSalt));
      const connection = openConnection(staged, dataKey);
      const fault = integrityFault(connection);
      connection.close();
      dataKey.fill(0);
      if (fault !== null) throw new Fault(422, `the book in this backup is damaged: ${fault}`);
      renameSync(staged, home.database);
      // Last: only with this file is there a book.
      writeFileAtomic(home.bootstrap, backup.bootstrap);
      syncFolder(home.root);
      return { home: home.root, created_at: backup.manifest.created_at };
    } finally {
      backup.close();
    }
  } catch (error) {
    if (error instanceof ArchiveDamaged || error instanceof WrongBackupKey) throw new Fault(422, error.message);
    throw error;
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(staged + suffix, { force: true });
    lock.release();
  }
}
