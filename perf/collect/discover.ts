// SPX reports in a folder and its subfolders: only files SPX could have written, never through a symlink.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { spxName } from '../inputs/spx/name.ts';

/** The newest reports first, by the date in their names; halves of a pair stay together. At most `limit` files. */
export async function discoverSpx(folder: string, limit: number): Promise<string[]> {
  const files: string[] = [];
  const walk = async (at: string): Promise<void> => {
    for (const entry of await readdir(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile() && entry.name.startsWith('spx-full-') && spxName(path)) files.push(path);
    }
  };
  await walk(folder);
  const pairs = [...Map.groupBy(files, (path) => path.replace(/\.(?:json|txt\.gz)$/i, '')).entries()];
  const chosen: string[] = [];
  for (const [, halves] of pairs.toSorted(([a], [b]) => (a < b ? 1 : -1))) {
    if (chosen.length + halves.length > limit) break;
    chosen.push(...halves.toSorted());
  }
  return chosen;
}
