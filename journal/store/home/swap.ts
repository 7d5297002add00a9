// Replaces the files of the book, in one step as far as anyone can tell: the steps are written down
// first, and the next start, after a crash too, finishes them. New files are complete and checked before that.
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { discardDatabase, moveDatabase, syncFolder, writeFileAtomic } from './files.ts';
import type { Home } from './home.ts';

/** Names are those of files in the home's own folder. */
const name = z.string().regex(/^[\w.-]+$/);

const swapSchema = z.object({
  why: z.enum(['init', 'restore', 'rekey']),
  databases: z.array(
    z.object({
      staged: name,
      target: name,
      /** Where the file in place goes; null when nothing of it may stay. */
      aside: name.nullable(),
    }),
  ),
  /** The bootstrap.json that belongs to the new files; null when the one in place stays. */
  bootstrap: z.string().nullable(),
});
export type Swap = z.output<typeof swapSchema>;

/** Writes down what is to be done, then does it. */
export function swapFiles(home: Home, swap: Swap): void {
  writeFileAtomic(home.swap, `${JSON.stringify(swap)}\n`);
  finishSwap(home);
}

/** Finishes a swap that a crash cut short; what it was for, or null when there was none. */
export function finishSwap(home: Home): Swap['why'] | null {
  if (!existsSync(home.swap)) return null;
  const swap = swapSchema.parse(JSON.parse(readFileSync(home.swap, 'utf8')));
  for (const { staged, target, aside } of swap.databases) {
    // Once the staged file has gone into its place, that part is done.
    if (!existsSync(join(home.root, staged))) continue;
    if (aside === null) discardDatabase(join(home.root, target));
    else moveDatabase(join(home.root, target), join(home.root, aside));
    renameSync(join(home.root, staged), join(home.root, target));
    syncFolder(home.root);
  }
  if (swap.bootstrap !== null) {
    // The copy next to it too: keys of the book as it was must not come back with it.
    for (const path of [`${home.bootstrap}.bak`, home.bootstrap]) writeFileAtomic(path, swap.bootstrap);
  }
  rmSync(home.swap);
  syncFolder(home.root);
  return swap.why;
}

/** A name in the home for a file that is being made ready. */
export function stagedPath(home: Home, why: Swap['why'] | 'control', unique: string): string {
  return join(home.root, `.${why}-${unique}.db`);
}

export const inHome = (path: string): string => basename(path);
