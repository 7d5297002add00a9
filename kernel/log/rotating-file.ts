import { mkdirSync, renameSync, rmSync, statSync, writeSync, openSync, closeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Sink } from './logger.ts';

export interface RotatingFileOptions {
  /** A file is closed and renamed to `.1` (older ones to `.2`, …) when the next line would pass this size. */
  readonly maxBytes?: number;
  readonly keep?: number;
}

/** A sink that appends to a file and rotates it. A full disk loses log lines, never the process. */
export function rotatingFile(
  path: string,
  { maxBytes = 10 * 1024 * 1024, keep = 5 }: RotatingFileOptions = {},
): Sink & { close(): void } {
  mkdirSync(dirname(path), { recursive: true });
  let fd = openSync(path, 'a', 0o600);
  let size = statSync(path).size;

  const rotate = (): void => {
    closeSync(fd);
    rmSync(`${path}.${keep}`, { force: true });
    for (let n = keep - 1; n >= 1; n--) moveIfThere(`${path}.${n}`, `${path}.${n + 1}`);
    moveIfThere(path, `${path}.1`);
    fd = openSync(path, 'a', 0o600);
    size = 0;
  };

  const sink = (line: string): void => {
    const bytes = Buffer.from(`${line}\n`);
    try {
      if (size > 0 && size + bytes.length > maxBytes) rotate();
      writeSync(fd, bytes);
      size += bytes.length;
    } catch {
      // Nothing sensible can be done here: the log itself is what failed.
    }
  };
  return Object.assign(sink, { close: () => closeSync(fd) });
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
