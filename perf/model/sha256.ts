import { createHash } from 'node:crypto';

/** What ids and checksums are made of. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
