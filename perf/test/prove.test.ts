// Advice that was tried: by hypopg on a real PostgreSQL that is only read, and by runs on scratch copies of both servers. And
// what both count themselves.
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spellingOf } from '../model/spelling.ts';
import { type Postgres, startPostgres, whyNoPostgres } from '../site/postgres.ts';
import { type Database, startMariadb } from '../site/servers.ts';
import { type Json, newFolder } from './program.ts';
import { runHere as run } from './shell-here.ts';

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

/** Collects from a site whose one page does this, and gives the classes that the server counted, or why there are none. */
async function collectCounted(
  work: () => void,
  dsn: string,
): Promise<{ readonly classes: Json[]; readonly output: string }> {
  const home = join(newFolder(), 'home');
  const site = createServer((_request, response) => {
    work();
    response.end('done');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const asked = ['--base-url', url, '--path', '/', '--samples', '4', '--warmups', '0'];
    const { code, out, err } = await run(['collect', ...asked, '--statements', '--dsn', dsn, '--json'], { home });
    if (code !== 0) return { classes: [], output: out + err };
    const bundle = String((JSON.parse(out) as Json).bundle_dir);
    const ingested = JSON.parse((await run(['ingest', bundle, '--json'], { home })).out) as Json;
    const file = join(home, 'snapshots', `snapshot_${ingested.normalized_snapshot_id}`, 'snapshot.json');
    const snapshot = JSON.parse(readFileSync(file, 'utf8')) as Json;
    return { classes: snapshot.db_query_samples, output: (await run(['analyze'], { home })).out };
  } finally {
    site.close();
  }
}

const noPostgres = whyNoPostgres();
describe.skipIf(noPostgres !== null)(`PostgreSQL${noPostgres === null ? '' : ` (${noPostgres})`}`, () => {
  const folder = newFolder();
  const hasHypopg = () =>
    server.run("select count(*) from pg_available_extensions where name = 'hypopg'").trim() === '1';
  let server: Postgres;

  beforeAll(() => {
    chmodSync(folder, 0o755);
    server = startPostgres(folder, {
      log_min_duration_statement: '0',
      fsync: 'off',
      shared_preload_libraries: 'pg_stat_statements',
    });
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

  test('what pg_stat_statements counts meanwhile is recorded, sums only, and what is missing is reported', async () => {
    const query = () => void server.run("select count(*) from orders where status = 'open'; select 7 + 8;", 'shop');
    expect((await collectCounted(query, dsn('shop'))).output).toContain('CREATE EXTENSION');
    server.run('create extension pg_stat_statements', 'shop');
    query();
    expect((await collectCounted(query, dsn('shop'))).output).toContain('pg_read_all_stats');
    server.run('grant pg_read_all_stats to reader', 'shop');
    const { classes, output } = await collectCounted(query, dsn('shop'));
    const counted = classes.find(({ fingerprint }) => String(fingerprint).includes('orders'));
    // The four requests, not what was run before them; which request a run belongs to is not known.
    expect(counted).toMatchObject({ count: 4, rows_sent: 4, counted: true, engine: 'postgres', endpoints: [] });
    expect(counted?.total_time_ms).toBeGreaterThan(0);
    expect(output).not.toMatch(/95 % of them/);
  });

  test('a scratch copy proves it by runs, says on how many rows, and is as it was', async () => {
    const first = firstOf(
      missing(await findings(server.log, ['--dsn', dsn('shop'), '--scratch', dsn('copy', 'postgres')])),
    );
    expect(first.proved).toMatchObject({ by: 'run', where: `scratch, ${ORDERS} rows (100 % of the table)` });
    expect(first.proved.after).toBeLessThan(first.proved.before);
    expect(server.run("select count(*) from pg_indexes where tablename = 'orders'", 'copy').trim()).toBe('1');
  });

  test('the analysed database is refused as scratch', async () => {
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

  test('a server that counts nothing is refused with the setting to change', async () => {
    const scratch = `mysql://root@localhost/copy?socket=${database.socket}`;
    expect((await collectCounted(() => undefined, scratch)).output).toContain('performance_schema = ON');
  });

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

  test('what performance_schema counts meanwhile is recorded, sums only, and what is missing is reported', async () => {
    await database.stop();
    const everything = join(folder, 'mysql', 'everything.log');
    database = await startMariadb(folder, { isCounting: true, slowLog: everything });
    database.run("CREATE USER 'counter'@'localhost'; GRANT SELECT ON copy.* TO 'counter'@'localhost'");
    const dsn = `mysql://counter@localhost/copy?socket=${database.socket}`;
    const query = () => void database.run("SELECT COUNT(*) FROM orders WHERE status = 'open'; SELECT 7 + 8;", 'copy');
    query();
    expect((await collectCounted(query, dsn)).output).toContain('GRANT SELECT ON performance_schema');
    database.run("GRANT SELECT ON performance_schema.* TO 'counter'@'localhost'");
    const { classes, output } = await collectCounted(query, dsn);
    const counted = classes.find(({ fingerprint }) => String(fingerprint).includes('orders'));
    // The four requests, not what was run before them; which request a run belongs to is not known.
    expect(counted).toMatchObject({
      // As the server's digest writes it.
      fingerprint: 'select count ( * ) from `orders` where status = ?',
      count: 4,
      rows_sent: 4,
      rows_examined: 4 * ORDERS,
      full_scan_count: 4,
      counted: true,
      endpoints: [],
    });
    expect(counted?.total_time_ms).toBeGreaterThan(0);
    expect(output).not.toMatch(/95 % of them/);
    // The log of the same server writes it as it was sent; it is one statement all the same.
    const logged = (await classesOf(everything)).find(({ fingerprint }) =>
      String(fingerprint).includes('orders where'),
    );
    expect(logged?.fingerprint).toBe('select count(*) from orders where status = ?');
    expect(spellingOf(String(logged?.fingerprint))).toBe(spellingOf(String(counted?.fingerprint)));
  });
});

async function classesOf(log: string): Promise<Json[]> {
  const home = join(newFolder(), 'home');
  const { out } = await run(['ingest', log, '--json'], { home });
  const id = String((JSON.parse(out) as Json).normalized_snapshot_id);
  const file = join(home, 'snapshots', `snapshot_${id}`, 'snapshot.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as Json).db_query_samples as Json[];
}
