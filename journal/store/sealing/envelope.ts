// The cryptography of the vault, and nothing else. One random data key encrypts the book; it is stored only wrapped
// (AES-256-GCM) under keys derived (Argon2id) from an API key or the passphrase. What a wrapped copy belongs to is part
// of its authenticated data, so a copy cannot be moved to another entry or another role.
import {
  argon2,
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto';

export interface KdfParameters {
  readonly name: 'argon2id';
  readonly passes: number;
  readonly memory_kib: number;
  readonly parallelism: number;
  readonly length: 32;
}

export const standardKdf: KdfParameters = {
  name: 'argon2id',
  passes: 3,
  memory_kib: 65_536,
  parallelism: 4,
  length: 32,
};

export const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type RandomBytes = (size: number) => Buffer;

export function deriveKey(secret: string, salt: Uint8Array, kdf: KdfParameters): Promise<Buffer> {
  const parameters = {
    message: Buffer.from(secret.normalize('NFC'), 'utf8'),
    nonce: salt,
    passes: kdf.passes,
    memory: kdf.memory_kib,
    parallelism: kdf.parallelism,
    tagLength: kdf.length,
  };
  return new Promise((resolve, reject) => {
    argon2(kdf.name, parameters, (error, key) => {
      parameters.message.fill(0);
      if (error) reject(error);
      else resolve(key);
    });
  });
}

/** nonce | tag | ciphertext, in base64. */
export function wrap(dataKey: Uint8Array, wrappingKey: Uint8Array, context: string, random: RandomBytes): string {
  const nonce = random(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', wrappingKey, nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(dataKey), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Null when the key, the context or the bytes are not the ones it was wrapped with. */
export function unwrap(wrapped: string, wrappingKey: Uint8Array, context: string): Buffer | null {
  const bytes = Buffer.from(wrapped, 'base64');
  if (bytes.length !== NONCE_BYTES + TAG_BYTES + 32) return null;
  const decipher = createDecipheriv('aes-256-gcm', wrappingKey, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

/** A key for one purpose, from which neither the data key nor the key of another purpose can be derived. */
export function subkey(dataKey: Uint8Array, purpose: string, salt: Uint8Array = Buffer.alloc(0)): Buffer {
  return Buffer.from(hkdfSync('sha256', dataKey, salt, purpose, 32));
}

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}

export function sign(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text, 'utf8').digest('base64');
}

/** Equal, in a time that does not tell how nearly. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
