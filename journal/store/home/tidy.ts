// Removes what a crash leaves behind, and what does not belong in a home. Only files that nothing can need are removed: the
// service holds the home's lock while it looks, so no other process works on them.
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { discardFile } from './files.ts';
import type { Home } from './home.ts';

/** Half-made files of ours; whole ones are named in swap.json until they are in their place. */
const leftover =
  /^\.(init|restore|rekey|control|snapshot|verify|drill)-[0-9a-f]+\.db(-wal|-shm|-journal)?$|\.partial$|\.\d+\.tmp$|^upload-[0-9a-f-]+\.tmp$/;

function filesOf(folder: string): string[] {
  return existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => join(folder, name))
    : [];
}

/** Removes what is left of work that a crash cut short; the names of it. Called after a pending swap was finished. */
export function tidyHome(home: Home): string[] {
  const left = [...filesOf(home.root), ...filesOf(home.backups)].filter((path) => leftover.test(basename(path)));
  const all = [...left, ...filesOf(home.uploads)];
  for (const path of all) discardFile(path);
  return all.map((path) => basename(path));
}

/** Statements wait for their import no longer than the book is open. */
export function clearUploads(home: Pick<Home, 'uploads'>): void {
  for (const path of filesOf(home.uploads)) discardFile(path);
}
