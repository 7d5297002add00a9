import { describe, expect, test } from 'vitest';
import { conditionsOf } from './conditions.ts';

const of = (sql: string) =>
  conditionsOf(sql)?.tables.map(({ table, equal, range, order }) => ({
    table,
    equal: equal.map(({ column }) => column),
    range,
    order,
  }));

describe('what a statement asks of its tables', () => {
  test('equality, range and order of one table', () => {
    expect(
      of('SELECT id FROM `orders` WHERE customer_id = ? AND placed > ? ORDER BY placed DESC, id DESC LIMIT ?'),
    ).toEqual([{ table: 'orders', equal: ['customer_id'], range: ['placed'], order: ['placed', 'id'] }]);
  });

  test('conditions of a join go to the table each column is of', () => {
    expect(
      of(
        'SELECT * FROM shop.orders AS o INNER JOIN customers c ON (c.id = o.customer_id) WHERE c.email = ? AND o.total BETWEEN ? AND ? AND o.state IN (?, …, ?)',
      ),
    ).toEqual([
      { table: 'orders', equal: ['customer_id', 'state'], range: ['total'], order: [] },
      { table: 'customers', equal: ['id', 'email'], range: [], order: [] },
    ]);
  });

  test("WordPress's parentheses are looked through", () => {
    expect(
      of('SELECT ID FROM wp_posts WHERE ?=? AND ((wp_posts.post_type = ? AND (wp_posts.post_status = ?)))'),
    ).toMatchObject([{ equal: ['post_type', 'post_status'] }]);
  });

  test.for([
    ['SELECT * FROM t WHERE a = ? OR b = ?', 'below an OR'],
    ['SELECT * FROM t WHERE LOWER(email) = ?', 'inside a function'],
    ['SELECT * FROM t WHERE name LIKE ?', 'LIKE may begin with a wildcard'],
    ['SELECT * FROM t WHERE a <> ?', 'what differs is nearly everything'],
  ])('%s gives no column: %s', ([sql]) => {
    expect(of(sql!)).toEqual([{ table: 't', equal: [], range: [], order: [] }]);
  });

  test.for([
    ['SELECT * FROM t ORDER BY a ASC, b DESC', 'two directions'],
    ['SELECT * FROM t ORDER BY RAND()', 'a function'],
    ['SELECT * FROM t, u ORDER BY t.a, u.b', 'two tables'],
  ])('%s has no order an index could give: %s', ([sql]) => {
    expect(of(sql!)!.flatMap(({ order }) => order)).toEqual([]);
  });

  test('a value may stand on the left', () => {
    expect(of('SELECT * FROM t WHERE ? < created')).toMatchObject([{ range: ['created'] }]);
  });

  test('an UPDATE and a DELETE ask as a SELECT does', () => {
    const equal = (sql: string) => conditionsOf(sql)?.tables.map(({ table, equal: list }) => [table, list]);
    const email = [['t', [{ column: 'email', joins: false }]]];
    expect(equal('UPDATE t SET a = ? WHERE email = ?')).toEqual(email);
    expect(equal('DELETE FROM t WHERE email = ?')).toEqual(email);
  });

  test('a statement without a table gives nothing', () => {
    expect(conditionsOf('INSERT INTO t VALUES (?)')).toBeNull();
    expect(conditionsOf('SELECT ?')).toBeNull();
    expect(conditionsOf('')).toBeNull();
  });
});
