import { expect, test } from 'vitest';
import { subtract } from './statement-counters.ts';

const row = {
  statement: 'SELECT ?',
  database: 'shop',
  user: '',
  runs: 0,
  time_us: 0,
  lock_us: 0,
  rows_examined: 0,
  rows_sent: 0,
  rows_affected: 0,
  errors: 0,
  full_scans: 0,
  full_joins: 0,
  tmp_tables: 0,
  tmp_tables_on_disk: 0,
};

test('counters give the difference; a class that did not run is omitted', () => {
  const before = new Map([
    ['a', { ...row, runs: 10, time_us: 500, rows_sent: 10 }],
    ['b', { ...row, runs: 3, time_us: 30 }],
  ]);
  const after = new Map([
    ['a', { ...row, runs: 14, time_us: 900, rows_sent: 18 }],
    ['b', { ...row, runs: 3, time_us: 30 }],
    ['c', { ...row, runs: 1, time_us: 7 }],
  ]);
  expect(subtract(after, before)).toEqual([
    { ...row, runs: 4, time_us: 400, rows_sent: 8 },
    { ...row, runs: 1, time_us: 7 },
  ]);
});

test('counters that were reset meanwhile give their present value', () => {
  const before = new Map([['a', { ...row, runs: 10, time_us: 500 }]]);
  const after = new Map([['a', { ...row, runs: 2, time_us: 80 }]]);
  expect(subtract(after, before)).toEqual([{ ...row, runs: 2, time_us: 80 }]);
});
