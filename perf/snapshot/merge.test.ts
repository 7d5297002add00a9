import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyse } from '../analysis/run.ts';
import { thresholdsFrom } from '../analysis/findings/thresholds.ts';
import { loadConfig } from '../config/config.ts';
import type { EndpointSample, Snapshot } from '../model/snapshot.ts';
import { query, snapshotOf, timing } from '../test/made.ts';
import { ingest } from './ingest.ts';
import { mergeSnapshots } from './merge.ts';

const now = new Date('2026-01-01T00:00:00Z');

async function ingestPaths(paths: readonly string[]): Promise<Snapshot> {
  const result = await ingest(
    paths.map((path) => ({ path })),
    {
      config: loadConfig({}, tmpdir()),
      signal: new AbortController().signal,
      now: () => now,
      progress: () => {},
    },
  );
  if (!result.ok) throw new Error(JSON.stringify(result.results));
  return result.snapshot;
}

function mergeParts(...parts: Snapshot[]): Snapshot {
  const result = mergeSnapshots(parts, now);
  if (!result.ok) throw new Error(result.message);
  return result.snapshot;
}

/** What must be the same however the files came together: everything but ids, examples and places. */
function rowsOf(snapshot: Snapshot): unknown {
  const { thresholds } = thresholdsFrom(undefined) as Extract<ReturnType<typeof thresholdsFrom>, { ok: true }>;
  const { summary, aggregates } = analyse(snapshot, { top_n: 20, thresholds, thresholdsInput: {} });
  const plain = JSON.stringify({ summary, aggregates }, (key, value: unknown) =>
    ['evidence', 'examples'].includes(key) ? undefined : value,
  );
  return JSON.parse(plain);
}

interface Host {
  /** Class, time in microseconds, second. */
  readonly records: readonly (readonly [number, number, number])[];
  readonly requests: readonly (readonly [number, number, number])[];
}

/** Each host has an hour of its own, so that no request of one can be taken for the cause of another's statement. */
function writeHost(host: Host, index: number, folder: string): string[] {
  const hour = 1_700_000_000 + index * 3600;
  const log = host.records.map(
    ([shape, us, second]) =>
      `# User@Host: app[app] @ host${index} []  Id: ${shape}\n# Query_time: ${(us / 1e6).toFixed(6)}  Lock_time: 0.000010 Rows_sent: 1  Rows_examined: ${us % 900}\nSET timestamp=${hour + second};\nSELECT c${'abc'[shape % 3]} FROM t WHERE id = ${us};\n`,
  );
  const requests = host.requests.map(([route, ms, second]) => ({
    route: `/${route % 3}`,
    status: ms % 17 === 0 ? 500 : 200,
    started_at: new Date((hour + second) * 1000).toISOString(),
    ended_at: new Date((hour + second) * 1000 + ms).toISOString(),
    ttfb_ms: ms / 2,
    wall_ms: ms,
  }));
  const [logPath, timingsPath] = [join(folder, `h${index}.log`), join(folder, `h${index}.json`)];
  writeFileSync(logPath, log.join(''));
  writeFileSync(timingsPath, JSON.stringify({ format: 'ttfb_timings', version: 'collector-v1', requests }));
  return [logPath, timingsPath];
}

const triple = fc.tuple(fc.nat(8), fc.integer({ min: 1, max: 2_000_000 }), fc.nat(1800));
const host = fc.record({
  records: fc.array(triple, { minLength: 1, maxLength: 60 }),
  requests: fc.array(fc.tuple(fc.nat(8), fc.integer({ min: 1, max: 5000 }), fc.nat(1800)), {
    minLength: 1,
    maxLength: 20,
  }),
});

describe('merged snapshots', () => {
  test('hold the rows, counts, sums and percentiles of all files ingested together, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(host, { minLength: 2, maxLength: 4 }), fc.boolean(), async (hosts, reversed) => {
        const folder = mkdtempSync(join(tmpdir(), 'perf-merge-'));
        const files = hosts.map((one, i) => writeHost(one, i, folder));
        const parts = await Promise.all(files.map(ingestPaths));
        const together = await ingestPaths(files.flat());
        expect(rowsOf(mergeParts(...(reversed ? parts.toReversed() : parts)))).toEqual(rowsOf(together));
        const [first, ...others] = parts;
        expect(rowsOf(mergeParts(mergeParts(first!, others[0]!), ...others.slice(1)))).toEqual(rowsOf(together));
      }),
      { numRuns: 12 },
    );
  });

  test('requests of a timings file that two snapshots hold count once, and a snapshot within another adds nothing', () => {
    const source = (sha256: string, type: 'ttfb_timings' | 'mysql_slow_log') => ({
      path: `/${sha256}`,
      type,
      version: '1',
      sha256,
      size_bytes: 1,
      hints: {},
    });
    const of = (...hashes: string[]) =>
      snapshotOf({
        sources: hashes.map((hash) => source(hash, 'ttfb_timings')),
        request_profiles: hashes.map((hash) => timing('/', 10, { source_sha256: hash })),
      });
    expect(mergeParts(of('a', 'b'), of('b', 'c')).request_profiles).toHaveLength(3);
    expect(mergeParts(of('a', 'b'), of('b'))).toMatchObject({ id: of('a', 'b').id });
    // Of a log only the sums are left, so it cannot be counted once.
    const log = (...hashes: string[]) =>
      snapshotOf({
        sources: hashes.map((hash) => source(hash, 'mysql_slow_log')),
        db_query_samples: [query('select 1', [1])],
      });
    expect(mergeSnapshots([log('a', 'b'), log('b', 'c')], now)).toMatchObject({
      ok: false,
      message: expect.stringContaining('/b (SHA-256 b) is part of two of the snapshots'),
    });
  });

  test('endpoints of access logs are added up', () => {
    const of = (count: number, ms: number): Snapshot => {
      const sample: EndpointSample = {
        endpoint: '/',
        count,
        statuses: { 200: count },
        total_ms: count * ms,
        min_ms: ms,
        max_ms: ms,
        latency: { values_us: Array.from({ length: count }, () => ms * 1000) },
        first_seen: null,
        last_seen: null,
        evidence: [],
      };
      return snapshotOf({ endpoint_samples: [sample] });
    };
    expect(mergeParts(of(2, 10), of(3, 40)).endpoint_samples).toMatchObject([
      { count: 5, statuses: { 200: 5 }, total_ms: 140, min_ms: 10, max_ms: 40 },
    ]);
  });
});
