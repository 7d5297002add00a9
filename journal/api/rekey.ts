// Another passphrase, and another data key, while no service runs. Revoking a key takes its copy of the data key away,
// but not what its holder may have saved: an old bootstrap.json and the key still open the book until the data key
// itself is changed.
import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { markRow } from './activity/marks.ts';
import { ArchiveDamaged } from './backups/archive.ts';
import { KEY_DOMAIN, openBackup } from './backups/container.ts';
import { isControlReadable, markRecord } from './control/create.ts';
import {
  checkpoint,
  discardDatabase,
  Fault,
  finishSwap,
  type Home,
  homeAt,
  inHome,
  integrityFault,
  lockHome,
  missingBook,
  noBook,
  openConnection,
  stagedPath,
  subkey,
  swapFiles,
  syncFolder,
  wrap,
} from '@zorivest/store';
import { checkNewPassphrase } from './init.ts';
import {
  bootstrapExists,
  bootstrapText,
  entryMac,
  isGenuine,
  readBootstrap,
  retiredContext,
  wrapContext,
  writeBootstrap,
  type Bootstrap,
  type KeyEntry,
} from './vault/bootstrap.ts';
import { changeDataKey } from './vault/change-data-key.ts';
import { dataKeyByProof, retiredDataKeys } from './vault/data-key.ts';
import { sealTo } from './vault/key-pair.ts';
import { wrapForPassphrase } from './vault/vault.ts';

const whose = "this book's own, as it is today";

async function withBook<T>(homePath: string, work: (home: Home, bootstrap: Bootstrap) => Promise<T>): Promise<T> {
  const home = homeAt(homePath);
  if (!existsSync(home.root)) throw noBook(home);
  const lock = await lockHome(home.lock);
  try {
    finishSwap(home);
    if (!bootstrapExists(home.bootstrap)) throw noBook(home);
    return await work(home, readBootstrap(home.bootstrap));
  } finally {
    lock.release();
  }
}

/** The book and its data key stay as they are; only what opens them changes. */
export function changePassphrase(homePath: string, old: string, chosen: string): Promise<{ home: string }> {
  checkNewPassphrase(chosen);
  return withBook(homePath, async (home, bootstrap) => {
    const dataKey = await dataKeyByProof(bootstrap, { kind: 'passphrase', passphrase: old }, whose, new Date());
    const changed = {
      ...bootstrap,
      passphrase: await wrapForPassphrase(dataKey, chosen, bootstrap.kdf, randomBytes),
    };
    dataKey.fill(0);
    writeBootstrap(home.bootstrap, changed);
    // Once more, so that the backup copy no longer opens with the old passphrase either.
    writeBootstrap(home.bootstrap, changed);
    return { home: home.root };
  });
}

export interface RekeyResult {
  readonly home: string;
  /** Keys that open the book as before. */
  readonly kept_keys: string[];
  /** Secrets in the book that could not be read under the old key and have to be given again. */
  readonly lost_secrets: string[];
}

export function rekeyBook(homePath: string, passphrase: string): Promise<RekeyResult> {
  return withBook(homePath, async (home, bootstrap) => {
    const now = new Date();
    const old = await dataKeyByProof(bootstrap, { kind: 'passphrase', passphrase }, whose, now);
    const fresh = randomBytes(32);
    const newName = () => stagedPath(home, 'rekey', randomBytes(6).toString('hex'));
    const [staged, control] = [newName(), newName()];
    try {
      if (!existsSync(home.database)) throw missingBook(home.database);
      const lost_secrets = rekeyCopy(home.database, staged, old, fresh);
      // One that cannot be read is left: the next start makes another, with the assistants stopped.
      const hasControl = isControlReadable(home.control, old);
      if (hasControl) {
        rekeyCopy(home.control, control, old, fresh);
        markRecord(control, fresh, markRow({ mark: 'rekeyed' }, now));
      }
      const keys = bootstrap.keys.map((entry) => rekeyEntry(entry, old, fresh, now));
      const retired = [old, ...retiredDataKeys(bootstrap.retired_keys, old)].filter((key) => isNeeded(home, key));
      swapFiles(home, {
        why: 'rekey',
        databases: [
          { staged: inHome(staged), target: inHome(home.database), aside: null },
          ...(hasControl ? [{ staged: inHome(control), target: inHome(home.control), aside: null }] : []),
        ],
        bootstrap: bootstrapText({
          ...bootstrap,
          passphrase: await wrapForPassphrase(fresh, passphrase, bootstrap.kdf, randomBytes),
          keys,
          retired_keys: retired.map((key) => ({
            wrapped_dek: wrap(key, fresh, retiredContext, randomBytes),
            retired_at: now.toISOString(),
          })),
        }),
      });
      const kept_keys = keys.filter(({ revoked_at }) => revoked_at === null).map(({ key_id }) => key_id);
      return { home: home.root, kept_keys, lost_secrets };
    } finally {
      old.fill(0);
      fresh.fill(0);
      discardDatabase(staged);
      discardDatabase(control);
    }
  });
}

/** A copy under the new data key, checked; the secrets inside that could not be brought along. */
function rekeyCopy(database: string, staged: string, old: Uint8Array, fresh: Uint8Array): string[] {
  copyBook(database, staged, old);
  const lost = changeDataKey(staged, old, fresh, randomBytes);
  checkCopy(staged, fresh);
  return lost;
}

/** A copy of the whole book in one file: what the log holds is brought into it first. */
function copyBook(database: string, staged: string, dataKey: Uint8Array): void {
  const connection = openConnection(database, dataKey);
  try {
    checkpoint(connection);
  } finally {
    connection.close();
  }
  copyFileSync(database, staged);
}

function checkCopy(staged: string, dataKey: Uint8Array): void {
  const connection = openConnection(staged, dataKey);
  const fault = integrityFault(connection);
  connection.close();
  if (fault !== null) throw new Fault(422, `the book is damaged: ${fault}; restore a backup first`);
  syncFolder(join(staged, '..'));
}

function rekeyEntry(entry: KeyEntry, old: Uint8Array, fresh: Uint8Array, now: Date): KeyEntry {
  const { sealed_dek: _, ...facts } = entry;
  // Nothing is sealed to an entry that somebody has edited.
  if (entry.revoked_at !== null || !isGenuine(entry, old)) {
    const gone = { ...facts, wrapped_dek: null, revoked_at: entry.revoked_at ?? now.toISOString() };
    return { ...gone, mac: entryMac(fresh, gone) };
  }
  const sealed_dek = sealTo(entry.public_key, fresh, wrapContext(entry), randomBytes);
  const renewed = { ...facts, wrapped_dek: null, sealed_dek };
  return { ...renewed, mac: entryMac(fresh, renewed) };
}

/** Whether a backup in the home can be opened with this data key only. */
function isNeeded(home: Home, dataKey: Uint8Array): boolean {
  const names = existsSync(home.backups) ? readdirSync(home.backups).filter((name) => name.endsWith('.zvbak')) : [];
  return names.some((name) => {
    try {
      const backup = openBackup(join(home.backups, name));
      try {
        return backup.isSealedWith((salt) => subkey(dataKey, KEY_DOMAIN, salt));
      } finally {
        backup.close();
      }
    } catch (error) {
      if (error instanceof ArchiveDamaged) return false;
      throw error;
    }
  });
}
