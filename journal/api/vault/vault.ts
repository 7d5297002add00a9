// The vault: locked or unlocked, who holds which key, and the data key itself while it is unlocked.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Role } from '@zorivest/contract';
import {
  type Actor,
  deriveKey,
  Fault,
  type FrontCall,
  type KdfParameters,
  notFound,
  type RandomBytes,
  SALT_BYTES,
  sha256,
  standardKdf,
  steady,
  stoppedByGuard,
  subkey,
  wrap,
} from '@zorivest/store';
import { LOCK_WITHIN } from '../gate.ts';
import { entryMac, isGenuine, passphraseContext, wrapContext, type Bootstrap, type KeyEntry } from './bootstrap.ts';
import { BootstrapFile } from './bootstrap-file.ts';
import {
  alteredEntry,
  dataKeyByEntry,
  dataKeyByPassphrase,
  entryOfKey,
  refuseDeadKey,
  retiredDataKeys,
} from './data-key.ts';
import { publicHalf } from './key-pair.ts';
import { Attempts } from './attempts.ts';
import { Sessions, type Session } from './sessions.ts';
import { Throttle } from './throttle.ts';

/** Live ones. */
const MOST_KEYS = 200;

export type VaultState = 'locked' | 'unlocked' | 'failed';

export interface Grant {
  readonly session_token: string;
  readonly role: Role | 'person';
  readonly scopes: ('read' | 'write')[];
  readonly expires_in: number;
  readonly passphrase_at: string | null;
}

export interface VaultParts {
  /** The path of bootstrap.json. */
  readonly path: string;
  readonly now: () => Date;
  readonly random: RandomBytes;
  /** Opens the book with the data key; throws when it cannot, and when the key that brought it is switched off. */
  readonly open: (dataKey: Uint8Array, keyId: string | null) => Promise<void>;
  /** Throws when the person has switched the key off; asked while the vault is open. */
  readonly refuseOff: (keyId: string) => void;
  /** Called with every session a key opens, while the vault is open. */
  readonly used: (keyId: string) => void;
  readonly close: () => Promise<void>;
}

function newKeyText(random: RandomBytes): string {
  return `zrv_sk_${random(24).toString('base64url')}`;
}

/** A new book's keys: random ones, wrapped under the passphrase and a first API key. */
export async function newKeys(parts: {
  passphrase: string;
  now: Date;
  random: RandomBytes;
  kdf?: KdfParameters;
}): Promise<{ bootstrap: Bootstrap; dataKey: Buffer; apiKey: string; keyId: string }> {
  const { random } = parts;
  const kdf = parts.kdf ?? standardKdf;
  const dataKey = random(32);
  const apiKey = newKeyText(random);
  const grant = { label: 'first key', role: 'admin', expiresAt: null } as const;
  const [passphrase, entry] = await Promise.all([
    wrapForPassphrase(dataKey, parts.passphrase, kdf, random),
    makeEntry(dataKey, apiKey, grant, parts.now, kdf, random),
  ]);
  const bootstrap: Bootstrap = {
    format: 2,
    book_id: randomUUID(),
    created_at: parts.now.toISOString(),
    database: 'zorivest.db',
    kdf,
    passphrase,
    keys: [entry],
  };
  return { bootstrap, dataKey, apiKey, keyId: entry.key_id };
}

export async function wrapForPassphrase(
  dataKey: Uint8Array,
  passphrase: string,
  kdf: KdfParameters,
  random: RandomBytes,
): Promise<Bootstrap['passphrase']> {
  const salt = random(SALT_BYTES);
  const wrappingKey = await deriveKey(passphrase, salt, kdf);
  const wrapped_dek = wrap(dataKey, wrappingKey, passphraseContext, random);
  wrappingKey.fill(0);
  return { salt: salt.toString('base64'), wrapped_dek };
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
    public_key: publicHalf(apiKey),
  };
  const wrapped_dek = wrap(dataKey, wrappingKey, wrapContext(facts), random);
  wrappingKey.fill(0);
  const entry = { ...facts, wrapped_dek };
  return { ...entry, mac: entryMac(dataKey, entry) };
}

