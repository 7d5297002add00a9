import { describe, expect, test } from 'vitest';
import type { QuerySample } from '../model/snapshot.ts';
import { profileOf, query, snapshot, thresholds, timing } from '../test/snapshots.ts';
import { linkOf } from '../test/made.ts';
import { forEndpoint, forQuery, forSpan } from './recommend.ts';
import { endpointRows, queryRows, spanRows } from './findings/rows.ts';

const none = { nPlusOne: false, index: null };

function queryAdvice(parts: Partial<QuerySample>, causes: Parameters<typeof forQuery>[1] = none) {
  const [row] = queryRows(snapshot({ db_query_samples: [query('select a from t where b = ?', parts)] }), thresholds());
  return forQuery(row!, causes);
}

function spanAdvice(label: string, calls: number) {
  const [row] = spanRows(snapshot({ request_profiles: [profileOf('GET /', [[label, calls, 413]])] }), thresholds());
  return forSpan(row!);
}

describe('advice for a query', () => {
  test('never has two recommendations of one id', () => {
    const repeats = { max_in_a_row: 40, bursts: 9, burst_count: 360 };
    const ids = queryAdvice({ count: 500, repeats }, { nPlusOne: true, index: null }).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('query-volume-check');
  });

  test('names the index where one is missing, and never says to look for one', () => {
    const [first] = queryAdvice({}, { nPlusOne: false, index: { table: 't', columns: ['b', 'c'], reasons: [] } });
    expect(first!.action).toContain('an index on t (b, c)');
  });

  test('tells the plan it has, and says to run EXPLAIN only where it has none', () => {
    const rows = [{ table: 't', access: 'ALL', possible_keys: [], key: null, rows: 5000, extra: ['Using filesort'] }];
    const planned = queryAdvice({ plan: { from: 'log', rows } }).find(({ id }) => id === 'query-plan')!;
    expect(planned.action).toBe('Its plan: t reads the whole table, 5000 rows, Using filesort.');
    expect(queryAdvice({}).find(({ id }) => id === 'query-plan')!.action).toContain('Run EXPLAIN');
  });

  test('follows from the figures: locks, temporary tables, errors', () => {
    const ids = (parts: Partial<QuerySample>) => queryAdvice({ count: 10, ...parts }).map(({ id }) => id);
    expect(ids({ lock_ms: 9 })).toContain('query-lock-check');
    expect(ids({ tmp_table_on_disk_count: 5 })).toContain('query-sort-check');
    expect(ids({ error_count: 1 })).toContain('query-error-check');
    expect(ids({})).toEqual(['query-plan']);
  });
});

describe('advice for a function', () => {
  test('that is PHP compiling suggests OPcache, not caching its result', () => {
    const advice = spanAdvice('::zend_compile_file', 255);
    expect(advice.map(({ id }) => id)).toEqual(['span-opcache']);
    expect(advice[0]!.action).toContain('opcache.enable=1');
  });

  test('called very often suggests fewer calls', () => {
    expect(spanAdvice('Price::format', 4000)[0]).toMatchObject({ id: 'span-call-count' });
  });
});

describe('advice for an endpoint', () => {
  test('names the statement, its time and who sends it', () => {
    const sample = query('select name from suppliers where id = ?', {
      count: 40,
      endpoints: [linkOf('/', 40, 180)],
    });
    const [row] = endpointRows(
      snapshot({ request_profiles: [timing('/', 900)], db_query_samples: [sample] }),
      thresholds(),
    );
    const caller = {
      caller: 'Shop::list',
      file: '/srv/shop.php',
      callee: 'wpdb::get_var',
      database_call: 'wpdb::get_var',
      calls_per_request: 40,
      total_ms: 80,
      endpoint: 'GET /',
      evidence: [],
    };
    const [first] = forEndpoint(row!, undefined, caller);
    expect(first!.action).toContain('40 runs of query');
    expect(first!.action).toContain('(Shop::list (/srv/shop.php) calls wpdb::get_var 40×)');
  });

  test('does not name a statement of half a per cent, or one that may belong to another endpoint', () => {
    const first = (link: ReturnType<typeof linkOf>) => {
      const sample = query('select 1', { count: 40, endpoints: [link] });
      const [row] = endpointRows(
        snapshot({ request_profiles: [timing('/', 900)], db_query_samples: [sample] }),
        thresholds(),
      );
      return forEndpoint(row!, undefined)[0]!.id;
    };
    expect(first(linkOf('/', 40, 5))).toBe('endpoint-breakdown');
    expect(first(linkOf('/', 0, 500, 40))).toBe('endpoint-breakdown');
    expect(first(linkOf('/', 40, 500))).toBe('endpoint-query-association');
  });

  test('says whether the time passes on the server, where no profile tells more', () => {
    const [row] = endpointRows(snapshot({ request_profiles: [timing('/', 900)] }), thresholds());
    expect(forEndpoint(row!, undefined)[0]!.action).toContain('90 % of the time passes before the first byte');
  });
});
