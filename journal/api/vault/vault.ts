// The vault: locked or unlocked, who holds which key, and the data key itself while it is unlocked.
import { randomUUID } from 'node:crypto';
import type { Role } from '@zorivest/contract';
import { Fault, notFound } from '../core/fault.ts';
import {
  bootstrapExists,
  entryMac,
  passphraseContext,
  readBootstrap,
  wrapContext,
  writeBootstrap,
  type Bootstrap,
  type KeyEntry,
} from './bootstrap.ts';
import {
  deriveKey,
  equalBytes,
  SALT_BYTES,
  sha256,
  standardKdf,
  subkey,
  unwrap,
  wrap,
  type KdfParameters,
  type RandomBytes,
} from './envelope.ts';
import { SESSION_SECONDS, Sessions, type Session } from './sessions.ts';
import { Throttle } from './throttle.ts';

export type VaultState = 'locked' | 'unlocked' | 'failed';

export interface Grant {
  readonly session_token: string;
  readonly role: Role | 'person';
  readonly scopes: ('read' | 'write')[];
  readonly expires_in: number;
}

export interface VaultParts {
  /** The path of bootstrap.json. */
  readonly path: string;
  readonly now: () => Date;
  readonly random: RandomBytes;
  /** Opens the book with the data key; throws when it cannot. */
  readonly open: (dataKey: Uint8Array) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** How often a key's last use is written down: often enough to be useful, not on every renewal. */
const USE_RESOLUTION = 60_000;

function newKeyText(random: RandomBytes): string {
  return `zrv_sk_${random(24).toString('base64url')}`;
}

function grantFor(token: string, role: Role | 'person'): Grant {
  return {
    session_token: token,
    role,
    scopes: role === 'read-only' ? ['read'] : ['read', 'write'],
    expires_in: SESSION_SECONDS,
  };
}

/** Creates a book's keys. Refused when there are some already: they are the only way to the data. */
export async function initVault(parts: {
  path: string;
  passphrase: string;
  now: Date;
  random: RandomBytes;
  kdf?: KdfParameters;
}): Promise<{ dataKey: Buffer; apiKey: string; keyId: string }> {
  if (bootstrapExists(parts.path)) {
    throw new Fault(409, `there is a book in this home already (${parts.path}); it is left as it is`);
  }
  const { random } = parts;
  const kdf = parts.kdf ?? standardKdf;
  const dataKey = random(32);
  const salt = random(SALT_BYTES);
  const passphraseKey = await deriveKey(parts.passphrase, salt, kdf);
  const passphrase = {
    salt: salt.toString('base64'),
    wrapped_dek: wrap(dataKey, passphraseKey, passphraseContext, random),
  };
  passphraseKey.fill(0);
  const apiKey = newKeyText(random);
  const grant = { label: 'first key', role: 'admin', expiresAt: null } as const;
  const entry = await makeEntry(dataKey, apiKey, grant, parts.now, kdf, random);
  writeBootstrap(parts.path, {
    format: 1,
    book_id: randomUUID(),
    created_at: parts.now.toISOString(),
    database: 'zorivest.db',
    kdf,
    passphrase,
    keys: [entry],
  });
  return { dataKey, apiKey, keyId: entry.key_id };
}

async function makeEntry(
  dataKey: Uint8Array,
  apiKey: string,
  grant: { label: string; role: Role; expiresAt: string | null },
  now: Date,
  kdf: KdfParameters,
  random: RandomBytes,
): Promise<KeyEntry> {
  const salt = random(SALT_BYTES);
  const wrappingKey = await deriveKey(apiKey, salt, kdf);
  const facts = {
    key_id: `key_${random(4).toString('hex')}`,
    key_hash: sha256(apiKey).toString('hex'),
    label: grant.label,
    role: grant.role,
    hint: apiKey.slice(-4),
    salt: salt.toString('base64'),
    created_at: now.toISOString(),
    expires_at: grant.expiresAt,
    revoked_at: null,
  };
  const wrapped_dek = wrap(dataKey, wrappingKey, wrapContext(facts), random);
  wrappingKey.fill(0);
  const entry = { ...facts, wrapped_dek };
  return { ...entry, last_used_at: null, mac: entryMac(dataKey, entry) };
}

export class Vault {
  readonly sessions: Sessions;
  readonly #parts: VaultParts;
  readonly #keyGuesses: Throttle;
  readonly #passphraseGuesses: Throttle;
  #bootstrap: Bootstrap;
  #dataKey: Buffer | undefined;
  #failure: string | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(parts: VaultParts) {
    this.#parts = parts;
    this.#bootstrap = readBootstrap(parts.path);
    const milliseconds = () => parts.now().getTime();
    this.sessions = new Sessions(milliseconds, parts.random);
    this.#keyGuesses = new Throttle(milliseconds);
    this.#passphraseGuesses = new Throttle(milliseconds);
  }

