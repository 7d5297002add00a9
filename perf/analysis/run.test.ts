import { describe, expect, test } from 'vitest';
import { profileOf, query, snapshot, thresholds, timing } from '../test/snapshots.ts';
import { linkOf } from '../test/made.ts';
import { analyse } from './run.ts';

const params = { top_n: 5, thresholds: thresholds(), thresholdsInput: undefined };
const SQL = 'select name from suppliers where post_id = ?';
const nPlusOne = query(SQL, {
  count: 400,
  ms: 10,
  repeats: { max_in_a_row: 40, bursts: 10, burst_count: 400 },
  endpoints: [{ ...linkOf('/shop', 400, 4000), bursts: 10 }],
});
const slow = Array.from({ length: 10 }, () => timing('/shop', 1200));
const page = profileOf('POST /shop', [['Shop::list', 1, 1100, ['wpdb::get_var', 40, 1000]]]);

describe('an analysis', () => {
  const found = analyse(snapshot({ request_profiles: [...slow, page], db_query_samples: [nPlusOne] }), params);

  test('puts the cause before its symptom, with the same severity', () => {
    expect(found.findings[0]).toMatchObject({ type: 'n_plus_one', severity: 'P0' });
    expect(found.findings[1]).toMatchObject({ type: 'slow_function', severity: 'P0' });
    expect(found.findings.map(({ type }) => type)).toContain('slow_endpoint');
  });

  test('gives every finding a type and evidence, one recommendation to an id, and sorts by severity', () => {
    for (const { type, evidence, recommendations } of found.findings) {
      expect(type).toMatch(/^[a-z_]+$/);
      expect(evidence.length).toBeGreaterThan(0);
      expect(new Set(recommendations.map(({ id }) => id)).size).toBe(recommendations.length);
      expect(recommendations.length).toBeLessThanOrEqual(3);
    }
    const severities = found.findings.map(({ severity }) => severity);
    expect(severities).toEqual(severities.toSorted());
    expect(new Set(found.findings.map(({ id }) => id)).size).toBe(found.findings.length);
  });

  test('joins a profile and timings of one path whatever the method', () => {
    const endpoint = found.findings.find(({ type, endpoint: name }) => type === 'slow_endpoint' && name === '/shop')!;
    expect(endpoint.recommendations.map(({ action }) => action).join()).toContain('Shop::list calls wpdb::get_var 40×');
  });

  test('joins caller, statement and endpoint in the sentence of the query', () => {
    const expensive = found.findings.find(({ type }) => type === 'expensive_query')!;
    expect(expensive.impact_summary).toContain('In requests to /shop, Shop::list calls wpdb::get_var 40×.');
  });

  test('counts what it was given', () => {
    expect(found.summary).toMatchObject({ endpoint_count: 2, query_count: 1, request_count: 11, statement_count: 400 });
  });
});

test('finds nothing where nothing is slow', () => {
  const found = analyse(snapshot({ request_profiles: [timing('/', 20), timing('/', 25)] }), params);
  expect(found.findings).toEqual([]);
  expect(found.aggregates.top_endpoints).toHaveLength(1);
});

describe('a statement that several endpoints send', () => {
  const slowQuery = (endpoints: Parameters<typeof query>[1] extends infer P ? NonNullable<P> : never) =>
    analyse(
      snapshot({
        request_profiles: [timing('/a', 900), timing('/b', 900)],
        db_query_samples: [
          query('select * from t where a = ?', { count: 4, ms: 500, rows_examined: 80_000, ...endpoints }),
        ],
      }),
      params,
    ).findings.filter(({ type }) => type === 'expensive_query' || type === 'missing_index');

  test('names none of them where they share it, but all it may be', () => {
    const found = slowQuery({ endpoints: [linkOf('/a', 2, 1000), linkOf('/b', 2, 1000)] });
    expect(found).toHaveLength(2);
    for (const one of found) expect(one).toMatchObject({ endpoint: null, endpoints: ['/a', '/b'] });
  });

  test('names none where the log does not show it', () => {
    const found = slowQuery({ endpoints: [linkOf('/a', 0, 2000, 4), linkOf('/b', 0, 2000, 4)] });
    for (const one of found) {
      expect(one).toMatchObject({ endpoint: null, endpoints: ['/a', '/b'] });
      expect(one.impact_summary).toContain('the log does not show which');
    }
  });

  test('names the one that certainly has most of it', () => {
    const found = slowQuery({ endpoints: [linkOf('/a', 1, 500), linkOf('/b', 3, 1500)] });
    for (const one of found) expect(one).toMatchObject({ endpoint: '/b' });
    expect(found[0]!.endpoints).toBeUndefined();
  });
});

test('wrappers and shell commands are no findings, whatever they take', () => {
  const page = profileOf('GET /', [
    ['Application::run', 1, 3000, ['Kernel::handle', 1, 2999, ['Price::sum', 9, 2900]]],
  ]);
  const command = profileOf('artisan import', [['Import::read', 1, 90_000]]);
  const found = analyse(snapshot({ request_profiles: [page, command] }), params).findings;
  expect(found.map(({ title }) => title).toSorted()).toEqual(['Slow endpoint GET /', 'Slow function Price::sum']);
});

test('of two causes as severe as each other the one that saves more comes first', () => {
  const loop = (name: string, ms: number) =>
    query(`select name from ${name} where id = ?`, {
      count: 40,
      ms,
      repeats: { max_in_a_row: 40, bursts: 1, burst_count: 40 },
      endpoints: [{ ...linkOf(`/${name}`, 40, 40 * ms), bursts: 1 }],
    });
  const found = analyse(
    snapshot({
      request_profiles: [timing('/a', 900), timing('/b', 900)],
      db_query_samples: [loop('a', 3), loop('b', 6)],
    }),
    params,
  ).findings.filter(({ type }) => type === 'n_plus_one');
  expect(found.map(({ endpoint, saves_ms }) => [endpoint, Math.round(saves_ms!)])).toEqual([
    ['/b', 234],
    ['/a', 117],
  ]);
  expect(found[0]!.budget).toBe("'/b': { queries_per_request: 1 }");
});
