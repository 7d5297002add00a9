import { expect, test } from 'vitest';
import { query, snapshot, thresholds } from '../../test/snapshots.ts';
import { queryRows } from '../findings/rows.ts';
import { autoloadedOptions } from './autoloaded-options.ts';

const find = (sql: string, bytes: number) => {
  const snap = snapshot({ db_query_samples: [query(sql, { count: 10, bytes_sent: 10 * bytes, rows_sent: 4000 })] });
  return autoloadedOptions.find({ snapshot: snap, queries: queryRows(snap, thresholds()) });
};
const SQL = 'select option_name, option_value from wp_options where autoload = ?';

test('more than WordPress itself calls too much is a finding', () => {
  expect(find(SQL, 900_000)).toMatchObject({
    type: 'autoloaded_options',
    severity: 'P2',
    metrics: { bytes_per_run: 900_000 },
  });
  expect(find('select option_name, option_value from wp_7_options where autoload in(?+)', 4_000_000)).toMatchObject({
    severity: 'P1',
  });
});

test('less is not, nor is another statement', () => {
  expect(find(SQL, 700_000)).toBeNull();
  expect(find('select option_value from wp_options where option_name = ? limit ?', 900_000)).toBeNull();
});