  get state(): VaultState {
    if (this.#dataKey) return 'unlocked';
    return this.#failure === undefined ? 'locked' : 'failed';
  }

  get bootstrap(): Bootstrap {
    return this.#bootstrap;
  }

  session(token: string): Session | undefined {
    return this.#dataKey ? this.sessions.find(token) : undefined;
  }

  /** A session for a valid key, whether the vault was locked or not. */
  async unlockWithKey(apiKey: string): Promise<Grant> {
    const entry = this.#findByHash(apiKey);
    if (!entry) {
      this.#refuseWhileWaiting(this.#keyGuesses);
      this.#keyGuesses.failed();
      throw new Fault(401, 'this API key is not known here; list the keys with `zorivest keys list`');
    }
    this.#refuseDead(entry);
    if (!this.#dataKey) {
      const wrappingKey = await deriveKey(apiKey, Buffer.from(entry.salt, 'base64'), this.#bootstrap.kdf);
      const dataKey = unwrap(entry.wrapped_dek ?? '', wrappingKey, wrapContext(entry));
      wrappingKey.fill(0);
      if (!dataKey) throw this.#altered(entry);
      await this.#open(dataKey);
    }
    // The hash alone proves the caller; the signature proves that nobody has edited what the key may do.
    if (this.#dataKey && !this.#isGenuine(entry, this.#dataKey)) throw this.#altered(entry);
    // Revoked while the key was being derived: the answer is still no.
    const current = this.#bootstrap.keys.find(({ key_id }) => key_id === entry.key_id) ?? entry;
    this.#refuseDead(current);
    this.#keyGuesses.succeeded();
    this.#noteUse(current);
    return grantFor(this.sessions.open(entry.key_id, entry.role), entry.role);
  }

  /** The person's own session: everything a key may do, and what only the person may. */
  async unlockWithPassphrase(passphrase: string): Promise<Grant> {
    this.#refuseWhileWaiting(this.#passphraseGuesses);
    const dataKey = await this.#dataKeyFrom(passphrase);
    if (!dataKey) {
      this.#passphraseGuesses.failed();
      throw new Fault(401, 'the passphrase is not right');
    }
    this.#passphraseGuesses.succeeded();
    if (this.#dataKey) dataKey.fill(0);
    else await this.#open(dataKey);
    return grantFor(this.sessions.open(null, 'person'), 'person');
  }

  /** Forgets the data key, closes the book and ends every session. */
  async lock(): Promise<void> {
    await this.#inTurn(async () => {
      const dataKey = this.#dataKey;
      this.#dataKey = undefined;
      this.sessions.endAll();
      await this.#parts.close();
      dataKey?.fill(0);
    });
  }

  async createKey(
    label: string,
    role: Role,
    lifetimeSeconds: number | null,
  ): Promise<{ entry: KeyEntry; apiKey: string }> {
    const now = this.#parts.now();
    const expiresAt = lifetimeSeconds === null ? null : new Date(now.getTime() + lifetimeSeconds * 1000).toISOString();
    const apiKey = newKeyText(this.#parts.random);
    const entry = await makeEntry(
      this.#unlockedKey(),
      apiKey,
      { label, role, expiresAt },
      now,
      this.#bootstrap.kdf,
      this.#parts.random,
    );
    this.#save({ ...this.#bootstrap, keys: [...this.#bootstrap.keys, entry] });
    return { entry, apiKey };
  }

  revokeKey(keyId: string): KeyEntry {
    const entry = this.#bootstrap.keys.find(({ key_id }) => key_id === keyId);
    if (!entry || entry.revoked_at !== null) throw notFound('API key', keyId);
    const gone = { ...entry, wrapped_dek: null, revoked_at: this.#parts.now().toISOString() };
    const revoked = { ...gone, mac: entryMac(this.#unlockedKey(), gone) };
    const keys = this.#bootstrap.keys.map((other) => (other.key_id === keyId ? revoked : other));
    this.#save({ ...this.#bootstrap, keys });
    // Once more, so that the `.bak` beside it no longer holds the revoked key's copy of the data key either.
    this.#save(this.#bootstrap);
    this.sessions.endOfKey(keyId);
    return revoked;
  }

  /** A key for one purpose besides the database, such as backups. */
  subkey(purpose: string, salt?: Uint8Array): Buffer {
    return subkey(this.#unlockedKey(), purpose, salt);
  }

  /** For reopening the book after a restore; the vault stays unlocked. */
  async reopen(): Promise<void> {
    await this.#parts.open(this.#unlockedKey());
  }

  /** Lends the data key to one piece of work, e.g. the snapshot of a backup. */
  withDataKey<T>(work: (dataKey: Uint8Array) => T): T {
    return work(this.#unlockedKey());
  }

  #unlockedKey(): Buffer {
    if (!this.#dataKey) throw new Fault(403, 'the vault is locked', { code: 'locked' });
    return this.#dataKey;
  }

  // Every entry is compared, in constant time, so that the answer's delay says nothing.
  #findByHash(apiKey: string): KeyEntry | undefined {
    const wanted = sha256(apiKey);
    let found: KeyEntry | undefined;
    for (const entry of this.#bootstrap.keys) {
      if (equalBytes(Buffer.from(entry.key_hash, 'hex'), wanted)) found = entry;
    }
    return found;
  }

  #isGenuine(entry: KeyEntry, dataKey: Uint8Array): boolean {
    return equalBytes(Buffer.from(entry.mac, 'base64'), Buffer.from(entryMac(dataKey, entry), 'base64'));
  }

  #altered(entry: KeyEntry): Fault {
    return new Fault(403, `the entry of ${entry.key_id} in bootstrap.json has been altered; the key is refused`);
  }

  #refuseDead(entry: KeyEntry): void {
    if (entry.revoked_at !== null) throw new Fault(403, `the API key ${entry.key_id} has been revoked`);
    if (entry.expires_at !== null && Date.parse(entry.expires_at) <= this.#parts.now().getTime()) {
      throw new Fault(403, `the API key ${entry.key_id} has expired`);
    }
  }

  #refuseWhileWaiting(guesses: Throttle): void {
    if (guesses.wait === 0) return;
    const seconds = Math.ceil(guesses.wait / 1000);
    throw new Fault(429, `too many failed attempts; try again in ${seconds} s`, { retryAfterSeconds: seconds });
  }

  async #dataKeyFrom(passphrase: string): Promise<Buffer | null> {
    const { salt, wrapped_dek } = this.#bootstrap.passphrase;
    const wrappingKey = await deriveKey(passphrase, Buffer.from(salt, 'base64'), this.#bootstrap.kdf);
    const dataKey = unwrap(wrapped_dek, wrappingKey, passphraseContext);
    wrappingKey.fill(0);
    return dataKey;
  }

  /** Two callers may unlock at once; the book is opened once. */
  #open(dataKey: Buffer): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#dataKey) {
        dataKey.fill(0);
        return;
      }
      try {
        await this.#parts.open(dataKey);
        this.#dataKey = dataKey;
        this.#failure = undefined;
      } catch (error) {
        dataKey.fill(0);
        this.#failure = (error as Error).message;
        throw error;
      }
    });
  }

  /** Opening and closing wait for each other. */
  async #inTurn(work: () => Promise<void>): Promise<void> {
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = promise;
    await before;
    try {
      await work();
    } finally {
      resolve();
    }
  }

  #noteUse(entry: KeyEntry): void {
    const now = this.#parts.now();
    if (entry.last_used_at !== null && now.getTime() - Date.parse(entry.last_used_at) < USE_RESOLUTION) return;
    const used = { ...entry, last_used_at: now.toISOString() };
    const keys = this.#bootstrap.keys.map((other) => (other.key_id === entry.key_id ? used : other));
    try {
      this.#save({ ...this.#bootstrap, keys });
    } catch {
      // A full disk or a read-only folder must not keep anyone out; the time of last use is a convenience.
    }
  }

  #save(bootstrap: Bootstrap): void {
    writeBootstrap(this.#parts.path, bootstrap);
    this.#bootstrap = bootstrap;
  }
}
