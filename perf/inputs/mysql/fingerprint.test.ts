import { describe, expect, test } from 'vitest';
import { classId, fingerprint } from '../statements/fingerprint.ts';
import { mysql } from './dialect.ts';
import { example } from '../statements/redact.ts';

const of = (sql: string) => {
  const bytes = Buffer.from(sql);
  return fingerprint(bytes, 0, bytes.length, mysql);
};
const redact = (sql: string) => {
  const bytes = Buffer.from(sql);
  return example(bytes, 0, bytes.length, mysql);
};

describe('fingerprints agree with pt-query-digest on ordinary statements', () => {
  test.each([
    ['select * from db.tbl where id=1 or foo="bar"', 'select * from db.tbl where id=? or foo=?'],
    ['SELECT  a\n\tFROM t WHERE b IN (1, 2,3)', 'select a from t where b in(?+)'],
    ['select col from db.tbl1 where id in (1, 2, 3)', 'select col from db.tbl? where id in(?+)'],
    ['SET NAMES utf8mb4', 'set names utf?m?'],
    ['UPDATE sbtest1 SET k=k+1 WHERE id=501', 'update sbtest? set k=k? where id=?'],
    ['insert into t (a, b) values (1, NULL), (2, now())', 'insert into t (a, b) values(?+)'],
    ['SELECT a FROM t ORDER BY a ASC, b DESC LIMIT 10 OFFSET 20', 'select a from t order by a, b desc limit ?'],
    ['select 1 union select 2 union select 3', 'select ? /*repeat union*/'],
    ['select a /* why */ from t -- because\n where b is null', 'select a from t where b is ?'],
    ['USE shop', 'use ?'],
    ['CALL bump(6)', 'call bump'],
    ['SELECT /*!40001 SQL_NO_CACHE */ * FROM `orders`', 'mysqldump'],
    ['administrator command: Quit', 'administrator command: Quit'],
    ['', ''],
  ])('%j', (sql, expected) => {
    expect(of(sql)).toBe(expected);
  });

  test('the class id is the upper-case MD5 of the fingerprint', () => {
    expect(classId('select option_value from wp_options where option_name = ? limit ?')).toBe(
      '9D781DC859347DF27AEDF19FDD3A33F1',
    );
  });
});

describe('fingerprints are right where pt-query-digest is wrong', () => {
  test.each([
    ['a doubled quote is part of the literal', "update t set a='it''s' where id=1", 'update t set a=? where id=?'],
    ['a backslash before the closing quote does not escape it', String.raw`select 'x\\' from t`, 'select ? from t'],
    ['hexadecimal numbers are numbers', 'select 0xDEADBEEF, 1.5E-3', 'select ?, ?'],
    ['an alias keeps its dot', 'select o1.id from orders o1', 'select o1.id from orders o1'],
    ['tables named by a month stay two', 'select a from events_2024_01', 'select a from events_2024_01'],
    ['a hash comment at the front is a comment', '# why\nselect 3', 'select ?'],
  ])('%s', (_, sql, expected) => {
    expect(of(sql)).toBe(expected);
  });
});

test('an example keeps names and shape, and not one value', () => {
  const text = redact(
    `SELECT /* user 42 */ Name FROM Customers WHERE email = 'ann@example.invalid' AND k1 IN (7, 8, 9, 10, 11) -- secret`,
  );
  expect(text).toBe('SELECT Name FROM Customers WHERE email = ? AND k1 IN (?, …, ?)');
});
