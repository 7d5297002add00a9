// A folder of packed candles, each file named by what it holds. The least recently used go when it is full.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { BadRow, Series } from '@zorivest/engine';
import { unpackSeries } from './packed-series.ts';

/** What is known of a candle file that was read. */
export interface FileFacts {
  /** Names its candles. */
  readonly hash: string;
  readonly badRows: readonly BadRow[];
  readonly badCount: number;
}

export interface BarsFolder {
  has(hash: string): boolean;
  /** Its path, used last; undefined when it is not there. */
  find(hash: string): Promise<string | undefined>;
  load(hash: string): Promise<Series>;
  /** As they lie there; undefined when they do not. */
  bytes(hash: string): Promise<Uint8Array | undefined>;
  /** A name of its own to write to, before it is known by what it holds. */
  draft(): Promise<string>;
  /** Takes in what was written to a draft. */
  adopt(draft: string, hash: string): Promise<string>;
  write(hash: string, bytes: Uint8Array): Promise<string>;
  /** What is known of a file by what identifies it: its place, size and times. */
  recall(identity: string): Promise<FileFacts | undefined>;
  remember(identity: string, facts: FileFacts): Promise<void>;
}

const ENDING = '.bars';
const FACTS = '.json';
/** Another version reads its files again. */
const FACTS_VERSION = 1;
const FACTS_RETENTION_MS = 90 * 24 * 3600 * 1000;

export function createBarsFolder(dir: string, limitBytes: number): BarsFolder {
  let drafts = 0;
  const pathOf = (hash: string) => join(dir, `${hash}${ENDING}`);
  const factsOf = (identity: string) =>
    join(dir, `${createHash('sha256').update(`${FACTS_VERSION} ${identity}`).digest('hex')}${FACTS}`);
  const draft = async (): Promise<string> => {
    await mkdir(dir, { recursive: true });
    return join(dir, `${hostname()}-${process.pid}-${drafts++}.part`);
  };
  const adopt = async (from: string, hash: string): Promise<string> => {
    const path = pathOf(hash);
    await rename(from, path);
    await trim(dir, limitBytes, path);
    return path;
  };
  return {
    has: (hash) => existsSync(pathOf(hash)),
    find: async (hash) => {
      const path = pathOf(hash);
      if (!existsSync(path)) return undefined;
      const now = new Date();
      await utimes(path, now, now).catch(() => undefined);
      return path;
    },
    load: async (hash) => unpackSeries(await readFile(pathOf(hash))),
    bytes: async (hash) => (existsSync(pathOf(hash)) ? readFile(pathOf(hash)) : undefined),
    draft,
    adopt,
    write: async (hash, bytes) => {
      const temporary = await draft();
      await writeFile(temporary, bytes);
      return adopt(temporary, hash);
    },
    recall: async (identity) => {
      const text = await readFile(factsOf(identity), 'utf8').catch(() => undefined);
      return text === undefined ? undefined : (JSON.parse(text) as FileFacts); // written below
    },
    remember: async (identity, facts) => {
      const temporary = await draft();
      await writeFile(temporary, JSON.stringify(facts));
      await rename(temporary, factsOf(identity));
    },
  };
}

/** What was just written stays. */
async function trim(dir: string, limitBytes: number, keep: string): Promise<void> {
  const files = await Promise.all(
    (await readdir(dir)).map(async (name) => {
      const path = join(dir, name);
      const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }));
      return { path, size, mtimeMs };
    }),
  );
  for (const { path, mtimeMs } of files)
    if (path.endsWith(FACTS) && Date.now() - mtimeMs > FACTS_RETENTION_MS) await rm(path, { force: true });
  const bars = files.filter(({ path }) => path.endsWith(ENDING));
  let total = bars.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size } of bars.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (total <= limitBytes || path === keep) continue;
    await rm(path, { force: true });
    total -= size;
  }
}
