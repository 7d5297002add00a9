// What is inside a backup: the book's snapshot sealed once more under a key of its own (AES-256-GCM, so that one changed
// byte is noticed), the wrapped keys that lead to it, and a manifest.
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { closeSync, createReadStream, fsyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { equalBytes, type RandomBytes, sign } from '@zorivest/store';
import { ArchiveDamaged, ArchiveReader, ArchiveWriter } from './archive.ts';

export const KEY_DOMAIN = 'zorivest-backup-v1';
const DATABASE = 'zorivest.db';
const CONTROL = 'control.db';
const BOOTSTRAP = 'bootstrap.json';
const MANIFEST = 'manifest.json';
const SIGNATURE = 'manifest.mac';

const sealSchema = z.object({ cipher: z.literal('aes-256-gcm'), nonce_b64: z.string(), tag_b64: z.string() });
type Seal = z.output<typeof sealSchema>;

const manifestSchema = z.object({
  app_id: z.literal('zorivest'),
  backup_format_version: z.literal(1),
  created_at: z.string(),
  app_version: z.string(),
  platform: z.string(),
  book_id: z.string(),
  key: z.object({ derivation: z.literal('hkdf-sha256'), salt_b64: z.string(), key_domain: z.literal(KEY_DOMAIN) }),
  seal: sealSchema,
  /** Of control.db, where there was one. */
  control_seal: sealSchema.optional(),
  files: z.array(z.object({ path: z.string(), sha256: z.string(), size_bytes: z.int() })),
  sqlcipher: z.object({ expected_major: z.literal(4), cipher_page_size: z.literal(4096) }),
});
export type Manifest = z.output<typeof manifestSchema>;

/** The backup's key, from the data key and the backup's own salt. */
export type BackupKey = (salt: Uint8Array) => Buffer;

export interface WriteParts {
  readonly path: string;
  readonly snapshot: string;
  /** A copy of control.db; null when there is none. */
  readonly control: string | null;
  readonly bootstrap: string;
  readonly bookId: string;
  readonly key: BackupKey;
  readonly random: RandomBytes;
  readonly now: Date;
  readonly version: string;
}

interface SealedFile {
  readonly seal: Seal;
  readonly file: Manifest['files'][number];
}

/** Adds a file to the archive, encrypted under the backup's key with a nonce of its own. */
async function addSealed(
  archive: ArchiveWriter,
  name: string,
  source: string,
  { key, random }: { key: Uint8Array; random: RandomBytes },
): Promise<SealedFile> {
  const nonce = random(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const plain = createHash('sha256');
  async function* encryptedChunks(): AsyncGenerator<Buffer> {
    for await (const chunk of createReadStream(source, { highWaterMark: 1024 * 1024 })) {
      plain.update(chunk as Buffer);
      yield cipher.update(chunk as Buffer);
    }
    yield cipher.final();
  }
  await archive.add(name, encryptedChunks());
  const tag_b64 = cipher.getAuthTag().toString('base64');
  return {
    seal: { cipher: 'aes-256-gcm', nonce_b64: nonce.toString('base64'), tag_b64 },
    file: { path: name, sha256: plain.digest('hex'), size_bytes: statSync(source).size },
  };
}

export async function writeBackup(parts: WriteParts): Promise<Manifest> {
  const salt = parts.random(16);
  const key = parts.key(salt);
  const file = openSync(parts.path, 'wx', 0o600);
  try {
    const archive = new ArchiveWriter(file);
    const sealing = { key, random: parts.random };
    const book = await addSealed(archive, DATABASE, parts.snapshot, sealing);
    const control = parts.control === null ? null : await addSealed(archive, CONTROL, parts.control, sealing);
    const bootstrap = readFileSync(parts.bootstrap);
    await archive.add(BOOTSTRAP, [bootstrap]);
    const manifest: Manifest = {
      app_id: 'zorivest',
      backup_format_version: 1,
      created_at: parts.now.toISOString(),
      app_version: parts.version,
      platform: process.platform,
      book_id: parts.bookId,
      key: { derivation: 'hkdf-sha256', salt_b64: salt.toString('base64'), key_domain: KEY_DOMAIN },
      seal: book.seal,
      ...(control && { control_seal: control.seal }),
      files: [
        book.file,
        ...(control ? [control.file] : []),
        { path: BOOTSTRAP, sha256: sha256Hex(bootstrap), size_bytes: bootstrap.length },
      ],
      sqlcipher: { expected_major: 4, cipher_page_size: 4096 },
    };
    const text = Buffer.from(JSON.stringify(manifest, null, 2));
    await archive.add(MANIFEST, [text]);
    await archive.add(SIGNATURE, [Buffer.from(sign(key, text.toString('utf8')))]);
    archive.finish(`zvbak-salt:${salt.toString('base64')}`);
    fsyncSync(file);
    return manifest;
  } finally {
    key.fill(0);
    closeSync(file);
  }
}

export class WrongBackupKey extends Error {
  override readonly name = 'WrongBackupKey';
  constructor() {
    super('the backup was made with another key: it belongs to another book, or has been altered');
  }
}

export interface OpenedBackup {
  readonly manifest: Manifest;
  readonly bootstrap: string;
  /** Whether this key made the backup; its contents are not looked at. */
  isSealedWith(key: BackupKey): boolean;
  /** Whether there is a control.db in it. */
  readonly hasControl: boolean;
  /** Checks the seal and every hash while it writes the files; `null` only checks. */
  extract(targets: { readonly book: string | null; readonly control: string | null }, key: BackupKey): void;
  close(): void;
}

export function openBackup(path: string): OpenedBackup {
  const archive = new ArchiveReader(path);
  try {
    const text = archive.text(MANIFEST);
    const manifest = readManifest(text);
    const bootstrap = archive.text(BOOTSTRAP);
    return {
      manifest,
      bootstrap,
      isSealedWith: (key) => isSigned(archive, text, key(saltOf(manifest))),
      hasControl: manifest.control_seal !== undefined,
      extract: (targets, key) => extract(archive, { manifest, text, bootstrap }, targets, key),
      close: () => archive.close(),
    };
  } catch (error) {
    archive.close();
    throw error;
  }
}

const saltOf = (manifest: Manifest): Buffer => Buffer.from(manifest.key.salt_b64, 'base64');

function isSigned(archive: ArchiveReader, text: string, key: Uint8Array): boolean {
  return equalBytes(Buffer.from(archive.text(SIGNATURE)), Buffer.from(sign(key, text)));
}

function readManifest(text: string): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new ArchiveDamaged('the manifest of the backup cannot be read');
  }
}

