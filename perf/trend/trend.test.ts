import { describe, expect, test } from 'vitest';
import type { Snapshot } from '../model/snapshot.ts';
import { query, snapshotOf, timing, timings } from '../test/made.ts';
import { trendPage } from '../report/html/trend-page.ts';
import { type Subject, trendOf } from './trend.ts';

const span = (label: string, self_ms: number) => ({
  type: 'php' as const,
  label,
  calls: 3,
  max_cycle_depth: 0,
  self_ms,
  total_ms: self_ms * 2,
  metrics: {},
  evidence: [],
});
const day = (ms: number) =>
  snapshotOf({
    request_profiles: [
      ...timings(5, '/', (i) => ms + i),
      timing('/', 1, { status: 500 }),
      timing('GET /', ms, { kind: 'spx', spans: [span('Shop::list', ms / 2)] }),
    ],
    db_query_samples: [query('select a', [ms, ms])],
  });

const trend = (subject: Subject, snapshots: readonly Snapshot[]) => {
  // Stored newest first, as the store lists them.
  const runs = snapshots
    .map(({ id }, i) => ({ snapshot_id: id, created_at: `2026-01-0${i + 1}T00:00:00.000Z` }))
    .toReversed();
  return trendOf(
    subject,
    runs,
    (id) => Promise.resolve(snapshots.find((one) => one.id === id) ?? null),
    () => {},
  );
};

describe('a trend', () => {
  const days = [day(10), snapshotOf({ request_profiles: [timing('/other', 1)] }), day(30)];

  test('runs from the oldest snapshot to the newest, and leaves out those without it', async () => {
    const id = days[0]!.db_query_samples[0]!.class_id;
    const result = await trend({ kind: 'class', name: id.slice(0, 8).toLowerCase() }, days);
    expect(result).toMatchObject({ name: 'select a', metric: 'avg_time_ms', missing: 1 });
    expect(result.points.map(({ snapshot_id, value }) => [snapshot_id, value])).toEqual([
      [days[0]!.id, 10],
      [days[2]!.id, 30],
    ]);
  });

  test('an endpoint has its median without its failures, which are counted separately', async () => {
    const { points } = await trend({ kind: 'endpoint', name: '/' }, days);
    expect(points).toMatchObject([
      { value: 12, figures: { requests: 6, failed: 1, wall_ms_p95: 14 } },
      { value: 32, figures: { requests: 6, failed: 1, wall_ms_p95: 34 } },
    ]);
  });

  test('a function has the time in its own code', async () => {
    const { points } = await trend({ kind: 'function', name: 'Shop::list' }, days);
    expect(points.map(({ value }) => value)).toEqual([5, 15]);
  });

  /** A week in which the last day, and only that, is half as slow again. */
  const week = (requests: number, last = 30) =>
    [20, 20.4, 19.8, 20.1, 19.9, 20.2, last].map((ms) =>
      snapshotOf({ request_profiles: timings(requests, '/', (i) => ms + (i % 5) / 10) }),
    );

  test.each([
    [120, 30, 'regression', true],
    [12, 30, 'cannot_judge', true],
    [120, 10, 'pass', true],
    [120, 20.3, 'pass', false],
  ])('%i requests a day, of which the last takes %d ms for 20: %s', async (requests, last, verdict, isReported) => {
    const result = await trend({ kind: 'endpoint', name: '/' }, week(requests, last));
    expect(result).toMatchObject({ verdict, change_points: [], drift: null });
    expect(result.latest).toEqual(
      isReported ? expect.objectContaining({ points: 1, runs: requests, before: expect.closeTo(20.2, 0) }) : null,
    );
  });

  test('its page shows every point and takes names as text', async () => {
    const odd = snapshotOf({ request_profiles: [timing('/<b>', 10)] });
    const page = trendPage(await trend({ kind: 'endpoint', name: '/<b>' }, [odd]));
    expect(page).toContain('<code>/&lt;b&gt;</code>');
    expect(page.match(/<circle/g)).toHaveLength(1);
  });
});
