import { describe, expect, test } from 'vitest';
import { linkOf, query, snapshotOf, timing, timings } from '../test/made.ts';
import { checkBudgets, matches } from './check.ts';

const shop = snapshotOf({
  request_profiles: [
    ...timings(10, '/shop/list', (i) => 100 + 40 * i, { mem_mb: 12 }),
    ...timings(10, '/', () => 50),
    timing('/broken', 3, { status: 500 }),
  ],
  db_query_samples: [
    query(
      'select a',
      Array.from({ length: 400 }, () => 0.5),
      '/shop/list',
    ),
    query(
      'select b',
      Array.from({ length: 10 }, () => 2),
      '/',
    ),
  ],
});

describe('budgets', () => {
  test('every limit is measured per request of the endpoint', () => {
    const limits = { queries_per_request: 30, endpoint_p95_ms: 300, query_total_ms: 10, memory_mb: 8 };
    const result = checkBudgets(shop, { '/shop/*': limits });
    expect(result.ok).toBe(false);
    expect(Object.fromEntries(result.over.map(({ limit, value }) => [limit, value]))).toEqual({
      queries_per_request: 40,
      endpoint_p95_ms: 460,
      query_total_ms: 20,
      memory_mb: 12,
    });
    expect(
      checkBudgets(shop, { '/': { queries_per_request: 1, query_total_ms: 2, endpoint_p95_ms: 50 } }),
    ).toMatchObject({
      ok: true,
      summary: { checked: 3, over: 0 },
    });
  });

  test('a profiled request is judged by its timed twin, and on its own only for its memory', () => {
    const twins = snapshotOf({
      request_profiles: [
        ...timings(5, '/', () => 50),
        ...timings(1, 'GET /', () => 900, { kind: 'spx', status: null, mem_mb: 70 }),
        ...timings(1, '/usr/bin/tool --all', () => 9000, { kind: 'spx', status: null }),
      ],
    });
    const result = checkBudgets(twins, { '/*': { endpoint_p95_ms: 100, memory_mb: 64 } });
    expect(result.over).toMatchObject([{ endpoint: 'GET /', limit: 'memory_mb', value: 70 }]);
    expect(result.within).toMatchObject([{ endpoint: '/', limit: 'endpoint_p95_ms' }]);
  });

  test('the more specific pattern applies', () => {
    const budgets = { '/*': { endpoint_p95_ms: 200 }, '/shop/*': { endpoint_p95_ms: 500 } };
    expect(checkBudgets(shop, budgets).over.map(({ endpoint }) => endpoint)).toEqual(['/broken']);
  });

  test('an endpoint that only fails is over any limit of time, however fast it fails', () => {
    expect(checkBudgets(shop, { '/broken': { endpoint_p95_ms: 1000 } }).over).toMatchObject([
      { endpoint: '/broken', value: null, message: expect.stringContaining('no request succeeded') },
    ]);
  });

  test('one answer in ten that fails is over, unless the budget allows it; nine 404 of nine measure nothing', () => {
    const failing = snapshotOf({
      request_profiles: [
        ...timings(9, '/', () => 50),
        timing('/', 2, { status: 500 }),
        timing('/gone', 3, { status: 404 }),
      ],
    });
    expect(checkBudgets(failing, { '/': { endpoint_p95_ms: 100 } })).toMatchObject({
      verdict: 'regression',
      over: [{ endpoint: '/', limit: 'failed_share', value: 0.1, allowed: 0 }],
    });
    expect(checkBudgets(failing, { '/': { endpoint_p95_ms: 100, failed_share: 0.2 } }).verdict).toBe('pass');
    expect(checkBudgets(failing, { '/gone': { endpoint_p95_ms: 100 } })).toMatchObject({
      verdict: 'cannot_judge',
      unmeasured: [{ endpoint: '/gone', message: expect.stringContaining('404') }],
    });
  });

  test('runs that two endpoints share are not a measurement, unless the limit is outside of the possible range', () => {
    const shared = {
      endpoints: ['/a', '/b'],
      count: 100,
      total_time_ms: 50,
      rows_examined: 0,
      rows_sent: 0,
      bytes_sent: 0,
    };
    const tied = snapshotOf({
      request_profiles: [...timings(10, '/a', () => 50), ...timings(10, '/b', () => 50)],
      db_query_samples: [
        query('select a', [1], null, {
          endpoints: [linkOf('/a', 50, 75, 100), linkOf('/b', 0, 50, 100)],
          shared: [shared],
        }),
      ],
    });
    const verdictOf = (limit: number) => checkBudgets(tied, { '/a': { queries_per_request: limit } }).verdict;
    expect([4, 10, 15].map(verdictOf)).toEqual(['regression', 'cannot_judge', 'pass']);
  });

  test('reports what cannot be measured, and patterns that match no endpoint', () => {
    const result = checkBudgets(shop, { '/': { memory_mb: 5 }, '/none': { memory_mb: 5 } });
    expect(result).toMatchObject({
      ok: true,
      verdict: 'cannot_judge',
      unmeasured: [{ endpoint: '/', limit: 'memory_mb' }],
      unmatched: ['/none'],
    });
  });

  test.for([
    ['/shop/*', 'GET /shop/a/b', true],
    ['/shop/*', 'https://h.example/shop/a?p=?', true],
    ['/shop/*', '/shopping', false],
    ['/', '/', true],
    ['/', '/?p=?', true],
    ['/?p=*', '/?p=?', true],
    ['/?p=*', '/', false],
    ['*', 'POST /any', true],
    ['/a.b', '/axb', false],
    ['/*', 'spx://web1/1/2', false],
  ] as const)('%s and %s: %s', ([pattern, endpoint, expected]) => {
    expect(matches(pattern, endpoint)).toBe(expected);
  });
});
