// The key pair of an API key. The private half follows from the key's text, the public half stands in bootstrap.json:
// a new data key can be sealed to a key that is not at hand, and only its holder can open it.
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import type { RandomBytes } from '@zorivest/store';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const POINT_BYTES = 32;

// RFC 8410: what stands before the 32 bytes of an X25519 key in DER.
const privatePrefix = Buffer.from('302e020100300506032b656e04220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b656e032100', 'hex');

/** An API key has 192 random bits of its own: no slow derivation is needed to keep it from being guessed. */
function privateHalf(apiKey: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', Buffer.from(apiKey), Buffer.alloc(0), 'zorivest-key-pair-v1', 32));
  return createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' });
}

function pointOf(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(publicPrefix.length);
}

function publicKeyOf(point: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([publicPrefix, point]), format: 'der', type: 'spki' });
}

export function publicHalf(apiKey: string): string {
  return pointOf(createPublicKey(privateHalf(apiKey))).toString('base64');
}

function sharedKey(own: KeyObject, other: KeyObject, ephemeral: Uint8Array, recipient: Uint8Array): Buffer {
  const secret = diffieHellman({ privateKey: own, publicKey: other });
  const salt = Buffer.concat([ephemeral, recipient]);
  return Buffer.from(hkdfSync('sha256', secret, salt, 'zorivest-sealed-data-key-v1', 32));
}

/** ephemeral public key | nonce | tag | ciphertext, in base64. `context` is part of what is authenticated. */
export function sealTo(recipient: string, dataKey: Uint8Array, context: string, random: RandomBytes): string {
  const point = Buffer.from(recipient, 'base64');
  const pair = generateKeyPairSync('x25519');
  const ephemeral = pointOf(pair.publicKey);
  const nonce = random(NONCE_BYTES);
  const key = sharedKey(pair.privateKey, publicKeyOf(point), ephemeral, point);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(dataKey), cipher.final()]);
  key.fill(0);
  return Buffer.concat([ephemeral, nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Null when it was sealed to another key, for another context, or has been altered. */
export function openSealed(apiKey: string, sealed: string, context: string): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length !== POINT_BYTES + NONCE_BYTES + TAG_BYTES + 32) return null;
  const own = privateHalf(apiKey);
  const ephemeral = bytes.subarray(0, POINT_BYTES);
  const [nonce, tag] = [bytes.subarray(POINT_BYTES, POINT_BYTES + NONCE_BYTES), POINT_BYTES + NONCE_BYTES];
  try {
    const key = sharedKey(own, publicKeyOf(ephemeral), ephemeral, pointOf(createPublicKey(own)));
    const decipher = createDecipheriv('aes-256-gcm', key, nonce)
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(tag, tag + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(tag + TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
