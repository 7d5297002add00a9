// A file from disk in pieces, and the hash of one.
import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

/** Read, hashed and scanned while it is still in a core's own cache. */
const PIECE = 1 << 18;

export function hashFile(path: string, bytes: number): string {
  const hash = createHash('sha256');
  addFile(hash, path, bytes);
  return hash.digest('hex');
}

export function addFile(hash: Hash, path: string, bytes: number): void {
  const buffer = Buffer.allocUnsafe(Math.max(1, Math.min(bytes, PIECE)));
  eachPiece(
    path,
    bytes,
    (wanted) => buffer.subarray(0, wanted),
    (piece) => hash.update(piece),
  );
}

export function eachPiece(
  path: string,
  bytes: number,
  room: (wanted: number) => Buffer,
  take: (piece: Buffer, done: number) => void,
): void {
  const file = openSync(path, 'r');
  try {
    let done = 0;
    while (done < bytes) {
      const into = room(Math.min(PIECE, bytes - done));
      const count = readSync(file, into, 0, into.length, null);
      if (count === 0) break;
      done += count;
      take(into.subarray(0, count), done);
    }
  } finally {
    closeSync(file);
  }
}
