// Candle files are read once: a file that has not changed is not opened again, equal contents share their memory, and what
// was read once is cached on disk as columns, so that the next worker does not read the text again.
import {
  COLUMNS,
  CandleFileError,
  joinParts,
  openCsv,
  type BadRow,
  type ParsedRows,
  type Series,
} from '@zorivest/engine';
import { open } from 'node:fs/promises';
import type { BarsFolder } from './bars-folder.ts';
import type { Pool } from './pool.ts';

export interface LoadedCandles {
  readonly series: Series;
  readonly badRows: readonly BadRow[];
  readonly badCount: number;
  /** Names the candles, where it is known already. */
  readonly hash?: string | undefined;
}

interface Entry extends LoadedCandles {
  readonly bytes: number;
}

export interface CandleCache {
  /** Not cancellable: concurrent readers of a file share one load. */
  load(file: string): Promise<LoadedCandles>;
}

const HEAD = 65_536;
/** Smaller files are not worth a second thread. */
const LEAST_PART = 2_000_000;
/** Smaller files are read as fast as their columns would be. */
const LEAST_CACHED_BYTES = 1_000_000;
const BYTES_PER_BAR = 48;

export function createCandleCache(pool: Pool, limitBytes: number, folder?: BarsFolder): CandleCache {
  const byIdentity = new Map<string, Promise<Entry>>();
  /** In order of use, oldest first. */
  const entries = new Set<Entry>();

  const readCsv = async (file: string, size: number): Promise<ParsedRows> => {
    const handle = await open(file, 'r');
    let head: Buffer;
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(HEAD, size)), 0, Math.min(HEAD, size), 0);
      head = buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
    const { layout, rowsFrom } = openCsv(head);
    const count = Math.max(1, Math.min(pool.size, Math.floor(size / LEAST_PART)));
    const cut = (k: number) => (k === count ? size : rowsFrom + Math.floor(((size - rowsFrom) * k) / count));
    const parts = await Promise.all(
      Array.from({ length: count }, (_, k) => pool.run('parse', { file, from: cut(k), to: cut(k + 1), layout })),
    );
    return joinParts(parts, layout.hasHeader ? 1 : 0);
  };
  const recall = async (identity: string): Promise<LoadedCandles | undefined> => {
    const facts = await folder?.recall(identity);
    if (folder === undefined || facts === undefined || (await folder.find(facts.hash)) === undefined) return undefined;
    return { ...facts, series: await folder.load(facts.hash) };
  };
  /** Runs in the background of the run that asked: only the next worker depends on it. */
  const keep = async (identity: string, { series, badRows, badCount }: LoadedCandles): Promise<void> => {
    if (folder === undefined) return;
    const draft = await folder.draft();
    const hash = await pool.run('pack', { series, file: draft });
    await folder.adopt(draft, hash);
    await folder.remember(identity, { hash, badRows, badCount });
  };
  const read = async (file: string, size: number, identity: string): Promise<Entry> => {
    const isCached = size >= LEAST_CACHED_BYTES;
    const recalled = isCached ? await recall(identity).catch(() => undefined) : undefined;
    const loaded: LoadedCandles =
      recalled ?? (/\.parquet$/i.test(file) ? await pool.run('parquet', { file }) : await readCsv(file, size));
    const { series, badRows, badCount, hash } = loaded;
    if (series.length === 0) {
      const [first] = badRows;
      throw new CandleFileError(first ? `no readable row; line ${first.line}: ${first.message}` : 'no rows');
    }
    if (isCached && recalled === undefined) keep(identity, loaded).catch(() => undefined);
    const same = [...entries].find((entry) => sameCandles(entry.series, series));
    return { series: same?.series ?? series, badRows, badCount, hash, bytes: same ? 0 : series.length * BYTES_PER_BAR };
  };

  const trim = (): void => {
    let total = [...entries].reduce((sum, entry) => sum + entry.bytes, 0);
    for (const entry of entries) {
      if (total <= limitBytes || entries.size === 1) return;
      entries.delete(entry);
      total -= entry.bytes;
      for (const [identity, known] of byIdentity)
        void known.then((value) => value === entry && byIdentity.delete(identity));
    }
  };

  return {
    load: async (file) => {
      // The time of the last change to the file itself (ctime) cannot be set back by the writer.
      const { dev, ino, size, mtimeNs, ctimeNs } = await statOf(file);
      const identity = `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`;
      const known = byIdentity.get(identity);
      if (known) {
        const entry = await known;
        entries.delete(entry);
        entries.add(entry);
        return entry;
      }
      const reading = read(file, Number(size), identity);
      byIdentity.set(identity, reading);
      try {
        const entry = await reading;
        entries.add(entry);
        trim();
        return entry;
      } catch (error) {
        byIdentity.delete(identity);
        throw error;
      }
    },
  };
}

/** Whether two files held the same candles, whatever they are called. */
function sameCandles(a: Series, b: Series): boolean {
  const bytesOf = (column: Float64Array) => Buffer.from(column.buffer, column.byteOffset, column.byteLength);
  return a.length === b.length && COLUMNS.every((name) => bytesOf(a[name]).equals(bytesOf(b[name])));
}

async function statOf(file: string) {
  let handle;
  try {
    handle = await open(file, 'r');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new CandleFileError(code === 'ENOENT' ? `no such file: ${file}` : `cannot read ${file} (${code})`);
  }
  try {
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile()) throw new CandleFileError(`not a file: ${file}`);
    return stats;
  } finally {
    await handle.close();
  }
}
