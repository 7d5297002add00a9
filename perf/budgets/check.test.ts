import { describe, expect, test } from 'vitest';
import { query, snapshotOf, timing, timings } from '../test/made.ts';
import { checkBudgets, matches } from './check.ts';
import { githubOf, junitOf } from './formats.ts';

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

  test('a profiled request is judged by its timed twin, and by itself only for its memory', () => {
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

  test('the more particular pattern counts', () => {
    const budgets = { '/*': { endpoint_p95_ms: 200 }, '/shop/*': { endpoint_p95_ms: 500 } };
    expect(checkBudgets(shop, budgets).over.map(({ endpoint }) => endpoint)).toEqual(['/broken']);
  });

  test('an endpoint that only fails is over any limit of time, however fast it fails', () => {
    expect(checkBudgets(shop, { '/broken': { endpoint_p95_ms: 1000 } }).over).toMatchObject([
      { endpoint: '/broken', value: null, message: expect.stringContaining('no request succeeded') },
    ]);
  });

  test('what cannot be measured, and what no endpoint matches, is said', () => {
    const result = checkBudgets(shop, { '/': { memory_mb: 5 }, '/none': { memory_mb: 5 } });
    expect(result).toMatchObject({
      ok: true,
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

  test('JUnit and GitHub take names as text, whatever stands in them', () => {
    const odd = snapshotOf({ request_profiles: timings(3, '/<b>"&\n,', () => 9) });
    const result = checkBudgets(odd, { '*': { endpoint_p95_ms: 1, memory_mb: 1 } });
    expect(junitOf(result)).toContain(
      '<testcase classname="*" name="/&lt;b&gt;&quot;&amp;&#10;, endpoint_p95_ms"><failure message="9 ms for 95 % of requests; allowed 1"/></testcase>',
    );
    expect(junitOf(result)).toContain('<testsuites tests="2" failures="1" skipped="1" errors="0">');
    expect(githubOf(result).split('\n')[0]).toBe(
      '::error title=/<b>"&%0A%2C is over endpoint_p95_ms::/<b>"&%0A,: 9 ms for 95 %25 of requests; allowed 1',
    );
  });
});
