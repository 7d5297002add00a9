// Every change of a file of the home goes through here. A file is either the old one or the new one, never half of
// each: write a temporary file next to it, flush, rename, flush the folder.
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

export function writeFileAtomic(path: string, content: string | Uint8Array): void {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } catch (error) {
    closeSync(file);
    rmSync(temporary, { force: true });
    throw error;
  }
  closeSync(file);
  renameSync(temporary, path);
  syncFolder(dirname(path));
}

/** The same on other threads, for the one that answers: a busy disk takes seconds. One at a time for each file. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(temporary, { force: true });
    throw error;
  }
  await file.close();
  await rename(temporary, path);
  await flushFolder(dirname(path));
}

/** `syncFolder` on another thread. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
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

/** Makes a file's content durable, on another thread. */
export async function flushFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const BLOCK = 1024 * 1024;

/** Read on other threads, a piece at a time: a large file must not keep the one that answers. */
export async function sameContent(a: string, b: string): Promise<boolean> {
  const blocks = [Buffer.alloc(BLOCK), Buffer.alloc(BLOCK)] as const;
  const files: FileHandle[] = [];
  try {
    for (const path of [a, b]) files.push(await open(path, 'r'));
    const [one, other] = files as [FileHandle, FileHandle];
    for (;;) {
      const read = await fillBlock(one, blocks[0]);
      if ((await fillBlock(other, blocks[1])) !== read) return false;
      if (!blocks[0].subarray(0, read).equals(blocks[1].subarray(0, read))) return false;
      if (read < BLOCK) return true;
    }
  } finally {
    for (const file of files) await file.close();
  }
}

/** As much as there is, up to the whole block; how much that was. */
async function fillBlock(file: FileHandle, block: Buffer): Promise<number> {
  let length = 0;
  while (length < block.length) {
    const { bytesRead } = await file.read(block, length, block.length - length, null);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
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
    // The folder itself is broken; the caller has already reported it.
  }
}

export function discardDatabase(path: string): void {
  for (const suffix of companions) discardFile(path + suffix);
}
