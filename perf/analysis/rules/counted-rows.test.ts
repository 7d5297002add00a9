import { expect, test } from 'vitest';
import type { QuerySample } from '../../model/snapshot.ts';
import { query, snapshot, thresholds } from '../../test/snapshots.ts';
import { queryRows } from '../findings/rows.ts';
import { countedRows } from './counted-rows.ts';

const SQL =
  'select sql_calc_found_rows wp_posts.id from wp_posts where ?=? and post_type = ? order by post_date desc limit ?, ?';
/** Ten runs that each read this number of rows and send ten. */
const runs = (read: number, ms: number, parts: Partial<QuerySample> = {}) => ({
  count: 10,
  ms,
  rows_examined: 10 * read,
  rows_sent: 100,
  ...parts,
});
const find = (...samples: QuerySample[]) => {
  const snap = snapshot({ db_query_samples: samples });
  return countedRows.find({ snapshot: snap, queries: queryRows(snap, thresholds()) });
};

test('a page of ten that reads forty thousand rows to count them is a finding', () => {
  const found = find(query(SQL, runs(40_000, 80)));
  expect(found).toMatchObject({
    type: 'counted_rows',
    severity: 'P2',
    metrics: { rows_read_per_run: 40_000, rows_sent_per_run: 10, count: 10, statements: 1 },
  });
  expect(found!.impact_summary).toContain('read 40000 rows to send 10, 80 ms in each of 10 runs');
  expect(found!.recommendations[0]!.action).toContain("'no_found_rows' => true");
});

test('of several statements it reports the slowest, and their number', () => {
  const found = find(query(SQL, runs(2000, 30)), query(SQL.replace('wp_posts', 'wp_7_posts'), runs(90_000, 600)));
  expect(found).toMatchObject({ severity: 'P1', metrics: { avg_time_ms: 600, statements: 2 } });
});

test('the modifiers before it make no difference', () => {
  expect(find(query(SQL.replace('select', 'select distinct'), runs(40_000, 80)))).not.toBeNull();
});

test('a short list, a quick count and a page as long as the list are not reported', () => {
  expect(find(query(SQL, runs(46, 80)))).toBeNull();
  expect(find(query(SQL, runs(40_000, 2)))).toBeNull();
  expect(find(query(SQL, runs(2000, 80, { rows_sent: 10_000 })))).toBeNull();
});

test('the same statement without the count, or without a limit, is not reported', () => {
  expect(find(query(SQL.replace('sql_calc_found_rows ', ''), runs(40_000, 80)))).toBeNull();
  expect(find(query(SQL.replace(' limit ?, ?', ''), runs(40_000, 80)))).toBeNull();
});

test('a list that is sorted without an index is read whole anyway, whether the log or the plan tells it', () => {
  expect(find(query(SQL, runs(40_000, 80, { filesort_count: 10 })))).toBeNull();
  const row = { table: 'wp_posts', access: 'ALL', possible_keys: [], key: null, rows: 40_000 };
  const plan = (extra: readonly string[]) => ({ plan: { from: 'log', rows: [{ ...row, extra }] } as const });
  expect(find(query(SQL, runs(40_000, 80, plan(['Using where', 'Using filesort']))))).toBeNull();
  expect(find(query(SQL, runs(40_000, 80, plan(['Using where']))))).not.toBeNull();
});
