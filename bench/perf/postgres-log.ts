// A CSV log as PostgreSQL writes it for a shop, the same on every machine: simple and prepared statements, parse and
// bind lines, values of many lengths, quoted names and statements over several lines.
import { closeSync, openSync, writeSync } from 'node:fs';
import { numbers } from './numbers.ts';

type Write = (next: () => number) => string;

const STATEMENTS: readonly Write[] = [
  (n) =>
    `statement: SELECT o.id, o.total, c.name FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.status = 'paid' AND o.total > ${n() % 90_000} ORDER BY o.placed DESC LIMIT ${1 + (n() % 50)}`,
  (n) =>
    `statement: SELECT * FROM customers WHERE id IN (${n() % 900}, ${n() % 900}, ${n() % 900}) AND email = 'user${n() % 100_000}@example.invalid'`,
  (n) =>
    `statement: UPDATE stock SET amount = amount - ${1 + (n() % 9)}, note = E'it\\'s ${n()}' WHERE part = ${n() % 4000}`,
  (n) =>
    `statement: INSERT INTO events (kind, payload, at) VALUES ('view', '{""page"": ${n() % 99}, ""ms"": ${n() % 999}}', '2026-01-10 10:00:00')`,
  (n) =>
    `statement: SELECT ""Total"", ""Tax"" FROM ""Invoices""\n  WHERE ""Customer"" = ${n() % 5000}\n    AND state = 'open'\n  ORDER BY ""Due""`,
  () => 'parse <unnamed>: SELECT name, price FROM parts WHERE maker = $1 AND price < $2',
  () => 'bind <unnamed>: SELECT name, price FROM parts WHERE maker = $1 AND price < $2',
  () => 'execute <unnamed>: SELECT name, price FROM parts WHERE maker = $1 AND price < $2',
  (n) =>
    `statement: WITH recent AS (SELECT id FROM orders WHERE placed > now() - interval '${1 + (n() % 30)} days') SELECT count(*) FROM recent`,
  () => 'statement: COMMIT',
];

/** Writes about the given number of bytes. */
export function writePostgresCsv(path: string, bytes: number): void {
  const next = numbers(23);
  const file = openSync(path, 'w');
  let ms = Date.UTC(2026, 10, 15, 10);
  let written = 0;
  while (written < bytes) {
    const rows: string[] = [];
    for (let i = 0; i < 5000; i++) {
      ms += next() % 3;
      const at = new Date(ms).toISOString();
      const time = `${at.slice(0, 10)} ${at.slice(11, 23)} UTC`;
      const pid = 4000 + (next() % 24);
      const took = `${next() % 40}.${String(next() % 1000).padStart(3, '0')}`;
      const text = STATEMENTS[next() % STATEMENTS.length]!(next);
      rows.push(
        `${time},"app","shop",${pid},"10.0.0.${next() % 9}:5${pid}",6718a9c1.${pid.toString(16)},${i + 1},"SELECT",2026-11-15 09:00:00 UTC,3/${i},0,LOG,00000,"duration: ${took} ms  ${text}",,,,,,,,,"web","client backend",,0\n`,
      );
    }
    written += writeSync(file, rows.join(''));
  }
  closeSync(file);
}
