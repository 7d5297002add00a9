// A new book: its keys, its database, nothing else.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { bootstrapExists } from './vault/bootstrap.ts';
import { Fault } from './core/fault.ts';
import { homeAt, prepareHome } from './home/home.ts';
import { lockHome } from './home/lock.ts';
import { Store } from './store/index.ts';
import type { KdfParameters } from './vault/envelope.ts';
import { initVault } from './vault/vault.ts';

const SHORTEST_PASSPHRASE = 8;

export interface NewBook {
  readonly home: string;
  readonly api_key: string;
  readonly key_id: string;
  readonly role: 'admin';
}

export async function initBook(homePath: string, passphrase: string, kdf?: KdfParameters): Promise<NewBook> {
  if (passphrase.length < SHORTEST_PASSPHRASE) {
    throw new Fault(422, [{ field: 'passphrase', message: `must have at least ${SHORTEST_PASSPHRASE} characters` }]);
  }
  const home = homeAt(homePath);
  prepareHome(home);
  const lock = lockHome(home.lock);
  try {
    const isNew = !bootstrapExists(home.bootstrap);
    const now = () => new Date();
    const made = await initVault({
      path: home.bootstrap,
      passphrase,
      now: now(),
      random: randomBytes,
      ...(kdf && { kdf }),
    });
    try {
      const store = new Store(home.database, now);
      await store.open(made.dataKey);
      await store.close();
    } catch (error) {
      // Keys without a book would make the next attempt be refused.
      if (isNew) rmSync(home.bootstrap, { force: true });
      throw error;
    } finally {
      made.dataKey.fill(0);
    }
    return { home: home.root, api_key: made.apiKey, key_id: made.keyId, role: 'admin' };
  } finally {
    lock.release();
  }
}
