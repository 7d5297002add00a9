import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../config/config.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { ingest } from '../snapshot/ingest.ts';
import { speedscopeOf } from './speedscope.ts';

interface Scope {
  readonly shared: { readonly frames: readonly { readonly name: string }[] };
  readonly profiles: readonly {
    readonly type: string;
    readonly name: string;
    readonly endValue: number;
    readonly events?: readonly { readonly type: string; readonly frame: number; readonly at: number }[];
  }[];
  readonly provenance: readonly { readonly from: string; readonly note: string }[];
}

const MS = 1_000_000;
const METADATA = {
  key: 'k',
  exec_ts: 1_700_000_000,
  http_request_uri: '/',
  http_method: 'GET',
  wall_time_ms: 100_000,
  enabled_metrics: ['wt'],
};

async function snapshotOf(
  events: readonly string[],
  names: readonly string[],
): Promise<{ snapshot: Snapshot; text: string }> {
  const stem = join(mkdtempSync(join(tmpdir(), 'perf-scope-')), 'spx-full-20260216_000000-web1-1-2');
  writeFileSync(`${stem}.txt.gz`, gzipSync(`[events]\n${events.join('\n')}\n[functions]\n${names.join('\n')}\n`));
  writeFileSync(`${stem}.json`, JSON.stringify(METADATA));
  const result = await ingest([{ path: `${stem}.json` }, { path: `${stem}.txt.gz` }], {
    config: loadConfig({}, tmpdir()),
    signal: new AbortController().signal,
    now: () => new Date(0),
    progress: () => {},
  });
  if (!result.ok) throw new Error(JSON.stringify(result.results));
  return { snapshot: result.snapshot, text: `${stem}.txt.gz` };
}

const scopeOf = async (snapshot: Snapshot) =>
  (await speedscopeOf(snapshot, {
    exporter: 'test',
    maxInflatedBytes: 1e9,
    signal: new AbortController().signal,
  })) as Scope;

describe('the speedscope export', () => {
  // `tiny` takes far too little to be part of the snapshot's own tree.
  const events = [
    '0 1 0',
    ...Array.from({ length: 3 }, (_, i) => [
      `1 1 ${(10 + 20 * i) * MS}`,
      `2 1 ${(12 + 20 * i) * MS}`,
      `2 0 ${(12 + 20 * i) * MS + 10}`,
      `1 0 ${(20 + 20 * i) * MS}`,
    ]).flat(),
    `0 0 ${100 * MS}`,
  ];

  test('has every call in chronological order, balanced, while the report exists', async () => {
    const { snapshot } = await snapshotOf(events, ['main', 'step', 'tiny']);
    const { shared, profiles, provenance } = await scopeOf(snapshot);
    expect(shared.frames.map(({ name }) => name)).toEqual(['main', 'step', 'tiny']);
    expect(profiles).toMatchObject([{ type: 'evented', name: 'GET /', endValue: 100 }]);
    expect(profiles[0]!.events!.map(({ type, frame }) => `${type}${frame}`).join(' ')).toBe(
      'O0 O1 O2 C2 C1 O1 O2 C2 C1 O1 O2 C2 C1 C0',
    );
    const times = profiles[0]!.events!.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(provenance).toMatchObject([{ from: 'source' }]);
  });

  test('falls back to the merged tree, and says so, when the report is gone or another', async () => {
    const { snapshot, text } = await snapshotOf(events, ['main', 'step', 'tiny']);
    writeFileSync(text, gzipSync('[events]\n0 1 0\n0 0 1\n[functions]\nother\n'));
    expect((await scopeOf(snapshot)).provenance).toMatchObject([
      { from: 'merged_tree', note: expect.stringContaining('has changed') },
    ]);
    rmSync(text);
    const { profiles, provenance } = await scopeOf(snapshot);
    expect(provenance).toMatchObject([{ from: 'merged_tree', note: expect.stringContaining('no longer where') }]);
    expect(profiles).toMatchObject([{ type: 'sampled', name: 'GET / (calls merged by path)' }]);
  });

  test('closes what a cut report left open', async () => {
    const { snapshot } = await snapshotOf(
      ['0 1 0', `1 1 ${10 * MS}`, `2 1 ${20 * MS}`, `2 0 ${30 * MS}`],
      ['main', 'step', 'tiny'],
    );
    const { profiles } = await scopeOf(snapshot);
    expect(profiles[0]!.events!.map(({ type, frame, at }) => [type, frame, at])).toEqual([
      ['O', 0, 0],
      ['O', 1, 10],
      ['O', 2, 20],
      ['C', 2, 30],
      ['C', 1, 30],
      ['C', 0, 30],
    ]);
  });
});
