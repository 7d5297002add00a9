import { expect, test } from 'vitest';
import { Classes } from '../statements/classes.ts';
import { mysql } from '../mysql/dialect.ts';
import { CountersLog, FORMAT } from './counters.ts';

const head = {
  format: FORMAT,
  version: 1,
  server: 'mysql',
  since: '2026-11-17T10:00:00Z',
  until: '2026-11-17T10:01:00Z',
};
const row = {
  statement: 'SELECT * FROM `orders` WHERE `id` = ?',
  database: 'shop',
  user: '',
  runs: 6,
  time_us: 600,
  lock_us: 6,
  rows_examined: 60,
  rows_sent: 6,
  rows_affected: 0,
  errors: 1,
  full_scans: 2,
  full_joins: 0,
  tmp_tables: 0,
  tmp_tables_on_disk: 0,
};

function read(...lines: readonly unknown[]) {
  const classes = new Classes(null, 100, mysql);
  const log = new CountersLog(classes, 'mysql');
  log.push(Buffer.from(lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')));
  log.end();
  return { found: classes.finish(), notes: log.notes };
}

test('sums are exact, and each run lasts as long as their mean', () => {
  const { found } = read(head, row, { ...row, runs: 4, time_us: 800, statement: 'select * from orders where id = 7' });
  // The server's spelling and a log's are one class only where they are the same statement.
  expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(10);
  expect(found[0]).toMatchObject({ isCounted: true, us: 600, rowsExamined: 60, fullScan: 2, errors: 1 });
  expect(found[0]?.latency.quantile(0.95)).toBeCloseTo(100, -1);
});

test('an invalid row is skipped and reported', () => {
  const wrong = [
    '{',
    { ...row, runs: 0 },
    { ...row, time_us: -1 },
    { ...row, rows_sent: 'six' },
    { ...row, statement: '' },
  ];
  const { found, notes } = read(head, ...wrong, row);
  expect(found).toHaveLength(1);
  expect(notes.orphanLines).toBe(wrong.length);
});
