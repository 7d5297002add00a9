// The shop, recorded by the collector on a real MariaDB whose log has whole seconds: what did not change is not reported,
// what did is found in its own route.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareSnapshots } from '../compare/compare.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { type Recorder, startRecorder, whyNotRecorded } from '../site/shop/recordings.ts';

const reason = whyNotRecorded();
const routes = ['/', '/health', '/shop/list', '/product/5'];
const COUNTS = new Set(['runs_per_request', 'statements_per_request', 'rows_per_request']);

let recorder: Recorder;
let first: Snapshot;

const recording = (fault: Parameters<Recorder['record']>[0]) =>
  recorder.record(fault, { routes, samples: 5, warmups: 1 });

/** Times depend on what else the machine does; counts do not. */
const counts = (a: Snapshot, b: Snapshot) =>
  compareSnapshots([a], [b])
    .regressions.filter(({ metric }) => COUNTS.has(metric))
    .map(({ metric, endpoint, baseline, candidate }) => [metric, endpoint, baseline, candidate]);

describe.skipIf(reason !== null)(`the shop${reason === null ? '' : ` (${reason})`}`, () => {
  beforeAll(async () => {
    recorder = await startRecorder(mkdtempSync(join(tmpdir(), 'perf-shop-')));
    first = await recording('none');
  }, 120_000);

  afterAll(() => recorder?.stop());

  test('every statement of a measured request belongs to its route, and warm-ups to none', () => {
    const links = first.db_query_samples.flatMap(({ count, endpoints }) =>
      endpoints.map(({ endpoint, attribution }) => [endpoint, attribution, count]),
    );
    expect(links.length).toBeGreaterThan(4);
    for (const [, attribution, count] of links) {
      expect(attribution).toEqual({ certain: 5, shared: 0 });
      expect(count).toBe(6);
    }
    expect(links.map(([endpoint]) => endpoint)).not.toContain('/health');
  });

  test('the same code again raises no alarm', async () => {
    expect(counts(first, await recording('none'))).toEqual([]);
  });

  test('an N+1 and a single query more are found in their own routes', async () => {
    expect(counts(first, await recording('n_plus_one'))).toContainEqual(['runs_per_request', '/shop/list', 0, 60]);
    expect(counts(first, await recording('one_query_more'))).toEqual([['runs_per_request', '/product/5', 0, 1]]);
  });
});
