import { createHash } from 'node:crypto';
import { canonicalJson } from '../json/index.ts';

/** A fingerprint of arguments that does not depend on the order of keys; what a confirmation is bound to. */
export function argumentDigest(args: unknown): string {
  return createHash('sha256').update(canonicalJson(args)).digest('hex');
}
