import { describe, expect, test } from 'vitest';
import type { PlanRow, QuerySample } from '../../model/snapshot.ts';
import { query, snapshot, thresholds } from '../../test/snapshots.ts';
import { queryRows } from '../findings/rows.ts';
import { missingIndexFindings } from './advice.ts';

const SQL = 'SELECT id, note FROM orders WHERE customer_id = ? AND state = ? ORDER BY placed_at DESC LIMIT ?';
const scan = (parts: Partial<PlanRow> = {}): PlanRow => ({
  table: 'orders',
  access: 'ALL',
  possible_keys: [],
  key: null,
  rows: 60_000,
  extra: ['Using where', 'Using filesort'],
  ...parts,
});
const wasteful = { count: 10, rows_examined: 600_000, rows_sent: 200, ms: 25, examples: [SQL] };

function findings(parts: Partial<QuerySample>, sql = SQL) {
  const sample = query(sql.toLowerCase(), { ...wasteful, examples: [sql], ...parts });
  return missingIndexFindings(queryRows(snapshot({ db_query_samples: [sample] }), thresholds()));
}

describe('a missing index', () => {
  test('is named with its columns, their order and why, from the plan in the log', () => {
    const [found] = findings({ plan: { from: 'log', rows: [scan()] } });
    expect(found).toMatchObject({
      type: 'missing_index',
      severity: 'P1',
      title: 'Missing index on orders (customer_id, state, placed_at)',
      aggregation_provenance: { table: 'orders', columns: ['customer_id', 'state', 'placed_at'] },
    });
    expect(found!.impact_summary).toContain('The plan in the log reads the whole table orders and sorts it.');
    const { action } = found!.recommendations[0]!;
    expect(action).toContain('ON `orders` (`customer_id`, `state`, `placed_at`)');
    expect(action).toContain('are compared for equality, so they lead');
    expect(action).toContain('gives the order of ORDER BY');
  });

  test('is found without a plan too, from the rows examined and sent', () => {
    expect(findings({})).toHaveLength(1);
  });

  test('belongs to the table whose values are known, though the plan reads the other one whole', () => {
    const sql =
      'SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.status = ? AND o.created_at > ? ORDER BY o.created_at';
    const rows = [
      scan({ table: 'c', rows: 8000, extra: ['Using temporary'] }),
      scan({ table: 'o', access: 'ref', key: 'orders_customer', rows: 2, extra: ['Using where'] }),
    ];
    const tables = [
      { table: 'customers', indexes: [{ name: 'PRIMARY', columns: ['id'] }] },
      { table: 'orders', indexes: [{ name: 'orders_customer', columns: ['customer_id'] }] },
    ];
    const [found] = findings({ plan: { from: 'explain', rows }, tables }, sql);
    expect(found!.title).toBe('Missing index on orders (status, created_at)');
  });

  test('is that of the join where the other table is found by its key', () => {
    const sql = 'SELECT o.id FROM users u JOIN orders o ON o.user_id = u.id WHERE u.id = ?';
    const rows = [
      scan({ table: 'u', access: 'const', key: 'PRIMARY', rows: 1, extra: ['Using where'] }),
      scan({ table: 'o' }),
    ];
    const [found] = findings({ plan: { from: 'log', rows } }, sql);
    expect(found!.title).toBe('Missing index on orders (user_id)');
  });

  test('a range comes last, and takes the place of the order', () => {
    const [found] = findings({}, 'SELECT id FROM orders WHERE placed_at > ? AND customer_id = ? ORDER BY total');
    expect(found!.title).toBe('Missing index on orders (customer_id, placed_at)');
  });

  test('is not reported where an existing index serves the statement, in any order of equal columns', () => {
    const indexes = (columns: string[]) => ({ tables: [{ table: 'orders', indexes: [{ name: 'i', columns }] }] });
    const plan = { from: 'explain' as const, rows: [scan()] };
    expect(findings({ plan, ...indexes(['state', 'customer_id', 'placed_at']) })).toEqual([]);
    expect(findings({ plan, ...indexes(['customer_id']) })).toHaveLength(1);
  });

  test.for([
    ['few rows are read', { rows_examined: 2000 }],
    ['most rows read are sent', { rows_sent: 590_000 }],
    [
      'the plan reads by an index',
      { plan: { from: 'log', rows: [scan({ access: 'ref', key: 'by_customer', rows: 20 })] } },
    ],
  ] as const)('nor where %s', ([, parts]) => {
    expect(findings(parts)).toEqual([]);
  });

  test('on the table a join starts from holds the columns whose values are known, not the joined one', () => {
    const sql =
      'SELECT o.id, c.email FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.status = ? AND o.created_at > ?';
    const rows = [scan({ table: 'o', possible_keys: ['orders_customer'] })];
    const [found] = findings({ plan: { from: 'log', rows } }, sql);
    expect(found).toMatchObject({
      title: 'Missing index on orders (status, created_at)',
      proved: null,
      saves_ms: null,
    });
    expect(found!.recommendations[0]!.action).toContain('the plan had orders_customer to choose from');
  });

  test.for(['UPDATE customers SET seen = ? WHERE email = ?', 'DELETE FROM customers WHERE email = ?'])(
    'of %s',
    (sql) => {
      const [found] = findings({ rows_sent: 0, rows_affected: 10 }, sql);
      expect(found!.title).toBe('Missing index on customers (email)');
      expect(found!.impact_summary).toContain('rows to change 1');
    },
  );

  test('is proposed once for all statements that its first columns serve', () => {
    const samples = [
      'SELECT id FROM orders WHERE total = ?',
      'SELECT note FROM orders WHERE total = ? LIMIT ?',
      'SELECT id FROM orders WHERE total = ? AND created_at > ?',
    ].map((sql) => query(sql.toLowerCase(), { ...wasteful, examples: [sql] }));
    const found = missingIndexFindings(queryRows(snapshot({ db_query_samples: samples }), thresholds()));
    expect(found.map(({ title }) => title)).toEqual(['Missing index on orders (total, created_at)']);
    expect(found[0]!.impact_summary).toContain('It would serve 2 more classes');
  });

  test('is built while the table stays open, as each server can', () => {
    const action = (engine: object) =>
      findings({ plan: { from: 'log', rows: [scan()] }, ...engine })[0]!.recommendations[0]!.action;
    expect(action({})).toMatch(/^A candidate, not tested: CREATE INDEX .* ALGORITHM=INPLACE LOCK=NONE/);
    expect(action({ engine: 'postgres' })).toContain('CREATE INDEX CONCURRENTLY');
    expect(action({ engine: 'postgres' })).not.toContain('SHOW CREATE TABLE');
  });

  test('of PostgreSQL is detected from auto_explain', () => {
    const plan = { from: 'log' as const, rows: [scan({ extra: [] })] };
    const [found] = findings({ engine: 'postgres', plan, rows_examined: 0, rows_sent: 0 });
    expect(found!.recommendations[0]!.action).toContain('ON "orders" ("customer_id", "state", "placed_at")');
    expect(findings({ engine: 'postgres', rows_examined: 0 })).toEqual([]);
  });
});
