// A new book: its keys, its database, nothing else.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { bootstrapExists, bootstrapText } from './vault/bootstrap.ts';
import { createControl, newControl } from './control/create.ts';
import {
  conflict,
  discardDatabase,
  Fault,
  finishSwap,
  flushFile,
  type Home,
  homeAt,
  inHome,
  type KdfParameters,
  lockHome,
  prepareHome,
  stagedPath,
  Store,
  swapFiles,
} from '@zorivest/store';
import { version } from './system/version.ts';
import { newKeys } from './vault/vault.ts';

const SHORTEST_PASSPHRASE = 8;

export interface NewBook {
  readonly home: string;
  readonly api_key: string;
  readonly key_id: string;
  readonly role: 'admin';
}

export function checkNewPassphrase(passphrase: string): void {
  if (passphrase.length >= SHORTEST_PASSPHRASE) return;
  throw new Fault(422, [{ field: 'passphrase', message: `must have at least ${SHORTEST_PASSPHRASE} characters` }]);
}

export async function initBook(homePath: string, passphrase: string, kdf?: KdfParameters): Promise<NewBook> {
  checkNewPassphrase(passphrase);
  const home = homeAt(homePath);
  prepareHome(home);
  const lock = await lockHome(home.lock);
  try {
    return await makeNewBook(home, passphrase, kdf);
  } finally {
    lock.release();
  }
}

/** The same in a home whose lock the caller holds. */
export async function makeNewBook(home: Home, passphrase: string, kdf?: KdfParameters): Promise<NewBook> {
  const { apiKey, keyId } = await makeBook(home, passphrase, { kdf });
  return { home: home.root, api_key: apiKey, key_id: keyId, role: 'admin' };
}

interface MakeOptions {
  readonly kdf?: KdfParameters | undefined;
  /** Only the passphrase opens it: no one would ever receive the first key. */
  readonly isKeyless?: boolean;
}

/** In a home whose lock the caller holds. */
export async function makeBook(
  home: Home,
  passphrase: string,
  { kdf, isKeyless = false }: MakeOptions = {},
): Promise<{ readonly apiKey: string; readonly keyId: string }> {
  checkNewPassphrase(passphrase);
  finishSwap(home);
  if (bootstrapExists(home.bootstrap)) {
    throw conflict(`there is a book in this home already (${home.bootstrap}); it is left as it is`);
  }
  // A database without its keys: somebody may still have the bootstrap.json that opens it.
  if (existsSync(home.database)) {
    throw conflict(
      `there is a ${inHome(home.database)} in this home without its bootstrap.json; put that back, restore a backup, or move it away first`,
    );
  }
  const now = () => new Date();
  const made = await newKeys({ passphrase, now: now(), random: randomBytes, ...(kdf && { kdf }) });
  const bootstrap = { ...made.bootstrap, opened_by: { version }, ...(isKeyless && { keys: [] }) };
  const newName = () => stagedPath(home, 'init', randomBytes(6).toString('hex'));
  const [staged, control] = [newName(), newName()];
  try {
    const store = new Store(staged, now);
    await store.open(made.dataKey, { create: true });
    await store.close();
    await flushFile(staged);
    await createControl(control, made.dataKey, now, newControl(bootstrap.keys));
    // Keys and database arrive together: one without the other would be neither a book nor an empty home.
    swapFiles(home, {
      why: 'init',
      databases: [
        { staged: inHome(staged), target: inHome(home.database), aside: null },
        { staged: inHome(control), target: inHome(home.control), aside: null },
      ],
      bootstrap: bootstrapText(bootstrap),
    });
  } finally {
    made.dataKey.fill(0);
    discardDatabase(staged);
    discardDatabase(control);
  }
  return { apiKey: made.apiKey, keyId: made.keyId };
}
