// Advice that was tried: by hypopg on a real PostgreSQL that is only read, and by runs on scratch copies of both servers.
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Postgres, startPostgres, whyNoPostgres } from '../site/postgres.ts';
import { type Database, startMariadb } from '../site/servers.ts';
import { type Json, newFolder, run } from './program.ts';

const ORDERS = 60_000;

async function findings(log: string, args: readonly string[]): Promise<Json[]> {
  const home = join(newFolder(), 'home');
  const { code, err, out } = await run(['ingest', log, ...args, '--json'], { home });
  expect({ code, err: code === 0 ? '' : err + out }).toEqual({ code: 0, err: '' });
  return (JSON.parse((await run(['analyze', '--json'], { home })).out) as Json).findings as Json[];
}

const missing = (found: readonly Json[]): Json[] => found.filter(({ type }) => type === 'missing_index');
/** The first, which must be there. */
const firstOf = (found: readonly Json[]): Json => found[0]!;

const noPostgres = whyNoPostgres();
describe.skipIf(noPostgres !== null)(`PostgreSQL${noPostgres === null ? '' : ` (${noPostgres})`}`, () => {
  const folder = newFolder();
  const hasHypopg = () =>
    server.run("select count(*) from pg_available_extensions where name = 'hypopg'").trim() === '1';
  let server: Postgres;

  beforeAll(() => {
    chmodSync(folder, 0o755);
    server = startPostgres(folder, { log_min_duration_statement: '0', fsync: 'off' });
    const make = `create table orders (id serial primary key, "customerId" int not null, status text not null, placed_at timestamp not null);
      insert into orders ("customerId", status, placed_at) select g % 900, case when g % 50 = 0 then 'open' else 'sent' end, timestamp '2026-01-01' + g * interval '1 minute' from generate_series(1, ${ORDERS}) g;
      analyze orders; create role reader login; grant select on orders to reader;`;
    server.run('create database shop; create database copy;');
    server.run(make, 'shop');
    server.run(make.replace(/create role.*$/, ''), 'copy');
    if (hasHypopg()) server.run('create extension hypopg', 'shop');
    for (let i = 0; i < 3; i++)
      server.run(
        `select id from orders where "customerId" = ${i} and status = 'open' order by placed_at; select count(*) from orders where status <> 'x';`,
        'shop',
      );
  });
  afterAll(() => server?.stop());

  const dsn = (database: string, user = 'reader') => `postgres://${user}@localhost/${database}?socket=${server.socket}`;

  test('hypopg proves the index in this session alone, and nothing is left on the server', async ({ skip }) => {
    if (!hasHypopg()) skip('needs postgresql-15-hypopg');
    const found = missing(await findings(server.log, ['--dsn', dsn('shop')]));
    expect(found).toHaveLength(1);
    const first = firstOf(found);
    expect(first).toMatchObject({
      aggregation_provenance: { table: 'orders', columns: ['customerId', 'status', 'placed_at'] },
      proved: { by: 'plan', where: 'hypopg' },
    });
    expect(first.proved.after).toBeLessThan(first.proved.before / 5);
    expect(first.saves_ms).toBeGreaterThan(0);
    expect(first.recommendations[0].action).toContain('CREATE INDEX CONCURRENTLY');
    expect(server.run("select count(*) from pg_indexes where tablename = 'orders'", 'shop').trim()).toBe('1');
  });

  test('a scratch copy proves it by runs, says on how many rows, and is as it was', async () => {
    const first = firstOf(
      missing(await findings(server.log, ['--dsn', dsn('shop'), '--scratch', dsn('copy', 'postgres')])),
    );
    expect(first.proved).toMatchObject({ by: 'run', where: `scratch, ${ORDERS} rows (100 % of the table)` });
    expect(first.proved.after).toBeLessThan(first.proved.before / 2);
    expect(server.run("select count(*) from pg_indexes where tablename = 'orders'", 'copy').trim()).toBe('1');
  });

  test('the analysed database is no place to try things', async () => {
    const home = join(newFolder(), 'home');
    const { code, err } = await run(['ingest', server.log, '--dsn', dsn('shop'), '--scratch', dsn('shop')], { home });
    expect(code).toBe(2);
    expect(err).toContain('name a copy');
  });
});

const noMariadb = existsSync('/usr/sbin/mariadbd') && process.getuid?.() === 0 ? null : 'needs mariadb-server and root';
describe.skipIf(noMariadb !== null)(`MariaDB${noMariadb === null ? '' : ` (${noMariadb})`}`, () => {
  const folder = newFolder();
  const log = join(folder, 'slow.log');
  let database: Database;

  const record = (sql: string, sent: number) =>
    `# User@Host: app[app] @ localhost []  Id: 7\n# Query_time: 0.03  Lock_time: 0.0  Rows_sent: ${sent}  Rows_examined: ${ORDERS}\nuse shop;\nSET timestamp=1794700000;\n${sql};\n`;

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    database = await startMariadb(folder);
    database.run(`CREATE DATABASE copy; USE copy; CREATE TABLE copy.orders (id INT PRIMARY KEY, customer_id INT NOT NULL, email VARCHAR(60) NOT NULL, status VARCHAR(9) NOT NULL);
      INSERT INTO copy.orders SELECT seq, seq % 900, CONCAT('a', seq % 7000), IF(seq % 3 = 0, 'open', 'sent') FROM seq_1_to_${ORDERS};`);
    writeFileSync(
      log,
      record("SELECT id FROM orders WHERE customer_id = 7 AND status = 'open'", 20) +
        record("DELETE FROM orders WHERE email = 'a7'", 0) +
        // Every row fits, and what is asked for is not in the index: it cannot help.
        record("SELECT SUM(customer_id) FROM orders WHERE status > 'a'", 1),
    );
  });
  afterAll(() => database?.stop());

  test('runs on a scratch copy prove indexes for SELECT and DELETE, and refute what does not help', async () => {
    const scratch = `mysql://root@localhost/copy?socket=${database.socket}`;
    const found = missing(await findings(log, ['--scratch', scratch]));
    expect(found.map(({ title }) => String(title)).toSorted()).toEqual([
      'Missing index on orders (customer_id, status)',
      'Missing index on orders (email)',
    ]);
    for (const { proved } of found) {
      expect(proved).toMatchObject({ by: 'run', where: expect.stringMatching(/^scratch, 60000 rows/) });
      expect(proved.after).toBeLessThan(proved.before);
    }
    // Rolled back and dropped.
    expect(database.run('SELECT COUNT(*) FROM copy.orders').trim()).toBe(String(ORDERS));
    expect(database.run("SHOW INDEX FROM copy.orders WHERE Key_name <> 'PRIMARY'").trim()).toBe('');
  });
});
