// From a proof to the data key, without opening anything: all it needs is bootstrap.json. The vault unlocks this way,
// and so do the commands that work on a book which cannot be opened.
import { deriveKey, equalBytes, Fault, sha256, unwrap } from '@zorivest/store';
import {
  isGenuine,
  passphraseContext,
  retiredContext,
  wrapContext,
  type Bootstrap,
  type KeyEntry,
  type RetiredKey,
} from './bootstrap.ts';
import { openSealed } from './key-pair.ts';

/** Null when the passphrase is not the one. */
export async function dataKeyByPassphrase(bootstrap: Bootstrap, passphrase: string): Promise<Buffer | null> {
  const { salt, wrapped_dek } = bootstrap.passphrase;
  const wrappingKey = await deriveKey(passphrase, Buffer.from(salt, 'base64'), bootstrap.kdf);
  const dataKey = unwrap(wrapped_dek, wrappingKey, passphraseContext);
  wrappingKey.fill(0);
  return dataKey;
}

/** Every entry is compared, in constant time, so that the answer's delay says nothing. */
export function entryOfKey(bootstrap: Bootstrap, apiKey: string): KeyEntry | undefined {
  const wanted = sha256(apiKey);
  let found: KeyEntry | undefined;
  for (const entry of bootstrap.keys) {
    if (equalBytes(Buffer.from(entry.key_hash, 'hex'), wanted)) found = entry;
  }
  return found;
}

export function refuseDeadKey(entry: KeyEntry, now: Date): void {
  if (entry.revoked_at !== null) throw new Fault(403, `the API key ${entry.key_id} has been revoked`);
  if (entry.expires_at !== null && Date.parse(entry.expires_at) <= now.getTime()) {
    throw new Fault(403, `the API key ${entry.key_id} has expired`);
  }
}

export function alteredEntry(entry: KeyEntry): Fault {
  return new Fault(403, `the entry of ${entry.key_id} in bootstrap.json has been altered; the key is refused`);
}

/** The data key by an entry that the key belongs to; the signature proves that its rights have not been edited. */
export async function dataKeyByEntry(bootstrap: Bootstrap, entry: KeyEntry, apiKey: string): Promise<Buffer> {
  const dataKey = await openCopy(bootstrap, entry, apiKey);
  if (!dataKey || !isGenuine(entry, dataKey)) throw alteredEntry(entry);
  return dataKey;
}

async function openCopy(bootstrap: Bootstrap, entry: KeyEntry, apiKey: string): Promise<Buffer | null> {
  if (entry.sealed_dek !== undefined) return openSealed(apiKey, entry.sealed_dek, wrapContext(entry));
  const wrappingKey = await deriveKey(apiKey, Buffer.from(entry.salt, 'base64'), bootstrap.kdf);
  const dataKey = unwrap(entry.wrapped_dek ?? '', wrappingKey, wrapContext(entry));
  wrappingKey.fill(0);
  return dataKey;
}

/** Earlier data keys, newest first; what cannot be opened is left out. */
export function retiredDataKeys(retired: readonly RetiredKey[] | undefined, dataKey: Uint8Array): Buffer[] {
  return (retired ?? []).flatMap(({ wrapped_dek }) => unwrap(wrapped_dek, dataKey, retiredContext) ?? []);
}

export type Proof =
  | { readonly kind: 'passphrase'; readonly passphrase: string }
  | { readonly kind: 'key'; readonly apiKey: string };

/** For the commands that work on the files: the passphrase, or an admin's key. `of` says whose passphrase is asked. */
export async function dataKeyByProof(bootstrap: Bootstrap, proof: Proof, of: string, now: Date): Promise<Buffer> {
  if (proof.kind === 'passphrase') {
    const dataKey = await dataKeyByPassphrase(bootstrap, proof.passphrase);
    if (!dataKey) throw new Fault(401, `the passphrase is not right: it must be ${of}`);
    return dataKey;
  }
  const entry = entryOfKey(bootstrap, proof.apiKey);
  if (!entry) throw new Fault(401, `this API key is not known here; give the passphrase instead: ${of}`);
  refuseDeadKey(entry, now);
  if (entry.role !== 'admin') {
    throw new Fault(403, `the API key ${entry.key_id} is ${entry.role}; this needs an admin key, or the passphrase`);
  }
  return dataKeyByEntry(bootstrap, entry, proof.apiKey);
}
