import { describe, expect, test } from 'vitest';
import { Latency } from '../../stats/latency.ts';
import { profileOf, query, snapshot, thresholds, timing } from '../../test/snapshots.ts';
import { endpointRows, queryRows, spanRows } from './rows.ts';

describe('endpoints', () => {
  const row = (...walls: number[]) =>
    endpointRows(
      snapshot({ request_profiles: walls.map((wall) => timing('/', wall, { ttfb_ms: null })) }),
      thresholds(),
    )[0]!;

  test('one cold hit among twelve is not a P0, though it is the 95th percentile', () => {
    const found = row(3000, ...Array.from({ length: 11 }, () => 219));
    expect(found).toMatchObject({ wall_ms_p95: 3000, wall_ms_p50: 219, judged_ms: 219, severity: null });
  });

  test('two slow requests are a P0, and so is a single slow one', () => {
    expect(row(3000, 3000, ...Array.from({ length: 10 }, () => 219)).severity).toBe('P0');
    expect(row(2500).severity).toBe('P0');
  });

  test('failed probes are counted, and their times are not', () => {
    const failed = timing('/', 1, {
      error: { code: 'timeout', message: '' },
      wall_ms: null,
      ttfb_ms: null,
      status: null,
    });
    const [found] = endpointRows(snapshot({ request_profiles: [timing('/', 500), failed] }), thresholds());
    expect(found).toMatchObject({ sample_count: 2, failed_count: 1, wall_ms_avg: 500, statuses: { 200: 1 } });
  });

  test('from access logs are ranked with the others, by the figures of their sketch', () => {
    const latency = new Latency();
    for (let i = 1; i <= 100; i++) latency.add(i * 10_000, 1);
    const sample = {
      endpoint: 'GET /shop',
      count: 100,
      statuses: { 200: 98, 503: 2 },
      total_ms: 50_500,
      min_ms: 10,
      max_ms: 1000,
      latency: latency.toJSON(),
      first_seen: null,
      last_seen: null,
      evidence: [],
    };
    const slowProfile = profileOf('GET /shop', [['index.php', 1, 9000]]);
    const rows = endpointRows(
      snapshot({ endpoint_samples: [sample], request_profiles: [timing('/', 10), slowProfile] }),
      thresholds(),
    );
    expect(rows.map(({ endpoint, kind }) => [endpoint, kind])).toEqual([
      ['GET /shop', 'access'],
      ['/', 'timing'],
    ]);
    expect(rows[0]).toMatchObject({
      sample_count: 100,
      failed_count: 2,
      statuses: { 200: 98, 503: 2 },
      wall_ms_avg: 505,
      wall_ms_p95: 950,
      severity: 'P2',
      evidence: [{ source: 'spx' }],
    });
  });
});

describe('functions', () => {
  test('are shown by their worst request and judged by the second worst', () => {
    const rows = (...own: number[]) =>
      spanRows(snapshot({ request_profiles: own.map((ms) => profileOf('GET /', [['f', 1, ms]])) }), thresholds());
    expect(rows(900, 20, 30)).toMatchObject([{ self_ms: 900, sample_count: 3, severity: null }]);
    expect(rows(20, 900, 850)).toMatchObject([{ self_ms: 900, severity: 'P0' }]);
    expect(rows(900)).toMatchObject([{ severity: 'P0' }]);
  });
});

describe('queries', () => {
  test('are ranked by the time they took together, with shares of it', () => {
    const rows = queryRows(
      snapshot({
        db_query_samples: [
          query('select a', { count: 3, ms: 10 }),
          query('select b', { count: 1, ms: 90, lock_ms: 45 }),
        ],
      }),
      thresholds(),
    );
    expect(
      rows.map(({ fingerprint, share_of_total_time: share, lock_share: lock }) => [fingerprint, share, lock]),
    ).toEqual([
      ['select b', 0.75, 0.5],
      ['select a', 0.25, 0],
    ]);
  });
});
