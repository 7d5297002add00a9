// A file is either the old one or the new one, never half of each: write beside it, flush, rename, flush the folder.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
