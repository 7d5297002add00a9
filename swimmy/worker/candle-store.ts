// Candles in the queue, by what they are: put there once by the worker that has the file, fetched once by each machine
// that runs on them, and kept on its disk.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Series } from '@zorivest/engine';
import type { ObjectStore } from '@nats-io/obj';
import { hashOfPacked, packSeries, unpackSeries } from './packed-series.ts';

export interface CandleStore {
  /** Makes sure that any worker can have these candles; `hash` names them. */
  offer(hash: string, series: Series): Promise<void>;
  /** The file of packed candles on this machine. */
  file(hash: string): Promise<string>;
  load(hash: string): Promise<Series>;
}

const pack = promisify(gzip);
const unpack = promisify(gunzip);
/** An object this old is put again, before the queue forgets it. */
const RENEW_MS = 15 * 24 * 3600 * 1000;
const ENDING = '.bars';
/** What unpacks to more are no candles of ours. */
const MOST_BYTES = 8 * 1024 * 1024 * 1024;

export function createCandleStore(objects: ObjectStore, dir: string, limitBytes: number): CandleStore {
  const fetching = new Map<string, Promise<string>>();
  const pathOf = (hash: string) => join(dir, `${hash}${ENDING}`);

  const write = async (hash: string, bytes: Uint8Array): Promise<string> => {
    await mkdir(dir, { recursive: true });
    const path = pathOf(hash);
    const temporary = `${path}.${process.pid}.part`;
    await writeFile(temporary, bytes);
    await rename(temporary, path);
    await trim(dir, limitBytes, path);
    return path;
  };
  const fetch = async (hash: string): Promise<string> => {
    const path = pathOf(hash);
    if (existsSync(path)) {
      const now = new Date();
      await utimes(path, now, now).catch(() => undefined); // used last
      return path;
    }
    const packed = await objects.getBlob(hash);
    if (packed === null) throw new Error(`the candles ${hash.slice(0, 12)} are gone from the queue; submit again`);
    const bytes = await unpack(packed, { maxOutputLength: MOST_BYTES });
    if (hashOfPacked(bytes) !== hash)
      throw new Error(`the candles ${hash.slice(0, 12)} in the queue are not what they should be`);
    return write(hash, bytes);
  };
  const file = (hash: string): Promise<string> => {
    const known = fetching.get(hash);
    if (known) return known;
    const asked = fetch(hash).finally(() => fetching.delete(hash));
    fetching.set(hash, asked);
    return asked;
  };
  return {
    offer: async (hash, series) => {
      const known = await objects.info(hash);
      const fresh = known !== null && !known.deleted && Date.now() - Date.parse(known.mtime) < RENEW_MS;
      if (fresh && existsSync(pathOf(hash))) return;
      const bytes = packSeries(series);
      if (!existsSync(pathOf(hash))) await write(hash, bytes);
      if (!fresh) await objects.putBlob({ name: hash }, await pack(bytes, { level: 1 }));
    },
    file,
    load: async (hash) => unpackSeries(await readFile(await file(hash))),
  };
}

/** The least recently used go first; what was just written stays. */
async function trim(dir: string, limitBytes: number, keep: string): Promise<void> {
  const names = (await readdir(dir)).filter((name) => name.endsWith(ENDING));
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(dir, name);
      const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }));
      return { path, size, mtimeMs };
    }),
  );
  let total = files.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size } of files.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (total <= limitBytes || path === keep) continue;
    await rm(path, { force: true });
    total -= size;
  }
}
