import { describe, expect, test } from 'vitest';
import { explainable, runnable } from './safe.ts';

describe('a statement that may be explained', () => {
  test.for([
    'SELECT * FROM orders WHERE id = 5',
    '  select 1;',
    '(SELECT a FROM t) UNION (SELECT b FROM u)',
    'WITH x AS (SELECT 1 AS a) SELECT a FROM x',
    "SELECT ';' , 'delete from t' FROM t WHERE a = 'x;y' -- drop",
    'SELECT `update` FROM `delete`',
  ])('%s', (sql) => {
    expect(explainable(sql)).not.toBeNull();
  });

  test('goes without its comments', () => {
    expect(explainable('SELECT /* user 7 */ 1 -- x')).toBe('SELECT   1  ');
  });
});

describe('a statement that may not', () => {
  test.for([
    ['DELETE FROM t', 'writes'],
    ['INSERT INTO t SELECT 1', 'writes'],
    ['WITH x AS (SELECT 1) DELETE FROM t', 'writes behind WITH'],
    ['SELECT 1; DROP TABLE t', 'is two'],
    ["SELECT * FROM t INTO OUTFILE '/tmp/x'", 'writes a file'],
    ['SELECT a INTO @x FROM t', 'sets a variable'],
    ['SELECT @x := 1', 'sets a variable'],
    ['SELECT SLEEP(100)', 'waits'],
    ["SELECT GET_LOCK('a', 10)", 'locks'],
    ["SELECT LOAD_FILE('/etc/passwd')", 'reads a file'],
    ['SELECT /*! 1; DROP TABLE t */', 'hides code in a comment'],
    ['SELECT 1 /*M!100000 ; DROP TABLE t */', 'hides code in a comment of MariaDB'],
    ['ANALYZE SELECT 1', 'runs'],
    ['EXPLAIN ANALYZE SELECT 1', 'runs'],
    ['CALL p()', 'calls'],
    ['SET GLOBAL x = 1', 'sets'],
    ["SELECT 'open", 'is not whole'],
    ['', 'is none'],
  ])('%s: it %s', ([sql]) => {
    expect(explainable(sql!)).toBeNull();
  });
});

describe('a statement of PostgreSQL', () => {
  test.for([
    "SELECT E'it\\'s; fine' FROM t",
    'SELECT $$a; drop table t$$ FROM t',
    'select "update" from "delete" where id = $1',
  ])('%s may be explained, word for word', (sql) => {
    expect(explainable(sql, 'postgres')).toBe(sql);
  });

  test.for(['SELECT pg_sleep(9)', 'SELECT "pg_sleep"(9)', 'SELECT 1; DROP TABLE t', 'SELECT set_config(a, b, false)'])(
    '%s may not',
    (sql) => {
      expect(explainable(sql, 'postgres')).toBeNull();
    },
  );
});

test('an UPDATE or DELETE may be run on a scratch server, and nothing else that writes', () => {
  expect(runnable('DELETE FROM t WHERE a = 1', 'mysql')).not.toBeNull();
  expect(runnable('UPDATE t SET a = 2 WHERE b = 1', 'postgres')).not.toBeNull();
  for (const sql of [
    'DROP TABLE t',
    'DELETE FROM t; DROP TABLE t',
    'DELETE FROM t WHERE a = SLEEP(9)',
    'INSERT INTO t VALUES (1)',
  ])
    expect(runnable(sql, 'mysql')).toBeNull();
});
