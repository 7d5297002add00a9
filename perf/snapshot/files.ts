// Writing that a crash cannot leave half done, and a lock that two processes respect.
import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Written beside its place, flushed to disk, then moved over it. */
export async function writeAtomically(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    const file = await open(draft, 'wx');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** A lock whose owner died is taken over after this long. */
const STALE_MS = 15_000;

export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  for (;;) {
    const file = await open(path, 'wx').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return null;
      throw error;
    });
    if (file !== null) {
      await file.close();
      break;
    }
    const held = await stat(path).catch(() => null);
    if (held !== null && Date.now() - held.mtimeMs > STALE_MS) await rm(path, { force: true });
    await sleep(15);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}
