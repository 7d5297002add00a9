// Recordings of the shop (`npm run perf:site -- keep` makes them): thirteen routes on a MariaDB whose log has whole seconds. What
// did not change is quiet, what did is found in its own route. The long run judges 105 pairs of such.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../config/config.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { ingest } from '../snapshot/ingest.ts';
import { compareSnapshots } from './compare.ts';

const COUNTS = new Set(['runs_per_request', 'statements_per_request', 'rows_per_request', 'bytes_per_request']);
const STATES = ['first', 'second', 'n_plus_one', 'one_query_more'] as const;
const recordings = new Map<(typeof STATES)[number], Snapshot>();

beforeAll(async () => {
  for (const state of STATES) {
    const folder = join(import.meta.dirname, '../examples/shop', state);
    const result = await ingest(
      ['slow.log.gz', 'timings.json'].map((name) => ({ path: join(folder, name) })),
      {
        config: loadConfig({}, tmpdir()),
        signal: new AbortController().signal,
        now: () => new Date(0),
        progress: () => {},
      },
    );
    if (!result.ok) throw new Error(JSON.stringify(result.results));
    recordings.set(state, result.snapshot);
  }
}, 120_000);

/** Times are the machine's; these recordings were made on a busy one. */
const counts = (a: (typeof STATES)[number], b: (typeof STATES)[number]) =>
  compareSnapshots([recordings.get(a)!], [recordings.get(b)!])
    .regressions.filter(({ metric }) => COUNTS.has(metric))
    .map(({ metric, endpoint, baseline, candidate }) => [metric, endpoint, baseline, candidate]);

describe('the recorded shop', () => {
  test('has thirteen routes, and each statement certainly belongs to one of them', () => {
    for (const state of STATES) {
      const { request_profiles: requests, db_query_samples: queries } = recordings.get(state)!;
      expect(new Set(requests.map(({ endpoint }) => endpoint)).size).toBe(13);
      const links = queries.flatMap(({ endpoints }) => endpoints);
      expect(links.length).toBeGreaterThan(12);
      expect(links.filter(({ attribution }) => attribution.shared > 0 || attribution.certain === 0)).toEqual([]);
      expect(links.map(({ endpoint }) => endpoint)).not.toContain('/health');
    }
  });

  test('compared with itself has no regression, in both directions', () => {
    expect(counts('first', 'second')).toEqual([]);
    expect(counts('second', 'first')).toEqual([]);
  });

  test('with an N+1, or one query more, is a regression of its route and of nothing else', () => {
    const found = counts('first', 'n_plus_one');
    expect(found).toContainEqual(['runs_per_request', '/shop/list', 0, 60]);
    expect(found.map(([, endpoint]) => endpoint)).toEqual(found.map(() => '/shop/list'));
    expect(counts('second', 'one_query_more')).toEqual([['runs_per_request', '/product/5', 0, 1]]);
  });
});