function extract(
  archive: ArchiveReader,
  { manifest, text, bootstrap }: { manifest: Manifest; text: string; bootstrap: string },
  targets: { readonly book: string | null; readonly control: string | null },
  backupKey: BackupKey,
): void {
  const key = backupKey(saltOf(manifest));
  try {
    if (!isSigned(archive, text, key)) {
      throw new WrongBackupKey();
    }
    const hashes = new Map(manifest.files.map((file) => [file.path, file.sha256]));
    if (hashes.get(BOOTSTRAP) !== sha256Hex(Buffer.from(bootstrap))) {
      throw new ArchiveDamaged(`the backup's ${BOOTSTRAP} is damaged`);
    }
    const members: readonly (readonly [string, Seal | undefined, string | null])[] = [
      [DATABASE, manifest.seal, targets.book],
      [CONTROL, manifest.control_seal, targets.control],
    ];
    for (const [name, seal, target] of members) {
      if (seal === undefined) continue;
      const sha256 = unsealInto(archive, name, seal, key, target);
      if (sha256 !== hashes.get(name)) throw damagedMember(name);
    }
  } finally {
    key.fill(0);
  }
}

const damagedMember = (name: string) => new ArchiveDamaged(`the backup's ${name} is damaged`);

/** The hash of what was inside the seal. */
function unsealInto(archive: ArchiveReader, name: string, seal: Seal, key: Uint8Array, target: string | null): string {
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(seal.nonce_b64, 'base64')).setAuthTag(
    Buffer.from(seal.tag_b64, 'base64'),
  );
  const hash = createHash('sha256');
  const file = target === null ? null : openSync(target, 'wx', 0o600);
  try {
    for (const chunk of archive.read(name)) {
      const plain = decipher.update(chunk);
      hash.update(plain);
      if (file !== null) writeSync(file, plain);
    }
    try {
      decipher.final();
    } catch {
      throw damagedMember(name);
    }
    if (file !== null) fsyncSync(file);
  } finally {
    if (file !== null) closeSync(file);
  }
  return hash.digest('hex');
}

function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
