// Every change of a file of the home goes through here. A file is either the old one or the new one, never half of
// each: write beside it, flush, rename, flush the folder.
import { closeSync, existsSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export function writeFileAtomic(path: string, content: string | Uint8Array): void {
  const beside = `${path}.${process.pid}.tmp`;
  const file = openSync(beside, 'w', 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } catch (error) {
    closeSync(file);
    rmSync(beside, { force: true });
    throw error;
  }
  closeSync(file);
  renameSync(beside, path);
  syncFolder(dirname(path));
}

/** Makes a rename durable. Windows cannot open folders and does not need it. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Makes a file's content durable. */
export function syncFile(path: string): void {
  const handle = openSync(path, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

const BLOCK = 1024 * 1024;

export function sameContent(a: string, b: string): boolean {
  const handles = [openSync(a, 'r'), openSync(b, 'r')] as const;
  const blocks = [Buffer.alloc(BLOCK), Buffer.alloc(BLOCK)] as const;
  try {
    for (;;) {
      const read = readSync(handles[0], blocks[0]);
      if (readSync(handles[1], blocks[1]) !== read) return false;
      if (!blocks[0].subarray(0, read).equals(blocks[1].subarray(0, read))) return false;
      if (read === 0) return true;
    }
  } finally {
    for (const handle of handles) closeSync(handle);
  }
}

/** A database in WAL mode is up to three files; what the log holds is part of it. */
const companions = ['', '-wal', '-shm'];

/** The log first: a database whose log is left behind would lose what only the log holds. */
const logFirst = companions.toReversed();

export function moveDatabase(from: string, to: string): void {
  for (const suffix of logFirst) if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix);
}

/** Leftovers that cannot be removed must not hide what went wrong before. */
export function discardFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The folder itself is broken; the caller has already said so.
  }
}

export function discardDatabase(path: string): void {
  for (const suffix of companions) discardFile(path + suffix);
}
