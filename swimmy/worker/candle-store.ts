// Candles that workers share, by what they are: put there once by the worker that has the file, fetched once by each machine
// that runs on them, and cached on its disk. They lie in the queue's own store, in a
// folder that every machine sees, or in a bucket.
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Series } from '@zorivest/engine';
import type { ObjectStore } from '@nats-io/obj';
import { createBarsFolder, type BarsFolder } from './bars-folder.ts';
import type { Bucket } from './bucket.ts';
import { hashOfPacked, packSeries } from './packed-series.ts';

export interface CandleStore {
  /** Makes sure that any worker can have these candles; `hash` names them. */
  offer(hash: string, series: Series): Promise<void>;
  /** The file of packed candles on this machine. */
  file(hash: string): Promise<string>;
  load(hash: string): Promise<Series>;
}

/** Where workers find candles that are not on their disk. */
export interface CandleSource {
  has(hash: string): Promise<boolean>;
  put(hash: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when they are gone. */
  get(hash: string): Promise<Uint8Array | undefined>;
}

const pack = promisify(gzip);
const unpack = promisify(gunzip);
/** An object this old is put again, before the queue forgets it. */
const RENEW_MS = 15 * 24 * 3600 * 1000;
/** What unpacks to more are no candles of ours. */
const MOST_BYTES = 8 * 1024 * 1024 * 1024;

export function objectSource(objects: ObjectStore): CandleSource {
  return {
    has: async (hash) => {
      const known = await objects.info(hash);
      return known !== null && !known.deleted && Date.now() - Date.parse(known.mtime) < RENEW_MS;
    },
    put: async (hash, bytes) => void (await objects.putBlob({ name: hash }, await pack(bytes, { level: 1 }))),
    get: async (hash) => {
      const packed = await objects.getBlob(hash);
      return packed === null ? undefined : unpack(packed, { maxOutputLength: MOST_BYTES });
    },
  };
}

/** A folder that is the same on every machine; its owner decides what is deleted from it. */
export function folderSource(dir: string): CandleSource {
  const folder = createBarsFolder(dir, Infinity);
  return {
    has: async (hash) => folder.has(hash),
    put: async (hash, bytes) => void (await folder.write(hash, bytes)),
    get: (hash) => folder.bytes(hash),
  };
}

/** A bucket of an S3-compatible store; its own rules decide what is deleted from it. */
export function bucketSource(bucket: Bucket): CandleSource {
  const nameOf = (hash: string) => `${hash}.gz`;
  return {
    has: async (hash) => {
      const put = await bucket.age(nameOf(hash));
      // Put again before a rule that deletes by age does.
      return put !== undefined && Date.now() - put.getTime() < RENEW_MS;
    },
    put: async (hash, bytes) => bucket.put(nameOf(hash), await pack(bytes, { level: 1 })),
    get: async (hash) => {
      const packed = await bucket.get(nameOf(hash));
      return packed && unpack(packed, { maxOutputLength: MOST_BYTES });
    },
  };
}

export function createCandleStore(source: CandleSource, folder: BarsFolder): CandleStore {
  const fetching = new Map<string, Promise<string>>();

  const fetch = async (hash: string): Promise<string> => {
    const found = await folder.find(hash);
    if (found !== undefined) return found;
    const bytes = await source.get(hash);
    if (bytes === undefined)
      throw new Error(`the candles ${hash.slice(0, 12)} are no longer in the shared store; submit again`);
    if (hashOfPacked(bytes) !== hash)
      throw new Error(`the candles ${hash.slice(0, 12)} in the shared store are corrupt`);
    return folder.write(hash, bytes);
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
      const isShared = await source.has(hash);
      if (isShared && folder.has(hash)) return;
      const bytes = packSeries(series);
      if (!folder.has(hash)) await folder.write(hash, bytes);
      if (!isShared) await source.put(hash, bytes);
    },
    file,
    load: async (hash) => {
      await file(hash);
      return folder.load(hash);
    },
  };
}
