// bootstrap.json: all that is readable while the vault is locked. It holds wrapped copies of the data key, salts and
// hashes; with it but without a key or the passphrase, no one gets further.
//
// A new field is optional, and unknown fields are retained when this program writes the file. `format` goes up
// when an older program would misread what it can still parse; a program refuses a format it does not know, and says
// so, instead of calling the file damaged.
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { roles } from '@zorivest/contract';
import { equalBytes, sign, subkey, writeFileAtomic } from '@zorivest/store';

const keyEntry = z.looseObject({
  key_id: z.string(),
  key_hash: z.string(),
  label: z.string(),
  role: z.enum(roles),
  hint: z.string(),
  salt: z.string(),
  /** Null once revoked, or once the copy below has replaced it. */
  wrapped_dek: z.string().nullable(),
  /** The public half of the key's pair. */
  public_key: z.string(),
  /** The data key sealed to the public half, since the last rekey. */
  sealed_dek: z.string().optional(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  /** Over everything that grants something, under a key derived from the data key. */
  mac: z.string(),
});
export type KeyEntry = z.output<typeof keyEntry>;

/** What an entry's signature covers. */
interface SignedFacts {
  readonly key_id: string;
  readonly key_hash: string;
  readonly label: string;
  readonly role: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly public_key: string;
}

const retiredKey = z.object({
  /** An earlier data key, wrapped under the present one: older backups are sealed with it. */
  wrapped_dek: z.string(),
  retired_at: z.string(),
});
export type RetiredKey = z.output<typeof retiredKey>;

const NEWEST_FORMAT = 2;

const bootstrapSchema = z.looseObject({
  format: z.literal(NEWEST_FORMAT),
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
  retired_keys: z.array(retiredKey).optional(),
  /** The version that opened the book last; where another had before, which, and the backup it made then. */
  opened_by: z
    .looseObject({ version: z.string(), from: z.string().optional(), backup: z.string().optional() })
    .optional(),
  /** The person locked the vault: only the passphrase opens it. */
  locked_by_person: z.boolean().optional(),
});
export type Bootstrap = z.output<typeof bootstrapSchema>;

export class BootstrapDamaged extends Error {
  override readonly name = 'BootstrapDamaged';
}

export function bootstrapExists(path: string): boolean {
  return existsSync(path);
}

const formatOnly = z.object({ format: z.int().min(NEWEST_FORMAT + 1) });

/** Reads the text of a bootstrap file, from the home or from a backup. */
export function parseBootstrap(text: string, where: string): Bootstrap {
  let content: unknown;
  try {
    content = JSON.parse(text);
    return bootstrapSchema.parse(content);
  } catch {
    if (formatOnly.safeParse(content).success) {
      throw new BootstrapDamaged(`${where} was written by a newer Zorivest; update Zorivest to open this book`);
    }
    throw new BootstrapDamaged(`${where} cannot be read; copy ${where}.bak over it, or restore a backup`);
  }
}

export function readBootstrap(path: string): Bootstrap {
  return parseBootstrap(readFileSync(path, 'utf8'), path);
}

/** The home's own bootstrap, or its backup copy; null when neither can be read. */
export function readableBootstrap(path: string): Bootstrap | null {
  for (const candidate of [path, `${path}.bak`]) {
    try {
      return readBootstrap(candidate);
    } catch {
      // The next one may do.
    }
  }
  return null;
}

export function bootstrapText(bootstrap: Bootstrap): string {
  return `${JSON.stringify(bootstrap, null, 2)}\n`;
}

/** The previous version stays next to it as `.bak`: without this file the book is lost for good. */
export function writeBootstrap(path: string, bootstrap: Bootstrap): void {
  if (existsSync(path)) writeFileAtomic(`${path}.bak`, readFileSync(path));
  writeFileAtomic(path, bootstrapText(bootstrap));
}

/** What a wrapped copy is bound to. */
export function wrapContext(entry: Pick<KeyEntry, 'key_id' | 'role' | 'expires_at'>): string {
  return `zorivest-key-v1|${entry.key_id}|${entry.role}|${entry.expires_at ?? ''}`;
}

export const passphraseContext = 'zorivest-passphrase-v1';
export const retiredContext = 'zorivest-retired-key-v1';

/**
 * Editing the file must not turn a read-only key into an admin, bring a revoked one back, or have the next data key
 * sealed to somebody else's public half.
 */
export function entryMac(dataKey: Uint8Array, entry: SignedFacts): string {
  const { key_id, key_hash, label, role, expires_at, revoked_at, public_key } = entry;
  const signed = [key_id, key_hash, label, role, expires_at, revoked_at, public_key];
  return sign(subkey(dataKey, 'zorivest-bootstrap-v1'), JSON.stringify(signed));
}

export function isGenuine(entry: KeyEntry, dataKey: Uint8Array): boolean {
  return equalBytes(Buffer.from(entry.mac, 'base64'), Buffer.from(entryMac(dataKey, entry), 'base64'));
}
