// Too much memory and too much time for a unit test.
import { expect, test } from 'vitest';
import { Classes } from '../inputs/statements/classes.ts';
import { SlowLogScanner } from '../inputs/mysql/scanner.ts';
import { mysql } from '../inputs/mysql/dialect.ts';

const header = (seconds: string) =>
  `# User@Host: app[app] @ localhost []  Id: 7\n# Query_time: ${seconds}  Lock_time: 0.000001 Rows_sent: 1  Rows_examined: 2\n`;

test('a statement larger than the largest buffer is classed by its beginning, and the next record is intact', () => {
  const classes = new Classes(null, 10_000, mysql);
  const scanner = new SlowLogScanner(classes);
  const blob = 'x'.repeat(40 * 1024 * 1024);
  scanner.push(Buffer.from(`${header('0.1')}INSERT INTO blobs VALUES ('${blob}');\n${header('0.2')}select 1;\n`));
  scanner.end();
  expect(scanner.notes.oversized).toBe(1);
  expect(classes.finish().at(-1)?.fingerprint).toBe('select ?');
});
