import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caseFiles, casePath } from '../../test/cases.ts';
import { Classes } from '../statements/classes.ts';
import type { QueryClass } from '../statements/query-class.ts';
import { SlowLogScanner } from './scanner.ts';
import { mysql } from './dialect.ts';

function scan(log: string | Buffer, piece = Number.MAX_SAFE_INTEGER) {
  const classes = new Classes(null, 10_000, mysql);
  const scanner = new SlowLogScanner(classes);
  const bytes = Buffer.from(log);
  for (let i = 0; i < bytes.length; i += piece) scanner.push(bytes.subarray(i, i + piece));
  scanner.end();
  return { list: classes.finish(), records: classes.records, notes: scanner.notes };
}

const header = (us: string) =>
  `# User@Host: app[app] @ localhost []  Id: 7\n# Query_time: ${us}  Lock_time: 0.000001 Rows_sent: 1  Rows_examined: 2\n`;
const texts = (list: readonly QueryClass[]) => list.map((query) => query.fingerprint);

describe('where a record begins', () => {
  test('a header imitated inside a literal is text, and what follows it never becomes SQL', () => {
    const { list, records } = scan(
      `${header('0.1')}SET timestamp=1;\nINSERT INTO notes VALUES ('see;\n# User@Host: x[x] @ y []\n# Query_time: 9 Lock_time: 0\nsecret words');\n${header('0.2')}select 1;\n`,
    );
    expect(records).toBe(2);
    expect(texts(list)).toEqual(['insert into notes values(?+)', 'select ?']);
  });

  test('a quote that was never closed costs its own record and no other', () => {
    const { list } = scan(
      `${header('0.1')}SELEC 'oops;\n${header('0.2')}select * from t where a = 'b';\n${header('0.3')}select 1;\n`,
    );
    expect(texts(list)).toEqual(['selec ?', 'select * from t where a = ?', 'select ?']);
  });

  test('a banner in the middle of the log belongs to no statement', () => {
    const { list, notes } = scan(
      `${header('0.1')}select 1;\n/usr/sbin/mysqld, Version: 8.0.36 (MySQL). started with:\nTcp port: 3306  Unix socket: /x\nTime                 Id Command    Argument\n${header('0.2')}select a;\n`,
    );
    expect(texts(list)).toEqual(['select ?', 'select a']);
    expect(notes.banners).toBe(1);
  });

  test('a log that begins in the middle of a statement loses that statement only', () => {
    const { list, notes } = scan(`where a = 5;\n${header('0.1')}select 1;\n`);
    expect(texts(list)).toEqual(['select ?']);
    expect(notes.orphanLines).toBe(1);
  });

  test('`use` and `SET timestamp` are the statement when nothing else is', () => {
    const { list } = scan(
      `${header('0.1')}use shop;\nSET timestamp=5;\nSET timestamp=1700000000;\n${header('0.2')}use shop;\n`,
    );
    expect(texts(list)).toEqual(['set timestamp=?', 'use ?']);
    expect(list[0]!.databases.counts()).toEqual({ shop: 1 });
  });
});

test('times are added in microseconds, plan flags and errors are counted, and the lines are known', () => {
  const { list } = scan(
    `# Time: 2024-01-01T10:00:00.500000Z\n${header('1.000001')}# Schema: shop  Last_errno: 1146  Killed: 0\n# Full_scan: Yes  Full_join: No  Tmp_table: Yes  Tmp_table_on_disk: No\n# Filesort: Yes  Filesort_on_disk: No  Merge_passes: 0\nselect 1;\n${header('2.000002')}select 2;\n`,
  );
  const [query] = list;
  expect(query).toMatchObject({
    count: 2,
    us: 3_000_003,
    lockUs: 2,
    rowsSent: 2,
    rowsExamined: 4,
    fullScan: 1,
    filesort: 1,
    tmpTable: 1,
    errors: 1,
  });
  expect(query!.first).toMatchObject({ record: 1, startLine: 1, endLine: 7 });
  expect(query).toMatchObject({ lastRecord: 2, lastStart: 8, lastEnd: 10 });
});

test('under a rate limit each record counts as many times as the limit', () => {
  const [query] = scan(`${header('0.5')}# Log_slow_rate_type: query  Log_slow_rate_limit: 100\nselect 1;\n`).list;
  expect(query).toMatchObject({ records: 1, count: 100, us: 50_000_000 });
});

test('one connection repeating a statement is remembered as a burst', () => {
  const one = `# User@Host: a[a] @ h []  Id: 3\n# Query_time: 0.001  Lock_time: 0 Rows_sent: 1  Rows_examined: 1\nSET timestamp=100;\nselect a from t where id = 1;\n`;
  const [query] = scan(one.repeat(25)).list;
  expect(query).toMatchObject({ burstMax: 25, bursts: 1, burstCount: 25 });
});

