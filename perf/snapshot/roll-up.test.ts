import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Snapshot } from '../model/snapshot.ts';
import { query, snapshotOf, timing, timings } from '../test/made.ts';
import { holdsMore, rollUp } from './roll-up.ts';

const AT = '2026-11-16T00:00:00.000Z';
const microseconds = fc.integer({ min: 1, max: 20_000_000 });
/** Minutes of a day, each with some runs of a class and some requests. */
const minutes = fc.array(
  fc.record({
    runs: fc.array(microseconds, { minLength: 1, maxLength: 60 }),
    requests: fc.array(microseconds, { minLength: 1, maxLength: 20 }),
  }),
  { minLength: 1, maxLength: 24 },
);

const minuteOf = ({ runs, requests }: { readonly runs: number[]; readonly requests: number[] }): Snapshot =>
  snapshotOf({
    db_query_samples: [
      query(
        'select a',
        runs.map((us) => us / 1000),
      ),
    ],
    request_profiles: requests.map((us) => timing('/', us / 1000)),
  });

/** The smallest value that this share of all does not exceed. */
const exact = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.max(1, Math.ceil(share * values.length)) - 1]!;

describe('a roll-up', () => {
  test('of minutes into hours into a day has the figures of all values together, to one per cent', () => {
    fc.assert(
      fc.property(minutes, fc.integer({ min: 1, max: 7 }), (all, size) => {
        const parts = all.map(minuteOf);
        const hours = Array.from({ length: Math.ceil(parts.length / size) }, (_, i) =>
          rollUp(parts.slice(i * size, (i + 1) * size), AT),
        );
        // Hours are added to their day one by one, as they come in.
        const day = hours.reduce((sum, hour) => rollUp([sum, hour], AT));
        const runs = all.flatMap((one) => one.runs);
        const requests = all.flatMap((one) => one.requests);
        const [statement] = day.db_query_samples;
        const [endpoint] = day.endpoint_samples ?? [];
        expect(statement?.count).toBe(runs.length);
        expect(statement?.total_time_ms).toBeCloseTo(runs.reduce((sum, us) => sum + us, 0) / 1000, 3);
        expect(statement?.max_ms).toBe(Math.max(...runs) / 1000);
        for (const [share, reported] of [
          [0.5, statement?.p50_ms],
          [0.95, statement?.p95_ms],
          [0.99, statement?.p99_ms],
        ] as const) {
          const true_ms = exact(runs, share) / 1000;
          // A value of some microseconds is known to the microsecond.
          expect(Math.abs(reported! - true_ms)).toBeLessThanOrEqual(0.0101 * true_ms + 0.001);
        }
        expect(endpoint?.count).toBe(requests.length);
        expect(endpoint?.total_ms).toBeCloseTo(requests.reduce((sum, us) => sum + us, 0) / 1000, 3);
        // However it came together, the sketches are the same.
        const once = rollUp(parts, AT);
        expect(once.db_query_samples[0]?.latency).toEqual(statement?.latency);
        expect(once.endpoint_samples?.[0]?.latency).toEqual(endpoint?.latency);
      }),
      { numRuns: 60 },
    );
  });

  test('counts failures with their requests, and folds a log that was followed into one source', () => {
    const source = (sha256: string) => ({
      path: '/var/log/slow.log',
      type: 'mysql_slow_log' as const,
      version: 'mysql-slowlog-v1',
      sha256,
      size_bytes: 10,
      hints: {},
    });
    const part = (i: number) =>
      snapshotOf({
        sources: [source(`${i}`)],
        request_profiles: [
          ...timings(3, '/', () => 20),
          timing('/', null, { status: null, error: { code: 'TIMEOUT', message: '' } }),
        ],
      });
    const day = rollUp([rollUp([part(1), part(2)], AT), part(3)], AT);
    expect(day.sources).toMatchObject([{ path: '/var/log/slow.log', size_bytes: 30, hints: { parts: 3 } }]);
    expect(day.endpoint_samples).toMatchObject([{ endpoint: '/', count: 12, statuses: { 200: 9, TIMEOUT: 3 } }]);
  });

  test('leaves out profiles and endpoints that never answered, and says so', () => {
    expect(holdsMore(snapshotOf({ request_profiles: timings(2, '/', () => 1) }))).toBe(false);
    expect(holdsMore(snapshotOf({ request_profiles: [timing('/', 1, { kind: 'spx' })] }))).toBe(true);
    expect(holdsMore(snapshotOf({ request_profiles: [timing('/a', 1), timing('/b', null)] }))).toBe(true);
  });
});
