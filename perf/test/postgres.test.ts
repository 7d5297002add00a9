// A real PostgreSQL, started for this test, writes its log in all three formats: they must give the same answers.
import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { account, folderFor } from '../site/servers.ts';
import { type Json, newFolder } from './program.ts';
import { runHere as run } from './shell-here.ts';

const installed = '/usr/lib/postgresql';
const programs = existsSync(installed)
  ? readdirSync(installed)
      .filter((version) => Number(version) >= 15 && existsSync(join(installed, version, 'bin/initdb')))
      .map((version) => join(installed, version, 'bin'))[0]
  : undefined;
/** The server must not run as root, so it needs root to become its own user. */
const possible = programs !== undefined && process.getuid?.() === 0;
const folder = newFolder();
const data = join(folder, 'pg', 'data');

function as(file: string, args: readonly string[], input = ''): string {
  const done = spawnSync(join(programs!, file), args, { ...account('postgres'), input, encoding: 'utf8', cwd: '/' });
  if (done.status !== 0) throw new Error(`${file}: ${done.stderr}`);
  return done.stdout;
}

beforeAll(() => {
  if (!possible) return;
  chmodSync(folder, 0o755);
  const place = folderFor(join(folder, 'pg'), account('postgres'));
  as('initdb', ['-D', data, '-A', 'trust', '--no-sync']);
  appendFileSync(
    join(data, 'postgresql.conf'),
    `listen_addresses = ''
unix_socket_directories = '${place}'
fsync = off
logging_collector = on
log_directory = '${place}/log'
log_filename = 'server.log'
log_file_mode = 0644
log_destination = 'stderr,csvlog,jsonlog'
log_min_duration_statement = 0
session_preload_libraries = 'auto_explain'
auto_explain.log_min_duration = 0
`,
  );
  as('pg_ctl', ['-D', data, '-w', '-l', join(place, 'start.log'), 'start']);
  const psql = (sql: string) => as('psql', ['-h', place, '-q', '-v', 'ON_ERROR_STOP=1', 'postgres'], sql);
  psql('create table orders (id serial primary key, customer int, "Note" text);');
  psql(`insert into orders (customer, "Note") select g % 100, 'hunter2-s3cret' from generate_series(1, 2000) g;`);
  for (let i = 0; i < 30; i++) psql(`select id from orders where customer = ${i} and "Note" <> 'hunter2-s3cret';`);
  const script = join(place, 'bench.sql');
  writeFileSync(script, 'select count(*) from orders where customer = :client_id;\n');
  as('pgbench', ['-h', place, '-n', '-M', 'extended', '-t', '25', '-f', script, 'postgres']);
  as('pg_ctl', ['-D', data, '-w', '-m', 'fast', 'stop']);
});

afterAll(() => {
  if (possible && existsSync(join(data, 'postmaster.pid'))) as('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
});

describe.skipIf(!possible)('a real PostgreSQL', () => {
  test.for(['server.log', 'server.csv', 'server.json'])(
    '%s holds each run once, and none of its values',
    async (name) => {
      const home = join(newFolder(), 'home');
      const path = join(folder, 'pg', 'log', name);
      const { out } = await run(['ingest', path, '--json'], { home });
      expect((JSON.parse(out) as Json).sources[0].type).toContain('postgres');
      const analysis = (await run(['analyze', '--json', '--top', '20'], { home })).out;
      const rows = (JSON.parse(analysis) as Json).aggregates.top_queries as Json[];
      const counts = Object.fromEntries(rows.map((row) => [row.fingerprint, row.count]));
      expect(counts).toMatchObject({
        'select id from orders where customer = ? and "note" <> ?': 30,
        'select count(*) from orders where customer = ?': 25,
      });
      expect(analysis).not.toContain('hunter2');
    },
  );
});
