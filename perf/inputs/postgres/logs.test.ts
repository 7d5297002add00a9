// The same statements in three log formats, as PostgreSQL 15 writes them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { postgresFormat } from './format.ts';
import { scanLog } from '../logs/read.ts';
import { newFolder } from '../../test/program.ts';

interface Line {
  readonly at: string;
  readonly pid?: number;
  readonly severity?: string;
  readonly message: string;
}

const lines: readonly Line[] = [
  { at: '16:00:00.000', message: 'database system is ready to accept connections' },
  {
    at: '16:00:01.010',
    message: "duration: 1.500 ms  statement: select * from orders where note = 'it''s' and id = 5",
  },
  {
    at: '16:00:01.020',
    message: "duration: 2.500 ms  statement: SELECT *\nFROM orders\n\tWHERE note = E'a\\'b' AND id = 6;",
  },
  {
    at: '16:00:02.000',
    message: 'duration: 0.100 ms  parse <unnamed>: select "Total" from "Weird ""Name""" where id = $1',
  },
  {
    at: '16:00:02.001',
    message: 'duration: 0.050 ms  bind <unnamed>: select "Total" from "Weird ""Name""" where id = $1',
  },
  {
    at: '16:00:02.002',
    message: 'duration: 4.000 ms  execute <unnamed>: select "Total" from "Weird ""Name""" where id = $1',
  },
  { at: '16:00:02.002', severity: 'DETAIL', message: "parameters: $1 = 'SECRET'" },
  {
    at: '16:00:03.050',
    message:
      "duration: 49.000 ms  plan:\nQuery Text: select id from orders where customer = 'SECRET'\nSeq Scan on orders  (cost=0.00..1693.00 rows=2 width=4)\n  Filter: (customer = 'SECRET'::text)\n  Rows Removed by Filter: 60000",
  },
  { at: '16:00:03.051', message: "duration: 50.000 ms  statement: select id from orders where customer = 'SECRET'" },
  {
    at: '16:00:04.000',
    message:
      'duration: 7.000 ms  plan:\nQuery Text: select only_explained from t1\nSeq Scan on t1  (cost=0.00..1.00 rows=1 width=4)',
  },
  { at: '16:00:05.000', message: 'statement: update orders set note = $q$SECRET$q$ where id = 1' },
  { at: '16:00:05.100', message: 'duration: 3.000 ms' },
  { at: '16:00:06.000', severity: 'ERROR', message: 'syntax error at or near "x"' },
  { at: '16:00:06.000', severity: 'STATEMENT', message: "select 'SECRET' x x" },
];

const expected = [
  ['select * from orders where note = ? and id = ?', 2, 4],
  ['select "total" from "weird ""name""" where id = ?', 1, 4],
  ['select id from orders where customer = ?', 1, 50],
  ['select only_explained from t1', 1, 7],
  ['update orders set note = ? where id = ?', 1, 3],
];

const formats: Readonly<Record<string, (line: Line) => string>> = {
  stderr: ({ at, pid = 7, severity = 'LOG', message }) =>
    `2026-11-15 ${at} UTC [${pid}] app@shop ${severity}:  ${message.replaceAll('\n', '\n\t')}\n`,
  csv: ({ at, pid = 7, severity = 'LOG', message }) =>
    `2026-11-15 ${at} UTC,"app","shop",${pid},"[local]",6718a9c1.1,1,"SELECT",2026-11-15 15:00:00 UTC,3/4,0,${severity},00000,"${message.replaceAll('"', '""')}",,,,,,,,,"psql","client backend",,0\n`,
  json: ({ at, pid = 7, severity = 'LOG', message }) =>
    `${JSON.stringify({ timestamp: `2026-11-15 ${at} UTC`, user: 'app', dbname: 'shop', pid, error_severity: severity, message })}\n`,
};

async function read(text: string, prefix: string | null = null) {
  const path = join(newFolder(), 'postgresql.log');
  writeFileSync(path, text);
  const format = postgresFormat(Buffer.from(text), prefix);
  if (format === null || 'error' in format) throw new Error(format?.error ?? 'not recognised');
  const kinds = { 'postgresql-csv-v1': 'postgres-csv', 'postgresql-json-v1': 'postgres-json' } as const;
  return scanLog(
    {
      path,
      format:
        format.version === 'postgresql-stderr-v1'
          ? { kind: 'postgres-stderr', prefix: format.prefix! }
          : { kind: kinds[format.version] },
      gzip: false,
      bytes: Buffer.byteLength(text),
      windows: [],
      endpoints: [],
      maxClasses: 100,
      maxInflatedBytes: 1e9,
      holdStatements: false,
    },
    () => {},
  );
}

