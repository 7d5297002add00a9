import { expect, test } from 'vitest';
import { query, snapshot, thresholds } from '../../test/snapshots.ts';
import { queryRows } from '../findings/rows.ts';
import { noObjectCache } from './no-object-cache.ts';

const find = (requests: number, options: number, others: number) => {
  const snap = snapshot({
    db_query_samples: [
      query('select option_name, option_value from wp_options where autoload = ?', { count: requests }),
      query('select option_value from wp_options where option_name = ? limit ?', { count: requests * options }),
      query('select * from wp_posts where id = ? limit ?', { count: requests * others }),
    ],
  });
  return noObjectCache.find({ snapshot: snap, queries: queryRows(snap, thresholds()) });
};

test('every request that reads the autoloaded options from the database has no persistent cache', () => {
  expect(find(50, 10, 25)).toMatchObject({
    type: 'no_object_cache',
    severity: 'P2',
    metrics: { statements_per_request: 36, cacheable_per_request: 11, requests: 50 },
  });
});

test('few requests, or few statements, are not reported', () => {
  expect(find(5, 10, 25)).toBeNull();
  expect(find(50, 10, 5)).toBeNull();
  expect(find(50, 1, 40)).toBeNull();
});
