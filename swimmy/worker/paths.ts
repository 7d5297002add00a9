// Which files a message may name: those below the worker's own folder, and below what its operator allows.
import { CandleFileError } from '@zorivest/engine';
import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';

export interface AllowedPaths {
  /** Relative paths start here. */
  readonly folder: string;
  /** Other folders that may be read. */
  readonly also: readonly string[];
}

/** The real path of a file that may be read; links are followed before they are judged. */
export async function allowedPath(file: string, { folder, also }: AllowedPaths): Promise<string> {
  const asked = resolve(folder, file);
  const roots = await Promise.all(
    [folder, ...also].map(async (root) => realpath(resolve(root)).catch(() => resolve(root))),
  );
  // A file that does not exist is judged by its name, so that no caller learns what exists outside.
  const found = await realpath(asked).catch(() => undefined);
  if (![...roots, folder].some((root) => isBelow(found ?? asked, root)))
    throw new CandleFileError(
      `${file} is outside the worker's folder; start swimmy-worker with --allow-path DIR to let it read there`,
    );
  return found ?? asked;
}

function isBelow(path: string, root: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
