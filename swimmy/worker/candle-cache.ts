// Candle files are read once: a file that has not changed is not opened again, and equal contents share their memory.
import { COLUMNS, CandleFileError, joinParts, openCsv, type BadRow, type Series } from '@zorivest/engine';
import { open } from 'node:fs/promises';
import type { Pool } from './pool.ts';

export interface Loaded {
  readonly series: Series;
  readonly badRows: readonly BadRow[];
  readonly badCount: number;
}

interface Entry extends Loaded {
  readonly bytes: number;
}

export interface CandleCache {
  /** Not cancellable: whoever asks next for the same file shares the reading. */
  load(file: string): Promise<Loaded>;
}

const HEAD = 65_536;
/** Smaller files are not worth a second thread. */
const LEAST_PART = 2_000_000;
const BYTES_PER_BAR = 48;

export function createCandleCache(pool: Pool, limitBytes: number): CandleCache {
  const byIdentity = new Map<string, Promise<Entry>>();
  /** In order of use, oldest first. */
  const entries = new Set<Entry>();

  const read = async (file: string, size: number): Promise<Entry> => {
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
    const { series, badRows, badCount } = joinParts(parts, layout.hasHeader ? 1 : 0);
    if (series.length === 0) {
      const [first] = badRows;
      throw new CandleFileError(first ? `no readable row; line ${first.line}: ${first.message}` : 'no rows');
    }
    const same = [...entries].find((entry) => sameCandles(entry.series, series));
    return { series: same?.series ?? series, badRows, badCount, bytes: same ? 0 : series.length * BYTES_PER_BAR };
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
      const { dev, ino, size, mtimeNs } = await statOf(file);
      const identity = `${dev}:${ino}:${size}:${mtimeNs}`;
      const known = byIdentity.get(identity);
      if (known) {
        const entry = await known;
        entries.delete(entry);
        entries.add(entry);
        return entry;
      }
      const reading = read(file, Number(size));
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
