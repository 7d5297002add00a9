import { describe, expect, test } from 'vitest';
import { explainable } from './safe.ts';

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
