// Plans from a real MariaDB that this test starts: what is queried, what is stored, and what never is.
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, startMariadb } from '../site/servers.ts';
import { type Json, newFolder } from './program.ts';
import { runHere as run } from './shell-here.ts';

const SECRET = 'hunter2-s3cret';
const PASSWORD = 'reader-pw-91';
const folder = newFolder();
const slowLog = join(folder, 'slow.log');
const asked = join(folder, 'mysql', 'general.log');
/** Servers under users of their own need root, and the package. */
const possible = existsSync('/usr/sbin/mariadbd') && process.getuid?.() === 0;
let database: Database;

const record = (sql: string, seconds = 0.05, examined = 5000) =>
  `# User@Host: app[app] @ localhost []  Id: 7\n# Query_time: ${seconds}  Lock_time: 0.0  Rows_sent: 1  Rows_examined: ${examined}\nuse shop;\nSET timestamp=1794700000;\n${sql};\n`;

beforeAll(async () => {
  if (!possible) return;
  chmodSync(folder, 0o755);
  database = await startMariadb(folder);
  const rows = Array.from({ length: 3000 }, (_, i) => `(${i % 300}, 'note ${i}', '2026-01-01')`).join(',');
  database.run(
    `CREATE DATABASE shop; CREATE USER 'reader'@'localhost' IDENTIFIED BY '${PASSWORD}'; GRANT SELECT, SHOW VIEW ON shop.* TO 'reader'@'localhost';
     CREATE TABLE shop.orders (id INT PRIMARY KEY AUTO_INCREMENT, customer_id INT NOT NULL, note VARCHAR(60), placed_at DATE NOT NULL);
     INSERT INTO shop.orders (customer_id, note, placed_at) VALUES ${rows};
     SET GLOBAL general_log_file = '${asked}'; SET GLOBAL general_log = ON;`,
  );
  const statements = [
    `SELECT id FROM orders WHERE customer_id = 7 AND note <> '${SECRET}' ORDER BY placed_at`,
    `DELETE FROM orders WHERE note = '${SECRET}'`,
    'SELECT SLEEP(30)',
    `SELECT note FROM orders INTO OUTFILE '${join(folder, 'mysql', 'stolen')}'`,
    'SELECT 1 FROM orders; DROP TABLE orders',
    'WITH x AS (SELECT 1) DELETE FROM orders',
  ];
  const unknown = record('SELECT * FROM no_such_table WHERE a = 1', 0.05, 1);
  writeFileSync(slowLog, statements.map((sql) => record(sql)).join('') + unknown);
});

afterAll(() => database?.stop());

const ingest = (home: string, args: readonly string[], env: Record<string, string> = {}) =>
  run(['ingest', slowLog, ...args, '--json'], { home, env });
const dsn = () => `mysql://reader@localhost/shop?socket=${database.socket}`;

