// Files of candles as people have them: Parquet as well as CSV, and cached columns so that text is read once.
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { generateCsv, parseCsv } from '@zorivest/engine';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createBarsFolder } from '../worker/bars-folder.ts';
import { createCandleCache } from '../worker/candle-cache.ts';
import { createPool, type Pool } from '../worker/pool.ts';

let home: string;
let pool: Pool;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'swimmy-files-'));
  pool = createPool(1);
});
afterEach(async () => {
  await pool.close();
  await rm(home, { recursive: true, force: true });
});

const text = [...generateCsv(3000, 5)].join('');
const { series } = parseCsv(Buffer.from(text));
const rows = [...series.t].map((t, i) => ({
  t,
  o: series.o[i] ?? 0,
  h: series.h[i] ?? 0,
  l: series.l[i] ?? 0,
  c: series.c[i] ?? 0,
  v: series.v[i] ?? 0,
}));
const prices = [
  { name: 'Open', data: rows.map(({ o }) => o), type: 'DOUBLE' as const },
  { name: 'High', data: rows.map(({ h }) => h), type: 'DOUBLE' as const },
  { name: 'Low', data: rows.map(({ l }) => l), type: 'DOUBLE' as const },
  { name: 'Close', data: rows.map(({ c }) => c), type: 'DOUBLE' as const },
  { name: 'Adj Close', data: rows.map(() => 1), type: 'DOUBLE' as const },
  { name: 'Volume', data: rows.map(({ v }) => BigInt(v)), type: 'INT64' as const },
];
const TIMES = {
  dates: { name: 'Date', data: rows.map(({ t }) => new Date(1000 * t)), type: 'TIMESTAMP' as const },
  seconds: { name: 'time', data: rows.map(({ t }) => BigInt(t)), type: 'INT64' as const },
  'nanoseconds of an index': {
    name: '__index_level_0__',
    data: rows.map(({ t }) => BigInt(t) * 1_000_000_000n),
    type: 'INT64' as const,
  },
  words: {
    name: 'timestamp',
    data: rows.map(({ t }) => new Date(1000 * t).toISOString().slice(0, 19)),
    type: 'STRING' as const,
  },
};
const CODECS = {
  SNAPPY: undefined,
  GZIP: (bytes: Uint8Array) => gzipSync(bytes),
  BROTLI: (bytes: Uint8Array) => brotliCompressSync(bytes),
  ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes),
};

async function writeParquet(file: string, time: object, codec: keyof typeof CODECS = 'SNAPPY'): Promise<string> {
  const compress = CODECS[codec];
  const buffer = parquetWriteBuffer({
    columnData: [time, ...prices] as Parameters<typeof parquetWriteBuffer>[0]['columnData'],
    codec,
    rowGroupSize: 1000,
    ...(compress ? { compressors: { [codec]: compress } } : {}),
  });
  const path = join(home, file);
  await writeFile(path, new Uint8Array(buffer));
  return path;
}

describe('a Parquet file', () => {
  test.each(Object.entries(TIMES))('with times as %s holds the candles of the CSV file', async (_, time) => {
    const loaded = await createCandleCache(pool, 1e9).load(await writeParquet('a.parquet', time));
    expect(loaded.badCount).toBe(0);
    for (const column of ['t', 'o', 'h', 'l', 'c', 'v'] as const)
      expect([...loaded.series[column]]).toEqual([...series[column]]);
  });

  test.each(['GZIP', 'BROTLI', 'ZSTD'] as const)('is read when packed by %s', async (codec) => {
    const loaded = await createCandleCache(pool, 1e9).load(await writeParquet('a.parquet', TIMES.dates, codec));
    expect(loaded.series.length).toBe(series.length);
  });

  test('a file that is damaged, truncated or not candles is reported clearly', async () => {
    const cache = createCandleCache(pool, 1e9);
    const file = await writeParquet('a.parquet', TIMES.dates);
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, bytes.length / 2));
    await expect(cache.load(file)).rejects.toThrow(/no Parquet file that can be read/);
    await writeFile(file, 'timestamp,open,high,low,close\n');
    await expect(cache.load(file)).rejects.toThrow(/no Parquet file that can be read/);
    await expect(
      cache.load(await writeParquet('b.parquet', { name: 'colour', data: rows.map(() => 1) })),
    ).rejects.toThrow(/its columns are not named timestamp, open, high, low and close/);
  });
});

describe('columns on disk', () => {
  const large = [...generateCsv(40_000, 9)].join('');
  const bars = async () => (await readdir(join(home, 'cache'))).filter((name) => name.endsWith('.bars'));
  const cacheOf = () => createCandleCache(pool, 1e9, createBarsFolder(join(home, 'cache'), 1e9));

  test('are read by the next worker instead of the text, and name the candles', async () => {
    const file = join(home, 'large.csv');
    await writeFile(file, `${large}1,2\n`);
    const first = await cacheOf().load(file);
    expect(first).toMatchObject({ badCount: 1, hash: undefined });
    await expect
      .poll(async () => (await readdir(join(home, 'cache'))).filter((name) => /\.(bars|json)$/.test(name)).length)
      .toBe(2);
    const again = await cacheOf().load(file);
    expect(again.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await pool.run('hash', { series: first.series })).toBe(again.hash);
    expect(again.badRows).toEqual(first.badRows);
    expect([...again.series.c]).toEqual([...first.series.c]);
  });

  test('are not believed once the file has changed, even to the same size and time', async () => {
    const file = join(home, 'large.csv');
    await writeFile(file, large);
    const { mtime } = await stat(file);
    await cacheOf().load(file);
    await expect.poll(bars).toHaveLength(1);
    await writeFile(file, `${large.slice(0, -2)}${large.at(-2) === '1' ? '2' : '1'}\n`);
    await utimes(file, mtime, mtime);
    expect((await cacheOf().load(file)).hash).toBeUndefined();
  });

  test('that are damaged are read from the text again', async () => {
    const file = join(home, 'large.csv');
    await writeFile(file, large);
    const { series: whole } = await cacheOf().load(file);
    await expect.poll(bars).toHaveLength(1);
    await expect
      .poll(async () => (await readdir(join(home, 'cache'))).some((name) => name.endsWith('.json')))
      .toBe(true);
    for (const name of await bars()) await writeFile(join(home, 'cache', name), 'nothing');
    expect((await cacheOf().load(file)).series.length).toBe(whole.length);
  });
});