export class Vault {
  readonly sessions: Sessions;
  readonly #parts: VaultParts;
  readonly #keyGuesses: Throttle;
  /** Those who can read the home, and everyone else: a flood of the one does not keep the other out. */
  readonly #tries: { readonly local: Attempts; readonly others: Attempts };
  readonly #file: BootstrapFile;
  /** What is held and counted here goes by time that never goes back. */
  readonly #milliseconds: (at?: Date) => number;
  #dataKey: Buffer | undefined;
  #failure: string | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(parts: VaultParts) {
    this.#parts = parts;
    this.#file = new BootstrapFile(parts.path);
    const milliseconds = steady(parts.now);
    this.#milliseconds = milliseconds;
    this.sessions = new Sessions(() => milliseconds(), parts.random);
    this.#keyGuesses = new Throttle(() => milliseconds());
    this.#tries = { local: new Attempts(() => milliseconds()), others: new Attempts(() => milliseconds()) };
  }

  get state(): VaultState {
    if (this.#dataKey) return 'unlocked';
    return this.#failure === undefined ? 'locked' : 'failed';
  }

  get bootstrap(): Bootstrap {
    return this.#file.current;
  }

  session(token: string): Session | undefined {
    return this.#dataKey ? this.sessions.find(token) : undefined;
  }

  /** A session for a valid key, whether the vault was locked or not. */
  async unlockWithKey(apiKey: string): Promise<Grant> {
    const entry = entryOfKey(this.bootstrap, apiKey);
    if (!entry) {
      this.#refuseWhileWaiting(this.#keyGuesses);
      this.#keyGuesses.failed();
      throw new Fault(401, 'this API key is not known here; list the keys with `zorivest keys list`');
    }
    refuseDeadKey(entry, this.#parts.now());
    if (this.bootstrap.locked_by_person === true) {
      throw new Fault(423, 'the person has locked the vault; only the passphrase opens it', {
        code: 'locked_by_person',
      });
    }
    if (!this.#dataKey) await this.#open(await dataKeyByEntry(this.bootstrap, entry, apiKey), entry.key_id);
    // The hash alone proves the caller; the signature proves that the rights of the key have not been edited.
    if (this.#dataKey && !isGenuine(entry, this.#dataKey)) throw alteredEntry(entry);
    // Revoked while the key was being derived: the answer is still no.
    const current = this.bootstrap.keys.find(({ key_id }) => key_id === entry.key_id) ?? entry;
    refuseDeadKey(current, this.#parts.now());
    this.#parts.refuseOff(entry.key_id);
    this.#keyGuesses.succeeded();
    this.#noteUse(current);
    return this.grantOf(this.sessions.openForKey(entry.key_id, entry.role, this.#endOf(entry)));
  }

  /** The person's own session: everything a key may do, and what only the person may. */
  async unlockWithPassphrase(passphrase: string, isLocal = false): Promise<Grant> {
    const dataKey = await this.#proved(passphrase, isLocal);
    if (this.bootstrap.locked_by_person === true)
      await this.#file.change((current) => ({ ...current, locked_by_person: false }));
    if (this.#dataKey) dataKey.fill(0);
    else await this.#open(dataKey, null);
    return this.grantOf(this.sessions.openForPerson());
  }

  /** The passphrase again, for a session that the person has already. */
  async provePassphrase({ sessionId, isLocal }: Actor, passphrase: string): Promise<void> {
    const dataKey = await this.#proved(passphrase, isLocal);
    dataKey.fill(0);
    this.sessions.prove(sessionId ?? '');
  }

  /** For what asks the person for the passphrase again when it was given a while ago. */
  refuseStale({ sessionId }: Actor): void {
    if (this.sessions.isFresh(sessionId ?? '')) return;
    throw new Fault(
      401,
      'the passphrase was given more than 15 minutes ago: give it again, or open the app again with `zorivest open`',
      { code: 'passphrase_required' },
    );
  }

  async #proved(passphrase: string, isLocal: boolean): Promise<Buffer> {
    const tries = isLocal ? this.#tries.local : this.#tries.others;
    const dataKey = await tries.take(() => dataKeyByPassphrase(this.bootstrap, passphrase));
    if (!dataKey) throw new Fault(401, 'the passphrase is not right', { code: 'passphrase_wrong' });
    return dataKey;
  }

  /** Forgets the data key, closes the book and ends every session. */
  async lock(by: 'person' | 'others' = 'others'): Promise<void> {
    const stored = by === 'person' ? this.#keepForPerson() : Promise.resolve();
    await this.#inTurn(async () => {
      const dataKey = this.#dataKey;
      this.#dataKey = undefined;
      this.sessions.endAll();
      await this.#parts.close();
      dataKey?.fill(0);
    });
    // It is in force; a disk that takes longer than a lock may take continues in the background.
    await Promise.race([stored, delay(LOCK_WITHIN, undefined, { ref: false })]);
  }

  /** In force all the same when it cannot be written: a full disk must not leave the vault open to keys. */
  async #keepForPerson(): Promise<void> {
    try {
      await this.#file.hold((current) => ({ ...current, locked_by_person: true }));
    } catch {
      // It holds until the service ends.
    }
  }

  async createKey(
    label: string,
    role: Role,
    lifetimeSeconds: number | null,
    call?: Pick<FrontCall, 'signal' | 'storing'>,
  ): Promise<{ entry: KeyEntry; apiKey: string }> {
    // Every request looks its key up among them, and a key may make keys.
    if (this.bootstrap.keys.filter(({ revoked_at }) => revoked_at === null).length >= MOST_KEYS) {
      throw new Fault(409, `there are already ${MOST_KEYS} keys; revoke unused ones`);
    }
    const now = this.#parts.now();
    const expiresAt = lifetimeSeconds === null ? null : new Date(now.getTime() + lifetimeSeconds * 1000).toISOString();
    const apiKey = newKeyText(this.#parts.random);
    const entry = await makeEntry(
      this.#unlockedKey(),
      apiKey,
      { label, role, expiresAt },
      now,
      this.bootstrap.kdf,
      this.#parts.random,
    );
    // Deriving takes a while: who was stopped meanwhile, or has gone, gets none.
    call?.signal.throwIfAborted();
    if (call?.storing() === false) throw stoppedByGuard();
    await this.#file.change((current) => ({ ...current, keys: [...current.keys, entry] }));
    return { entry, apiKey };
  }

  /** Remembers which version opened the book. */
  async noteOpened(opened_by: NonNullable<Bootstrap['opened_by']>): Promise<void> {
    await this.#file.change((current) => ({ ...current, opened_by }));
  }

  /** An entry that is there and not revoked. */
  liveEntry(keyId: string): KeyEntry {
    const entry = this.bootstrap.keys.find(({ key_id }) => key_id === keyId);
    if (!entry || entry.revoked_at !== null) throw notFound('API key', keyId);
    return entry;
  }

  async revokeKey(keyId: string): Promise<KeyEntry> {
    const entry = this.liveEntry(keyId);
    const { sealed_dek: _, ...rest } = entry;
    const gone = { ...rest, wrapped_dek: null, revoked_at: this.#parts.now().toISOString() };
    const revoked = { ...gone, mac: entryMac(this.#unlockedKey(), gone) };
    await this.#file.change(withEntry(revoked));
    // Once more, so that the `.bak` no longer holds the revoked key's copy of the data key either.
    await this.#file.change(withEntry(revoked));
    this.sessions.endOfKey(keyId);
    return revoked;
  }

  /** A key for one purpose besides the database, such as backups. */
  subkey(purpose: string, salt?: Uint8Array): Buffer {
    return subkey(this.#unlockedKey(), purpose, salt);
  }

  /** Copies of today's data key and of those from before a rekey: older backups are sealed with them. */
  dataKeys(): Uint8Array[] {
    const current = this.#unlockedKey();
    return [Uint8Array.from(current), ...retiredDataKeys(this.bootstrap.retired_keys, current)];
  }

  /** For reopening the book after a restore; the vault stays unlocked. */
  async reopen(): Promise<void> {
    await this.#parts.open(this.#unlockedKey(), null);
  }

  /** Lends the data key to one piece of work, e.g. the snapshot of a backup. */
  withDataKey<T>(work: (dataKey: Uint8Array) => T): T {
    return work(this.#unlockedKey());
  }

  /** What the holder of a token can see of its session. */
  grantOf(token: string): Grant {
    const session = this.sessions.find(token);
    if (!session) throw new Fault(401, 'the session has ended');
    const { role, provedAt } = session;
    return {
      session_token: token,
      role,
      scopes: role === 'read-only' ? ['read'] : ['read', 'write'],
      expires_in: this.sessions.secondsLeft(session),
      passphrase_at: provedAt === null ? null : this.#shown(provedAt),
    };
  }

  /** When a key ends, as sessions count. */
  #endOf({ expires_at }: KeyEntry): number {
    if (expires_at === null) return Infinity;
    const now = this.#parts.now();
    return this.#milliseconds(now) + Date.parse(expires_at) - now.getTime();
  }

  /** A moment of theirs by the clock as it is now. */
  #shown(moment: number): string {
    const now = this.#parts.now();
    return new Date(now.getTime() - (this.#milliseconds(now) - moment)).toISOString();
  }

  #unlockedKey(): Buffer {
    if (!this.#dataKey) throw new Fault(403, 'the vault is locked', { code: 'locked' });
    return this.#dataKey;
  }

  #refuseWhileWaiting(guesses: Throttle): void {
    if (guesses.wait === 0) return;
    const seconds = Math.ceil(guesses.wait / 1000);
    throw new Fault(429, `too many failed attempts; try again in ${seconds} s`, { retryAfterSeconds: seconds });
  }

  /** Two callers may unlock simultaneously; the book is opened once. */
  #open(dataKey: Buffer, keyId: string | null): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#dataKey) {
        dataKey.fill(0);
        return;
      }
      try {
        await this.#parts.open(dataKey, keyId);
        this.#dataKey = dataKey;
        this.#failure = undefined;
      } catch (error) {
        dataKey.fill(0);
        // A key that may not open it says nothing about the book.
        if (!(error instanceof Fault && error.code === 'key_off')) this.#failure = (error as Error).message;
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

  /** A full disk or a read-only folder must not keep anyone out. */
  #noteUse(entry: KeyEntry): void {
    try {
      this.#parts.used(entry.key_id);
    } catch {
      // The time of last use is a convenience.
    }
  }
}

/** In place of the one with its id. */
function withEntry(entry: KeyEntry): (current: Bootstrap) => Bootstrap {
  return (current) => ({
    ...current,
    keys: current.keys.map((other) => (other.key_id === entry.key_id ? entry : other)),
  });
}
