import { expect, test } from 'vitest';
import { recordOf } from './slow-log-table.ts';

const row = {
  start_time: '2026-11-17 15:21:28.697426',
  user_host: 'app[app] @ localhost []',
  query_time: '00:01:00.700976',
  lock_time: '00:00:00.000010',
  rows_sent: 1,
  rows_examined: 40,
  db: 'shop',
  thread_id: 5,
};

test('MariaDB keeps when a statement began', () => {
  expect(recordOf({ ...row, sql_text: 'SELECT 1', rows_affected: 2 }, true)).toBe(
    '# User@Host: app[app] @ localhost []  Id: 5\n' +
      '# Query_time: 60.700976  Lock_time: 0.000010 Rows_sent: 1  Rows_examined: 40 Rows_affected: 2 Start: 2026-11-17T15:21:28.697426Z\n' +
      'use shop;\nSET timestamp=1794928888;\nSELECT 1;\n',
  );
});

test('MySQL keeps when it ended, and the statement as bytes', () => {
  const [time, , , , begun, text] = recordOf({ ...row, sql_text: Buffer.from('SELECT 2') }, false).split('\n');
  expect([time, begun, text]).toEqual([
    '# Time: 2026-11-17T15:21:28.697426Z',
    'SET timestamp=1794928827;',
    'SELECT 2;',
  ]);
});
