// Recordings of a real WordPress, one release with each fault (`npm run perf:site` makes them): the planted fault must be
// the first finding, or fail the gate, and a site without faults must have no finding.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, newFolder } from '../test/program.ts';
import { runHere as run } from '../test/shell-here.ts';

const home = join(newFolder(), 'home');
const snapshots = new Map<string, string>();
/** Longer than any machine takes, however busy: nothing is measured here. */
const HOOK_MS = 120_000;

beforeAll(async () => {
  for (const fault of ['clean', 'n_plus_one', 'missing_index', 'opcache_off', 'release_500']) {
    const folder = join(import.meta.dirname, '../examples', fault);
    const files = readdirSync(folder).map((name) => join(folder, name));
    const { out } = await run(['ingest', ...files, '--json'], { home });
    snapshots.set(fault, (JSON.parse(out) as Json).normalized_snapshot_id as string);
  }
}, HOOK_MS);

async function findings(fault: string): Promise<Json[]> {
  const { out } = await run(['analyze', snapshots.get(fault)!, '--json'], { home });
  return (JSON.parse(out) as Json).findings as Json[];
}

describe('the first finding', () => {
  test('on the clean site has no severity above P2', async () => {
    expect((await findings('clean')).filter(({ severity }) => severity !== 'P2')).toEqual([]);
  });

  test('of an N+1 in the theme is the N+1, with its caller, endpoint and statement in one sentence', async () => {
    const [first] = await findings('n_plus_one');
    expect(first).toMatchObject({
      type: 'n_plus_one',
      endpoint: '/',
      metrics: { runs_per_request: 40 },
      caller: { caller: 'parts_list', callee: 'wpdb::get_var', calls_per_request: 40 },
    });
    expect(first!.impact_summary).toMatch(
      /^parts_list \(…\/themes\/parts\/functions\.php\) calls wpdb::get_var 40×: select name from shop_suppliers where post_id = \? runs 40 times in each request to \/,/,
    );
  });

  test('of a missing index is the index, with its columns in their order', async () => {
    const [first] = await findings('missing_index');
    expect(first).toMatchObject({
      type: 'missing_index',
      endpoint: '/?orders=?',
      aggregation_provenance: { table: 'shop_orders', columns: ['customer_id', 'placed_at'], judged_by: 'plan (log)' },
    });
  });

  test('of OPcache switched off is OPcache', async () => {
    const [first] = await findings('opcache_off');
    expect(first).toMatchObject({ type: 'opcache_off' });
  });
});

test('a release that answers 500 fails the gate', async () => {
  const { code, out } = await run(['compare', snapshots.get('clean')!, snapshots.get('release_500')!, '--json'], {
    home,
  });
  expect(code).toBe(1);
  expect((JSON.parse(out) as Json).failures).toContainEqual(
    expect.objectContaining({ endpoint: '/?orders=?', status: 500 }),
  );
});

describe('the gate', () => {
  const regressions = async (fault: string): Promise<Json[]> => {
    const { out } = await run(['compare', snapshots.get('clean')!, snapshots.get(fault)!, '--json'], { home });
    return (JSON.parse(out) as Json).regressions as Json[];
  };

  // These recordings overlap in time: one second has requests to both pages, and the log's clock is no finer.
  const both = ['/', '/?orders=?'];

  test('sees the N+1 as runs per request of one of the pages that share a second, and no other query', async () => {
    const found = (await regressions('n_plus_one')).filter(({ kind }) => kind === 'query');
    for (const row of found) {
      expect(row).toMatchObject({
        endpoint: null,
        endpoints: both,
        baseline: 0,
        name: expect.stringContaining('shop_suppliers'),
      });
    }
    const runs = found.find(({ metric }) => metric === 'runs_per_request');
    expect(Math.round(runs!.candidate as number)).toBe(40);
  });

  test('sees the query that lost its index as time per request, and no page that does not send it', async () => {
    const found = await regressions('missing_index');
    const query = found.find(({ kind, metric }) => kind === 'query' && metric === 'total_ms_per_request');
    expect(query).toMatchObject({ endpoints: both, name: expect.stringContaining('shop_orders') });
    for (const { kind, endpoint } of found)
      if (kind === 'endpoint' && endpoint) expect(endpoint).toContain('/?orders=?');
  });

  test('sees every page slower without OPcache', async () => {
    const found = (await regressions('opcache_off')).filter(({ metric }) => metric === 'wall_ms_p50');
    expect(found.map(({ name }) => name as string)).toEqual(expect.arrayContaining(['/', '/?orders=?']));
  });
});

test('nothing of the fault is found on the clean site', async () => {
  const types = (await findings('clean')).map(({ type }) => type);
  for (const type of ['missing_index', 'opcache_off']) expect(types).not.toContain(type);
});