describe.for(Object.keys(formats))('a PostgreSQL log as %s', (name) => {
  test('has the runs, and no more: no parse, no bind, auto_explain once, no value', async () => {
    const { samples } = await read(lines.map(formats[name]!).join(''));
    expect(samples.map(({ fingerprint, count, total_time_ms: total }) => [fingerprint, count, total])).toEqual(
      expected,
    );
    expect(JSON.stringify(samples)).not.toContain('SECRET');
    const explained = samples.find(({ fingerprint }) => fingerprint.includes('customer'))!;
    expect(explained).toMatchObject({
      engine: 'postgres',
      users: { app: 1 },
      databases: { shop: 1 },
      full_scan_count: 1,
      plan: { from: 'log', rows: [{ table: 'orders', access: 'ALL', rows: 60_002 }] },
      first_seen: '2026-11-15T16:00:03.001Z',
    });
  });

  test('of the extended protocol writes the plan after the run, and it is one run all the same', async () => {
    const run = [
      { at: '16:00:01.000', message: 'duration: 0.100 ms  bind <unnamed>: select a from t where b = $1' },
      { at: '16:00:01.020', message: 'duration: 20.000 ms  execute <unnamed>: select a from t where b = $1' },
      {
        at: '16:00:01.021',
        message:
          'duration: 19.500 ms  plan:\nQuery Text: select a from t where b = $1\nSeq Scan on t  (cost=0.00..1.00 rows=1 width=4)',
      },
    ];
    const { samples } = await read([...run, ...run, ...run].map(formats[name]!).join(''));
    expect(samples).toMatchObject([{ count: 3, total_time_ms: 60, plan: { rows: [{ table: 't' }] } }]);
  });

  test('pairs plans and durations of backends that write at the same time', async () => {
    const both = [1, 2].flatMap((pid) => [
      {
        at: '16:00:01.000',
        pid,
        message:
          'duration: 9.000 ms  plan:\nQuery Text: select 1 from t\nSeq Scan on t  (cost=0.00..1.00 rows=1 width=4)',
      },
    ]);
    const ends = [2, 1].map((pid) => ({
      at: '16:00:01.001',
      pid,
      message: 'duration: 9.500 ms  statement: select 1 from t',
    }));
    const { samples } = await read([...both, ...ends].map(formats[name]!).join(''));
    expect(samples).toMatchObject([{ count: 2, total_time_ms: 19 }]);
  });
});

describe('a log to stderr', () => {
  const line = (prefix: string) => `${prefix}LOG:  duration: 1.000 ms  statement: select 1\n`.repeat(3);

  test.for([
    ['2026-11-15 17:00:00.001 CET [12] ', '2026-11-15T16:00:00.000Z'],
    ['2026-11-15 16:00:00 UTC [12-3] app@shop ', '2026-11-15T15:59:59.999Z'],
    ['2026-11-15 16:00:00 UTC:10.0.0.1(5432):app@shop:[12]:', '2026-11-15T15:59:59.999Z'],
    ['2026-11-15 12:00:00 -04 [12]: user=app,db=shop,app=x,client=10.0.0.1 ', '2026-11-15T15:59:59.999Z'],
  ])('with the usual prefix %s is read', async ([prefix, seen]) => {
    expect((await read(line(prefix!))).samples).toMatchObject([{ count: 3, first_seen: seen }]);
  });

  test('with another prefix asks for it, and is read once it is named', async () => {
    const text = line('<7> shop|app|1794758400.500| ');
    const unknown = postgresFormat(Buffer.from(text), null);
    expect(unknown).toMatchObject({ error: expect.stringContaining('--prefix') });
    expect(postgresFormat(Buffer.from(text), '%m [%p] ')).toMatchObject({ error: expect.stringContaining('%m [%p] ') });
    const { samples } = await read(text, '<%p> %d|%u|%n| ');
    expect(samples).toMatchObject([
      { count: 3, users: { app: 3 }, databases: { shop: 3 }, first_seen: '2026-11-15T16:00:00.499Z' },
    ]);
  });

  test('a statement that imitates an entry stays a statement', async () => {
    const text = formats.stderr!({
      at: '16:00:00.000',
      message:
        "duration: 1.000 ms  statement: insert into logs values ('\n2026-11-15 16:00:00.000 UTC [7] LOG:  duration: 9.000 ms  statement: drop table t')",
    });
    expect((await read(text)).samples).toMatchObject([{ fingerprint: 'insert into logs values(?+)', count: 1 }]);
  });
});

test.for([
  ['update t set a = a - 5, b = -7 where c in (-1, +2)', 'update t set a = a - ?, b = ? where c in(?+)'],
  ["select data->>'k', x #> '{a}', 5::int, v.c2 from t1 v", 'select data->>?, x #> ?, ?::int, v.c2 from t1 v'],
  ["select $tag$ it's $$ $tag$ from t -- end", 'select ? from t'],
  ['select /* a /* nested */ b */ 1', 'select ?'],
])('the class of %s is %s', async ([sql, fingerprint]) => {
  const { samples } = await read(formats.csv!({ at: '16:00:00.000', message: `duration: 1.0 ms  statement: ${sql}` }));
  expect(samples.map((sample) => sample.fingerprint)).toEqual([fingerprint]);
});

test('a log of another program is none', () => {
  expect(postgresFormat(Buffer.from('Nov 15 16:00:00 host kernel: LOG:  x\nroot:x:0:0\nabc\n'), null)).toBeNull();
});
