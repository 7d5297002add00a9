// A second place for backups, such as a disk that is not always there. It is a folder the person has named and we have
// marked: a mount point without its disk has no mark, and nothing is written into it.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { copyFile, rename } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { discardFile, flushFile, flushFolder, invalidField, sameContent, writeFileAtomic } from '@zorivest/store';

const MARK = 'zorivest-backups.json';
const markSchema = z.object({ book_id: z.string() });

/** Marks a folder as the second place of this book's backups. Never makes it: a wrong path must be noticed. */
export function markCopyFolder(folder: string, bookId: string): void {
  if (!isAbsolute(folder)) throw invalidField('backup.copy_to', 'must be an absolute path');
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw invalidField('backup.copy_to', 'must be a folder that exists');
  }
  const other = markedFor(folder);
  if (other !== null && other !== bookId) {
    throw invalidField('backup.copy_to', 'holds the backups of another book; choose another folder');
  }
  try {
    writeFileAtomic(join(folder, MARK), `${JSON.stringify({ book_id: bookId })}\n`);
  } catch {
    throw invalidField('backup.copy_to', 'must be a folder that can be written');
  }
}

function markedFor(folder: string): string | null {
  try {
    return markSchema.parse(JSON.parse(readFileSync(join(folder, MARK), 'utf8'))).book_id;
  } catch {
    return null;
  }
}

/**
 * Copies a finished backup, compares every byte, and says what is wrong; null when it is there. A stick may take minutes:
 * the thread that answers waits for none of it.
 */
export async function copyBackup(file: string, folder: string, bookId: string): Promise<string | null> {
  if (markedFor(folder) !== bookId) {
    return `${folder} is not there or has lost its mark (${MARK}); set backup.copy_to again once the disk is back`;
  }
  const target = join(folder, basename(file));
  const partial = `${target}.partial`;
  try {
    await copyFile(file, partial);
    await flushFile(partial);
    if (!(await sameContent(file, partial))) return `the copy in ${folder} differs from the backup`;
    await rename(partial, target);
    await flushFolder(folder);
    return null;
  } catch (error) {
    return `the backup could not be copied to ${folder}: ${(error as Error).message}`;
  } finally {
    discardFile(partial);
  }
}