describe('real logs', () => {
  const logs: [string, string][] = [
    ...caseFiles('.log', 'slowlog').map((name): [string, string] => ['slowlog', name]),
    ...['elastic-beats', 'go-mysql', 'percona-toolkit'].flatMap((folder) =>
      caseFiles('.ptqd.json', 'fetched', folder).map((name): [string, string] => [
        `fetched/${folder}`,
        name.slice(0, -'.ptqd.json'.length),
      ]),
    ),
  ];

  test.for(logs.filter(([folder]) => folder === 'slowlog'))(
    '%s/%s has the records and sums of its audit',
    ([folder, name], context) => {
      const totals = JSON.parse(
        readFileSync(casePath(context, folder, name.replace(/log$/, 'totals.json')), 'utf8'),
      ) as {
        records: number;
        totals: Record<string, number>;
      };
      const { list, records } = scan(readFileSync(casePath(context, folder, name)));
      const sum = (pick: (query: QueryClass) => number) => list.reduce((total, query) => total + pick(query), 0);
      expect(records).toBe(totals.records);
      expect(sum((query) => query.us)).toBe(Math.round(totals.totals.Query_time! * 1e6));
      expect(sum((query) => query.lockUs)).toBe(Math.round(totals.totals.Lock_time! * 1e6));
      expect(sum((query) => query.rowsSent)).toBe(totals.totals.Rows_sent);
      expect(sum((query) => query.rowsExamined)).toBe(totals.totals.Rows_examined);
      expect(sum((query) => query.rowsAffected)).toBe(totals.totals.Rows_affected);
      expect(sum((query) => query.bytesSent)).toBe(totals.totals.Bytes_sent);
    },
  );

  // Where pt-query-digest's own text shows that it misread the statement, there is nothing to agree with.
  const misread = /\?\?|[a-z]\?[a-z]|\?deadbeef|user@host|leading hash|_\?|'|^$|`(?:my|t)\?`/;

  test.for(logs)('%s/%s has the classes, counts and sums of pt-query-digest', ([folder, name], context) => {
    const digest = folder === 'slowlog' ? name.replace(/log$/, 'ptqd.json') : `${name}.ptqd.json`;
    const expected = JSON.parse(readFileSync(casePath(context, folder, digest), 'utf8')) as {
      classes?: {
        checksum: string;
        fingerprint: string;
        query_count: number;
        metrics: { Query_time?: { sum: string } };
      }[];
    };
    const { list } = scan(readFileSync(casePath(context, folder, name)));
    const ours = new Map(list.map((query) => [query.id, query]));
    const agreed = (expected.classes ?? []).filter((theirs) => !misread.test(theirs.fingerprint));
    const found = agreed.map(({ checksum, fingerprint }) => ({ fingerprint, query: ours.get(checksum) }));
    expect(found.filter(({ query }) => query === undefined)).toEqual([]);
    // Statements it misread are missing from its counts on the edge logs.
    if (folder === 'slowlog' && name.startsWith('edge')) return;
    expect(found.map(({ query }) => [query!.records, Math.round(query!.us / query!.count)])).toEqual(
      agreed.map(({ query_count: count, metrics }) => [
        count,
        Math.round((Number(metrics.Query_time?.sum ?? 0) * 1e6) / count),
      ]),
    );
  });

  test('the pieces a log arrives in make no difference', (context) => {
    const log = readFileSync(casePath(context, 'slowlog', 'edge-lite.log'));
    const whole = scan(log).list.map((query) => [query.id, query.count, query.us, query.lastEnd]);
    expect(scan(log, 4099).list.map((query) => [query.id, query.count, query.us, query.lastEnd])).toEqual(whole);
  });
});

test('damaged logs never throw, and never count more records than they have headers', (context) => {
  const log = readFileSync(casePath(context, 'slowlog', 'edge-lite.log')).subarray(0, 60_000);
  fc.assert(
    fc.property(
      fc.array(fc.record({ at: fc.nat(log.length - 1), byte: fc.integer({ min: 0, max: 255 }), cut: fc.nat(200) }), {
        minLength: 1,
        maxLength: 20,
      }),
      (damage) => {
        let bytes = Buffer.from(log);
        for (const { at, byte, cut } of damage) {
          bytes[at % bytes.length] = byte;
          if (cut < 100)
            bytes = Buffer.concat([bytes.subarray(0, at % bytes.length), bytes.subarray((at % bytes.length) + cut)]);
        }
        const { list, records } = scan(bytes, 1 + (damage[0]!.at % 5000));
        const headers = bytes.toString('latin1').split('Query_time:').length;
        expect(records).toBeLessThanOrEqual(headers + damage.length);
        expect(list.reduce((total, query) => total + query.records, 0)).toBe(records);
      },
    ),
    { numRuns: 30 },
  );
});
