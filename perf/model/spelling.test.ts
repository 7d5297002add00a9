import { describe, expect, test } from 'vitest';
import { compareSnapshots } from '../compare/compare.ts';
import { mysql } from '../inputs/mysql/dialect.ts';
import { fingerprint } from '../inputs/statements/fingerprint.ts';
import { query, snapshotOf, timings } from '../test/made.ts';
import { mergeSamples } from './query-samples.ts';
import { spellingOf } from './spelling.ts';

const fingerprintOf = (statement: string) =>
  fingerprint(Buffer.from(statement), 0, Buffer.byteLength(statement), mysql);

/** What an application sends, and what MariaDB 10.11 counts it under. */
test.each([
  [
    'SELECT a,b FROM t WHERE id=1 AND a IN (1,2,3) LIMIT 10',
    'SELECT `a` , `b` FROM `t` WHERE `id` = ? AND `a` IN (...) LIMIT ?',
  ],
  [
    'SELECT `t`.`a` FROM `t` WHERE `t`.`a`=-5 ORDER BY `t`.`id` ASC LIMIT 5, 10',
    'SELECT `t` . `a` FROM `t` WHERE `t` . `a` = - ? ORDER BY `t` . `id` ASC LIMIT ?, ...',
  ],
  ["INSERT INTO t (a,b) VALUES (1,'x'),(2,'y')", 'INSERT INTO `t` ( `a` , `b` ) VALUES (...) /* , ... */'],
  [
    "UPDATE t SET a=a+1, b=CONCAT(b,'x','y') WHERE id=7",
    'UPDATE `t` SET `a` = `a` + ? , `b` = `CONCAT` ( `b` , ... ) WHERE `id` = ?',
  ],
  ['SELECT COUNT(DISTINCT a) FROM t WHERE a<>1', 'SELECT COUNT ( DISTINCTROW `a` ) FROM `t` WHERE `a` != ?'],
  [
    "SELECT * FROM t WHERE (a,b) IN ((1,'x'),(2,'y'))",
    'SELECT * FROM `t` WHERE ( `a` , `b` ) IN ( (...) /* , ... */ )',
  ],
  [
    'SELECT a FROM t WHERE c < NOW() - INTERVAL 3 DAY',
    'SELECT `a` FROM `t` WHERE `c` < NOW ( ) - INTERVAL ? SQL_TSI_DAY',
  ],
])('%s is what the server calls it', (sent, counted) => {
  expect(spellingOf(fingerprintOf(counted))).toBe(spellingOf(fingerprintOf(sent)));
});

test('other tables, columns and operators are other statements', () => {
  const spellings = [
    'SELECT a FROM t WHERE b = 1',
    'SELECT a FROM t WHERE b > 1',
    'SELECT a FROM t WHERE c = 1',
    'SELECT a FROM u WHERE b = 1',
    'SELECT a, b FROM t WHERE b = 1',
    'SELECT a FROM t WHERE b = 1 AND c = 1',
    'SELECT constructor FROM t WHERE b = 1',
  ].map((statement) => spellingOf(fingerprintOf(statement)));
  expect(new Set(spellings).size).toBe(spellings.length);
});

describe("a log and a server's counters", () => {
  const runs = Array.from({ length: 40 }, () => 5);
  const sent = [
    query('select a,b from t where id=?', runs),
    // The same statement of another part of the application.
    query('select `a`, `b` from `t` where `id` = ?', runs.slice(0, 10)),
  ];
  const counted = query('select `a` , `b` from `t` where `id` = ?', [...runs, ...runs.slice(0, 10)], null, {
    counted: true,
  });
  const requests = { request_profiles: timings(10, '/', () => 100) };

  test('are compared statement by statement', () => {
    const log = snapshotOf({ ...requests, db_query_samples: sent });
    const counters = snapshotOf({ ...requests, db_query_samples: [counted] });
    for (const [before, after] of [
      [log, counters],
      [counters, log],
    ] as const)
      expect(compareSnapshots([before], [after])).toMatchObject({
        summary: { slower: 0, new: 0, gone: 0, regressions: 0 },
        new: [],
        gone: [],
      });
  });

  test('are one class when merged, under the name the application gave it', () => {
    expect(mergeSamples([counted, ...sent])).toMatchObject([
      { fingerprint: 'select a,b from t where id=?', count: 100 },
    ]);
  });

  test('of logs alone nothing is renamed', () => {
    expect(mergeSamples(sent)).toHaveLength(2);
  });
});
