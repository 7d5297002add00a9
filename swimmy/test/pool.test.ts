// Threads and files: a faulty job affects no other.
import { generateCsv } from '@zorivest/engine';
import { appendFile, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCandleCache } from '../worker/candle-cache.ts';
import { CancelledError, createPool, type Pool } from '../worker/pool.ts';

let home: string;
let pool: Pool;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'swimmy-pool-'));
  pool = createPool(2);
});
afterEach(async () => {
  await pool.close();
  await rm(home, { recursive: true, force: true });
});

const layout = { delimiter: 44, targets: [0, 1, 2, 3, 4, 5], hasHeader: false };

test('a task that fails, one whose thread dies and one that is cancelled leave the pool working', async () => {
  await expect(pool.run('parse', { file: join(home, 'none'), from: 0, to: 1, layout })).rejects.toThrow(/ENOENT/);
  // More memory than there is ends the thread's allocation, not the process.
  await expect(pool.run('parse', { file: '/dev/null', from: 0, to: 2 ** 52, layout })).rejects.toThrow(
    /size|range|length|memory/i,
  );
  const controller = new AbortController();
  const length = 3_000_000;
  const column = () => new Float64Array(length);
  const series = { length, t: column(), o: column(), h: column(), l: column(), c: column(), v: column() };
  const slow = pool.run('resample', { series, minutes: 5 }, { signal: controller.signal });
  const behind = pool.run('resample', { series: { ...series, length: 0 }, minutes: 5 });
  controller.abort();
  await expect(slow).rejects.toThrow(CancelledError);
  expect((await behind).length).toBe(0);
});

test('a file is read once, shares memory with an equal one, and is read again when it changes', async () => {
  const file = join(home, 'a.csv');
  await writeFile(file, [...generateCsv(60_000, 1)].join('')); // large enough for two threads
  await copyFile(file, join(home, 'b.csv'));
  const cache = createCandleCache(pool, 1e9);
  const first = await cache.load(file);
  expect(first.series.length).toBe(60_000);
  expect(await cache.load(file)).toBe(first);
  expect((await cache.load(join(home, 'b.csv'))).series).toBe(first.series);
  // The next minute: a last row that is years ahead of the others would be left out as a wrong time.
  await appendFile(file, `${(first.series.t.at(-1) ?? 0) + 60},1,1,1,1,1\n`);
  expect((await cache.load(file)).series.length).toBe(60_001);
});

test('cut anywhere, a file gives the same candles', async () => {
  const file = join(home, 'a.csv');
  const text = [...generateCsv(200, 1)].join('').split('\n').slice(1).join('\n');
  await writeFile(file, text);
  const whole = await pool.run('parse', { file, from: 0, to: text.length, layout });
  for (let cut = 1; cut < 120; cut++) {
    const [a, b] = await Promise.all([
      pool.run('parse', { file, from: 0, to: cut, layout }),
      pool.run('parse', { file, from: cut, to: text.length, layout }),
    ]);
    expect([...a.series.t, ...b.series.t]).toEqual([...whole.series.t]);
  }
});
