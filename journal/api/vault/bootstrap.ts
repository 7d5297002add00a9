// bootstrap.json: all that is readable while the vault is locked. It holds wrapped copies of the data key, salts and
// hashes; with it but without a key or the passphrase, nobody gets further.
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { roles } from '@zorivest/contract';
import { writeFileAtomic } from '../home/files.ts';
import { sign, subkey } from './envelope.ts';

const keyEntry = z.object({
  key_id: z.string(),
  key_hash: z.string(),
  label: z.string(),
  role: z.enum(roles),
  hint: z.string(),
  salt: z.string(),
  /** Null once revoked: the copy is destroyed. */
  wrapped_dek: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  /** Over everything that grants something, under a key derived from the data key. */
  mac: z.string(),
});
export type KeyEntry = z.output<typeof keyEntry>;

const bootstrapSchema = z.object({
  format: z.literal(1),
  book_id: z.string(),
  created_at: z.string(),
  database: z.string(),
  kdf: z.object({
    name: z.literal('argon2id'),
    passes: z.int().min(1).max(100),
    memory_kib: z.int().min(8).max(4_194_304),
    parallelism: z.int().min(1).max(64),
    length: z.literal(32),
  }),
  passphrase: z.object({ salt: z.string(), wrapped_dek: z.string() }),
  keys: z.array(keyEntry),
});
export type Bootstrap = z.output<typeof bootstrapSchema>;

export class BootstrapDamaged extends Error {
  override readonly name = 'BootstrapDamaged';
}

export function bootstrapExists(path: string): boolean {
  return existsSync(path);
}

/** Reads the text of a bootstrap file, from the home or from a backup. */
export function parseBootstrap(text: string, where: string): Bootstrap {
  try {
    return bootstrapSchema.parse(JSON.parse(text));
  } catch {
    throw new BootstrapDamaged(`${where} cannot be read; copy ${where}.bak over it, or restore a backup`);
  }
}

export function readBootstrap(path: string): Bootstrap {
  return parseBootstrap(readFileSync(path, 'utf8'), path);
}

/** The previous version stays beside it as `.bak`: without this file the book is lost for good. */
export function writeBootstrap(path: string, bootstrap: Bootstrap): void {
  if (existsSync(path)) writeFileAtomic(`${path}.bak`, readFileSync(path));
  writeFileAtomic(path, `${JSON.stringify(bootstrap, null, 2)}\n`);
}

/** What a wrapped copy is bound to. */
export function wrapContext(entry: Pick<KeyEntry, 'key_id' | 'role' | 'expires_at'>): string {
  return `zorivest-key-v1|${entry.key_id}|${entry.role}|${entry.expires_at ?? ''}`;
}

export const passphraseContext = 'zorivest-passphrase-v1';

/** Editing the file must not turn a read-only key into an admin, nor bring a revoked one back. */
export function entryMac(dataKey: Uint8Array, entry: Omit<KeyEntry, 'mac' | 'last_used_at'>): string {
  const { key_id, key_hash, label, role, expires_at, revoked_at } = entry;
  return sign(
    subkey(dataKey, 'zorivest-bootstrap-v1'),
    JSON.stringify([key_id, key_hash, label, role, expires_at, revoked_at]),
  );
}
