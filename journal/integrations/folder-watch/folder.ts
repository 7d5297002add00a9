// The files of a watched folder. Anyone with write access decides what is in it, so nothing is followed out of it,
// nothing that is no plain file is opened, and a file counts only while it stays as it was when it was looked at.
import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, link, lstat, mkdir, open, readdir, realpath, stat, unlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { extname, isAbsolute, join, parse, sep } from 'node:path';
import type { ReceivedFile } from '@zorivest/contract';
import { invalidField } from '@zorivest/store';

/** Where files go that are in the book. */
const ASIDE = 'imported';
/** As much as may be sent by hand. */
const MOST_BYTES = 200 * 1024 * 1024;
/** A folder of statements has fewer; a larger folder has another purpose. */
const MOST_FILES = 1000;
const PIECE = 256 * 1024;
/** Unfinished downloads, and what editors and systems leave behind. */
const UNFINISHED =
  /^[.~]|\.(?:part|partial|tmp|temp|crdownload|download|opdownload|swp)$|^(?:desktop\.ini|thumbs\.db)$/i;

export interface FoundFile {
  readonly name: string;
  readonly size: number;
  readonly modifiedMs: number;
  /** Why it is not opened at all. */
  readonly refused: string | null;
}

/** The folder as it really lies; a fault of the field `folder` where it cannot be watched. */
export async function checkFolder(folder: string, home: string): Promise<string> {
  if (!isAbsolute(folder)) throw invalidField('folder', 'must be an absolute path');
  const real = await realpath(folder).catch(() => null);
  const found = real === null ? null : await stat(real).catch(() => null);
  if (real === null || found?.isDirectory() !== true) throw invalidField('folder', 'is not a readable folder');
  if (real === parse(real).root || real === (await realpath(homedir()).catch(() => '')))
    throw invalidField('folder', 'must be a folder for statements only, not the root or your home folder');
  const own = await realpath(home).catch(() => home);
  if (real === own || real.startsWith(own + sep) || own.startsWith(real + sep))
    throw invalidField('folder', 'must not be the folder of the journal itself, nor a folder above it');
  try {
    await readdir(real);
  } catch {
    throw invalidField('folder', 'cannot be listed by this service: give it read permission');
  }
  return real;
}

/** Who may put statements there, in a sentence for the person. */
export async function warningOf(folder: string): Promise<string> {
  const warning =
    'Every file in this folder is imported without asking: an assistant or a program that may write files there can add trades. Every file is in the import log, and its import can be undone.';
  const mode = await stat(folder).then(
    (found) => found.mode,
    () => 0,
  );
  const isShared = process.platform !== 'win32' && (mode & 0o022) !== 0;
  return isShared ? `Others on this machine may write into it. ${warning}` : warning;
}

/** The contents of the folder, by name. */
export async function listFiles(folder: string): Promise<FoundFile[]> {
  const names = (await readdir(folder)).filter((name) => name !== ASIDE && !UNFINISHED.test(name)).toSorted();
  const found: FoundFile[] = [];
  for (const name of names.slice(0, MOST_FILES)) {
    const stats = await lstat(join(folder, name)).catch(() => null);
    if (stats === null || stats.isDirectory()) continue;
    found.push({ name, size: stats.size, modifiedMs: Math.round(stats.mtimeMs), refused: refusalOf(stats) });
  }
  return found;
}

function refusalOf(stats: Stats): string | null {
  if (stats.isSymbolicLink()) return 'It is a link to elsewhere, which is not followed: put the statement itself here';
  if (!stats.isFile()) return 'It is not a regular file';
  if (stats.size > MOST_BYTES) return 'It is larger than 200 MB, too large for a statement';
  return null;
}

export interface OpenedFile {
  readonly file: ReceivedFile;
  /** Whether it is still what was read. */
  isUnchanged(): Promise<boolean>;
  close(): Promise<void>;
}

/** Opens a file without following a link or waiting for a pipe, and reads it once for its hash. */
export async function openFile(folder: string, name: string): Promise<OpenedFile> {
  const path = join(folder, name);
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const before = await handle.stat();
    const refused = refusalOf(before);
    if (refused !== null) throw invalidField('file', refused);
    const hash = createHash('sha256');
    for await (const piece of piecesOf(handle, before.size)) hash.update(piece);
    const file: ReceivedFile = {
      name,
      type: '',
      size: before.size,
      sha256: hash.digest('hex'),
      pieces: () => piecesOf(handle, before.size),
      bytes: async () => {
        const pieces: Uint8Array[] = [];
        for await (const piece of piecesOf(handle, before.size)) pieces.push(piece);
        return Buffer.concat(pieces);
      },
    };
    const isUnchanged = async () => {
      const [opened, named] = [await handle.stat(), await lstat(path).catch(() => null)];
      return isSame(before, opened) && named !== null && named.ino === before.ino && named.dev === before.dev;
    };
    return { file, isUnchanged, close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function* piecesOf(handle: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size;) {
    const buffer = Buffer.allocUnsafe(Math.min(PIECE, size - at));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

function isSame(a: Stats, b: Stats): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs;
}

/** Moves a file into a folder next to it, under a free name, which it returns; null where that is not possible. */
export async function moveAside(folder: string, name: string): Promise<string | null> {
  const aside = join(folder, ASIDE);
  try {
    await mkdir(aside, { mode: 0o700 }).catch(() => undefined);
    const found = await lstat(aside);
    if (!found.isDirectory()) return null;
    const extension = extname(name);
    const stem = name.slice(0, name.length - extension.length);
    for (let copy = 1; copy < 1000; copy++) {
      const free = copy === 1 ? name : `${stem} (${copy})${extension}`;
      try {
        // A link fails where the name is taken, and a rename would replace what is there.
        await link(join(folder, name), join(aside, free));
        await unlink(join(folder, name));
        return free;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return null;
      }
    }
  } catch {
    return null;
  }
  return null;
}

/** What lies aside under a name, as it is now; null where it does not lie there any more. */
export async function lookAside(folder: string, aside: string): Promise<{ size: number; modifiedMs: number } | null> {
  const found = await lstat(join(folder, ASIDE, aside)).catch(() => null);
  return found?.isFile() === true ? { size: found.size, modifiedMs: Math.round(found.mtimeMs) } : null;
}

/** Puts a file back to where it was found; false where something else has its name by now. */
export async function moveBack(folder: string, aside: string, name: string): Promise<boolean> {
  try {
    await link(join(folder, ASIDE, aside), join(folder, name));
    await unlink(join(folder, ASIDE, aside));
    return true;
  } catch {
    return false;
  }
}
