import { describe, expect, test } from 'vitest';
import type { QuerySample } from '../model/snapshot.ts';
import { profileOf, query, snapshot, thresholds, timing } from '../test/snapshots.ts';
import { linkOf } from '../test/made.ts';
import { nPlusOneFindings } from './n-plus-one.ts';
import { queryRows } from './findings/rows.ts';

const SQL = 'select name from suppliers where post_id = ?';
const repeated = { max_in_a_row: 41, bursts: 10, burst_count: 400 };

function findings(sample: QuerySample, profiles = [timing('/shop', 200)]) {
  const snap = snapshot({ request_profiles: profiles, db_query_samples: [sample] });
  return nPlusOneFindings(queryRows(snap, thresholds()), snap);
}

describe('N+1', () => {
  test('names caller, statement, count and endpoint, and the fix, in one sentence', () => {
    const sample = query(SQL, {
      count: 400,
      repeats: repeated,
      endpoints: [{ ...linkOf('/shop', 400, 400), bursts: 10 }],
    });
    const page = profileOf('GET /shop', [['/srv/themes/shop/index.php', 1, 90, ['wpdb::get_var', 40, 80]]]);
    const [found] = findings(sample, [timing('/shop', 200), page]);
    expect(found).toMatchObject({
      type: 'n_plus_one',
      endpoint: '/shop',
      class_id: sample.class_id,
      severity: 'P1',
      metrics: { runs_per_request: 40, total_ms_per_request: 40 },
      caller: { callee: 'wpdb::get_var' },
    });
    expect(found!.impact_summary).toBe(
      '…/themes/shop/index.php calls wpdb::get_var 40×: select name from suppliers where post_id = ? runs 40 times in each request to /shop, 40 ms each time.',
    );
    expect(found!.recommendations[0]!.action).toContain('WHERE post_id IN (…)');
    expect(found!.evidence.map(({ source }) => source)).toEqual(['mysql_slow_log', 'spx']);
  });

  test('without profile or windows still says how often', () => {
    const [found] = findings(query(SQL, { count: 400, repeats: repeated }), []);
    expect(found).toMatchObject({ endpoint: null, caller: null, metrics: { runs_per_request: 40 } });
  });

  test('a dozen quick repetitions are at most P2', () => {
    const few = { max_in_a_row: 12, bursts: 2, burst_count: 24 };
    expect(findings(query(SQL, { count: 24, repeats: few, ms: 0.1 }))[0]!.severity).toBe('P2');
  });

  test.for([
    'select * from posts where id in(?+)',
    'select p.*, m.value from posts p join meta m on m.post_id = p.id where p.id in(?+)',
    'select * from posts where id = any(?)',
    'insert into log values(?+)',
    'update counters set n = n + ? where id = ?',
  ])('%s is not N+1: it fetches in bulk, or fetches nothing', (sql) => {
    expect(findings(query(sql, { count: 400, repeats: repeated }))).toEqual([]);
  });

  test('WordPress metadata is primed with its own function', () => {
    const [found] = findings(
      query('select meta_value from wp_postmeta where post_id = ?', { repeats: repeated, count: 400 }),
    );
    expect(found!.recommendations[0]!.action).toContain("update_meta_cache('post', $ids)");
  });
});
