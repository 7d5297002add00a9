// Recordings of a small shop on a real Laravel (`npm run perf:site -- laravel` makes them): each fault is reported in its route, and
// the shop without faults has no finding.
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { samePath } from '../model/endpoint.ts';
import { ingest } from '../snapshot/ingest.ts';
import { thresholds } from '../test/snapshots.ts';
import { type Finding, isAdvice } from './findings/finding.ts';
import { analyse } from './run.ts';

const recordings = join(import.meta.dirname, '../examples/laravel');

async function causesIn(name: string): Promise<readonly Finding[]> {
  const folder = join(recordings, name);
  const result = await ingest(
    readdirSync(folder).map((file) => ({ path: join(folder, file) })),
    {
      config: loadConfig({}, tmpdir()),
      signal: new AbortController().signal,
      now: () => new Date(0),
      progress: () => {},
    },
  );
  if (!result.ok) throw new Error(JSON.stringify(result.results));
  const { findings } = analyse(result.snapshot, { top_n: 5, thresholds: thresholds(), thresholdsInput: undefined });
  return findings.filter(isAdvice);
}

test('the clean shop has no finding that names a cause', async () => {
  expect(existsSync(recordings)).toBe(true);
  expect((await causesIn('clean')).map(({ title }) => title)).toEqual([]);
});

test('relations that are loaded one by one are reported by name, and as N+1', async () => {
  const [first, second, ...more] = await causesIn('lazy_loading');
  expect(first).toMatchObject({ type: 'lazy_loading', metrics: { calls: 40 } });
  expect(first!.title).toContain(String.raw`App\Models\Product::supplier`);
  expect(samePath(first!.endpoint!, '/products')).toBe(true);
  expect(second).toMatchObject({ type: 'n_plus_one', endpoint: '/products', metrics: { runs_per_request: 40 } });
  expect(more).toEqual([]);
});

test.for([
  ['queued_work', 'queued_work_in_request', '/checkout'],
  ['config_not_cached', 'config_not_cached', null],
] as const)('%s is the first and only cause', async ([name, type, endpoint]) => {
  const [first, ...more] = await causesIn(name);
  expect(first).toMatchObject({ type });
  if (endpoint !== null) expect(samePath(first!.endpoint!, endpoint)).toBe(true);
  expect(more.map(({ title }) => title)).toEqual([]);
});
