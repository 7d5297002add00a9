// The whole A/A: fifteen recordings of the shop's thirteen routes, every pair of them, with whole seconds in the log.
// Takes about an hour of an otherwise idle machine; `npm run test:long`. `SHOP_RECORDINGS` names a folder that keeps them: a run
// that was broken off goes on there, and what was recorded can be judged again.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Change } from '../compare/change.ts';
import { compareSnapshots } from '../compare/compare.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { type Recorder, startRecorder, whyNotRecorded } from '../site/shop/recordings.ts';
import { ROUTES, type ShopFault } from '../site/shop/shop.ts';

const reason = whyNotRecorded();
const RECORDINGS = 15;
const HOUR = 3_600_000;
const COUNTS: ReadonlySet<Change['metric']> = new Set([
  'runs_per_request',
  'statements_per_request',
  'rows_per_request',
  'bytes_per_request',
]);

const kept = process.env['SHOP_RECORDINGS'] ?? mkdtempSync(join(tmpdir(), 'perf-recordings-'));

let recorder: Recorder | null = null;
const states = new Map<ShopFault, Snapshot[]>();

async function recording(fault: ShopFault, i: number): Promise<Snapshot> {
  const file = join(kept, `${fault}-${i}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Snapshot;
  recorder ??= await startRecorder(mkdtempSync(join(tmpdir(), 'perf-shop-')));
  const snapshot = await recorder.record(fault, { routes: ROUTES, samples: 30 });
  mkdirSync(kept, { recursive: true });
  writeFileSync(file, JSON.stringify(snapshot));
  return snapshot;
}

/** Every pair of two states, or of one with itself. */
function pairsOf(first: ShopFault, second = first): [Snapshot, Snapshot][] {
  const [a, b] = [states.get(first)!, states.get(second)!];
  return a.flatMap((x, i) => (a === b ? a.slice(i + 1) : b).map((y): [Snapshot, Snapshot] => [x, y]));
}

const regressions = ([a, b]: readonly [Snapshot, Snapshot]) => compareSnapshots([a], [b]).regressions;

describe.skipIf(reason !== null)(`the shop, recorded many times${reason === null ? '' : ` (${reason})`}`, () => {
  beforeAll(async () => {
    const faults: readonly ShopFault[] = ['none', 'n_plus_one', 'one_query_more', 'slower'];
    // In turn, so that a slow hour of the machine meets all states.
    for (let i = 0; i < RECORDINGS; i++)
      for (const fault of faults) states.set(fault, [...(states.get(fault) ?? []), await recording(fault, i)]);
  }, 4 * HOUR);

  afterAll(() => recorder?.stop());

  test('counts of unchanged code are quiet in 105 pairs of 105', () => {
    for (const state of states.keys())
      for (const pair of pairsOf(state))
        expect(regressions(pair).filter(({ metric }) => COUNTS.has(metric))).toEqual([]);
  });

  test.for([
    ['n_plus_one', '/shop/list', 60],
    ['one_query_more', '/product/5', 1],
  ] as const)('%s is found in %s in every pair', ([fault, endpoint, runs]) => {
    for (const pair of pairsOf('none', fault)) {
      const counts = regressions(pair).filter(({ metric }) => metric === 'runs_per_request');
      expect(counts.map((one) => [one.endpoint, one.candidate])).toEqual([[endpoint, runs]]);
    }
  });

  test('times of unchanged code are loud in at most 2 pairs of 105', () => {
    const loud = pairsOf('none').filter((pair) => regressions(pair).length > 0);
    expect(loud.length).toBeLessThanOrEqual(2);
  });

  test('a fifth more on a route of 50 ms or more is found in 95 of 100 pairs', () => {
    const pairs = pairsOf('none', 'slower');
    const found = pairs.filter((pair) =>
      regressions(pair).some(({ endpoint, metric }) => endpoint === '/tmpl' && metric === 'wall_ms_p50'),
    );
    expect(found.length / pairs.length).toBeGreaterThanOrEqual(0.95);
  });
});