function readStored(home: string): string {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

describe.skipIf(!possible)('ingest --dsn', () => {
  test('keeps plan and indexes of the costliest SELECT, runs nothing, and keeps no value', async () => {
    const home = join(newFolder(), 'home');
    const { code, out, err } = await ingest(home, ['--dsn', dsn()], { MYSQL_PWD: PASSWORD });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect((JSON.parse(out) as Json).counts.queries).toBe(7);
    const sent = readFileSync(asked, 'utf8')
      .split('\n')
      .flatMap((line) => /\bQuery\t(.*)/.exec(line)?.[1] ?? [])
      .filter((sql) => !sql.includes('general_log'));
    expect(sent.filter((sql) => sql.startsWith('EXPLAIN')).length).toBeGreaterThan(0);
    for (const sql of sent)
      expect(sql).toMatch(
        /^(?:EXPLAIN SELECT|SHOW CREATE TABLE|USE |SET |SELECT VERSION\(\)|START TRANSACTION READ ONLY|ROLLBACK)/,
      );
    expect(sent).toContain('SET SESSION TRANSACTION READ ONLY');
    expect(sent.join('\n')).toMatch(/SET SESSION max_statement_time = \d/);
    expect(database.run('SELECT COUNT(*) FROM shop.orders').trim()).toBe('3000');
    expect(existsSync(join(folder, 'mysql', 'stolen'))).toBe(false);

    const storedText = readStored(home);
    for (const value of [SECRET, PASSWORD, database.socket]) expect(storedText).not.toContain(value);
    const analysis = JSON.parse((await run(['analyze', '--json'], { home })).out) as Json;
    expect(analysis.findings[0]).toMatchObject({
      type: 'missing_index',
      aggregation_provenance: { table: 'orders', columns: ['customer_id', 'placed_at'], judged_by: 'plan (explain)' },
    });
    // The indexes are known, so the advice does not ask to look for them.
    expect(analysis.findings[0].recommendations[0].action).not.toContain('SHOW CREATE TABLE');
  });

  test('takes an index into account that was added since', async () => {
    database.run('CREATE INDEX by_customer ON orders (customer_id, placed_at)', 'shop');
    const home = join(newFolder(), 'home');
    await ingest(home, [], { MCP_PERF_DSN: dsn().replace('reader@', `reader:${PASSWORD}@`) });
    const analysis = JSON.parse((await run(['analyze', '--json'], { home })).out) as Json;
    // The DELETE by another column still lacks one; the SELECT does not.
    const missing = analysis.findings.filter(({ type }: Json) => type === 'missing_index');
    expect(missing.map(({ title }: Json) => title)).toEqual(['Missing index on orders (note)']);
    expect(readStored(home)).not.toContain(PASSWORD);
  });

  test('with the wrong password says so, without it, and stores nothing', async () => {
    const home = join(newFolder(), 'home');
    const { code, out } = await ingest(home, ['--dsn', dsn()], { MYSQL_PWD: 'wrong-pw-77' });
    expect(code).toBe(2);
    expect(out).toContain('ER_ACCESS_DENIED_ERROR');
    expect(out).not.toContain('wrong-pw-77');
    expect(existsSync(join(home, 'snapshots'))).toBe(false);
  });
});

describe.skipIf(!possible)('collect --slow-log-table', () => {
  const collect = (home: string, url: string, ...more: string[]) =>
    run(
      [
        'collect',
        '--base-url',
        url,
        '--path',
        '/a',
        '--path',
        '/b',
        '--samples',
        '3',
        '--slow-log-table',
        ...more,
        '--json',
      ],
      { home, env: { MYSQL_PWD: PASSWORD } },
    );

  test('takes the records of its requests from the table, each certain to the microsecond, and asks before it begins', async () => {
    const home = join(newFolder(), 'home');
    let requests = 0;
    // Each request has a connection of its own, as PHP has.
    const site = createServer((request, response) => {
      requests++;
      const statements = request.url === '/a' ? 1 : 4;
      database.run('SELECT note FROM orders WHERE id = 7;'.repeat(statements), 'shop');
      response.end('done');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    try {
      const off = await collect(home, url, '--dsn', dsn());
      expect(off).toMatchObject({ code: 2, out: expect.stringContaining('log_output') });
      database.run("SET GLOBAL log_output = 'TABLE'; SET GLOBAL slow_query_log = ON; SET GLOBAL long_query_time = 0");
      const denied = await collect(home, url, '--dsn', dsn());
      expect(denied).toMatchObject({ code: 2, out: expect.stringContaining('GRANT SELECT ON mysql.slow_log') });
      expect(await collect(home, url)).toMatchObject({ code: 2, out: expect.stringContaining('--dsn') });
      expect(requests).toBe(0);
      database.run("GRANT SELECT ON mysql.slow_log TO 'reader'@'localhost'");
      const { code, out } = await collect(home, url, '--dsn', dsn());
      expect(code).toBe(0);
      const bundle = (JSON.parse(out) as Json).bundle_dir as string;
      const ingested = JSON.parse((await run(['ingest', bundle, '--json'], { home })).out) as Json;
      const file = join(home, 'snapshots', `snapshot_${ingested.normalized_snapshot_id}`, 'snapshot.json');
      const { db_query_samples: classes } = JSON.parse(readFileSync(file, 'utf8')) as Json;
      const [notes] = classes.filter(({ fingerprint }: Json) => fingerprint.includes('note'));
      expect(notes.endpoints.map(({ endpoint, attribution }: Json) => [endpoint, attribution]).toSorted()).toEqual([
        ['/a', { certain: 3, shared: 0 }],
        ['/b', { certain: 12, shared: 0 }],
      ]);
    } finally {
      site.close();
      database.run("SET GLOBAL slow_query_log = OFF; SET GLOBAL log_output = 'FILE'");
    }
  });
});

test('a password on the command line is refused before anything is read', async () => {
  writeFileSync(slowLog, record('SELECT 1'), { flag: 'a' });
  const home = join(newFolder(), 'home');
  const { code, out, err } = await run(['ingest', slowLog, '--dsn', 'mysql://u:hunter2@127.0.0.1/x'], { home });
  expect(code).toBe(2);
  expect(out + err).toContain('MYSQL_PWD');
  expect(out + err).not.toContain('hunter2');
  expect(existsSync(home)).toBe(false);
});

test('an unreachable database is reported, and nothing is stored', async () => {
  const home = join(newFolder(), 'home');
  const { code, err } = await run(['ingest', slowLog, '--dsn', 'mysql://u@127.0.0.1:1/x'], { home });
  expect(code).toBe(2);
  expect(err).toContain('ECONNREFUSED');
  expect(existsSync(join(home, 'snapshots'))).toBe(false);
});
