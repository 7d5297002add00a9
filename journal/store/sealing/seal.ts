// Secrets of other services, stored in the book under a key of their own: a stolen table, or a pipeline that reads one,
// shows nothing.
import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { RandomBytes } from './envelope.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Gives the key for one purpose: the vault while it is unlocked, or a data key at hand. */
export interface KeySource {
  subkey(purpose: string): Buffer;
}

/** What opens a seal. */
export interface Unsealer {
  readonly vault: KeySource;
}

/** What makes one. */
export interface Sealer extends Unsealer {
  readonly random: RandomBytes;
}

/** `purpose` names what the secret is for and is part of what is authenticated. */
export function seal({ vault, random }: Sealer, purpose: string, secret: string): string {
  const nonce = random(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', vault.subkey(purpose), nonce).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Null when it was sealed for something else or has been altered. */
export function unseal({ vault }: Unsealer, purpose: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', vault.subkey(purpose), bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
