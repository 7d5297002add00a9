// Writing that a crash cannot leave half done, and a lock that two processes respect.
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Written to a temporary file in the same folder, flushed to disk, then renamed. */
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

const HOUR_MS = 3_600_000;

/** A temporary folder next to its destination. Deletes drafts that a crash left an hour ago or more. */
export async function newDraft(folder: string): Promise<string> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const left = name.startsWith('.draft-') ? await stat(path).catch(() => null) : null;
    if (left !== null && Date.now() - left.mtimeMs > HOUR_MS) await rm(path, { recursive: true, force: true });
  }
  const draft = join(folder, `.draft-${process.pid}-${randomBytes(4).toString('hex')}`);
  await mkdir(draft, { recursive: true });
  return draft;
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
