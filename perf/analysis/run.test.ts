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

  test('puts the cause before what it causes, and takes it as seriously', () => {
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

test('nothing slow, nothing found', () => {
  const found = analyse(snapshot({ request_profiles: [timing('/', 20), timing('/', 25)] }), params);
  expect(found.findings).toEqual([]);
  expect(found.aggregates.top_endpoints).toHaveLength(1);
});
