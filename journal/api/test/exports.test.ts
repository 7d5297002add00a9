// The book as tables: every row once, filtered like every figure, and nothing in it that a spreadsheet would run.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fill, openBook, withAccount, type Book } from './book.ts';

let book: Book;
beforeAll(async () => {
  book = await openBook();
  for (const id of ['U1', 'U2']) await withAccount(book.client, id);
  const trades = [
    { ...fill, exec_id: 'E1', notes: '=HYPERLINK("http://x")' },
    { ...fill, exec_id: 'E2', action: 'SLD', price: 160, time: '2026-02-05T14:30:00Z', commission: -0.5 },
    { ...fill, exec_id: 'E3', account_id: 'U2', instrument: 'SAP', currency: 'EUR', time: '2026-03-05T14:30:00Z' },
  ] as const;
  for (const body of trades) await book.client.trades.create({ body });
  await book.client.banking.submit({
    body: {
      account_id: 'U1',
      transactions: [{ date: '2026-01-10', amount: -12.5, description: '+cmd|calc, "quoted"' }],
    },
  });
  await book.client.positionEvents.create({
    body: { kind: 'split', instrument: 'SAP', time: '2026-04-01', new_shares: 2, old_shares: 1 },
  });
});
afterAll(() => book.close());

type Table = 'trades' | 'cash' | 'events' | 'roundTrips' | 'lots';

async function rows(table: Table, query: { account_id?: string; from?: string; instrument?: string } = {}) {
  const { bytes, contentType } = await book.client.exports[table]({ query });
  expect(contentType).toContain('text/csv');
  const [head = '', ...lines] = new TextDecoder().decode(bytes).trimEnd().split('\r\n');
  return { columns: head.split(','), lines };
}

it('executions of all currencies come out, and only text is made safe', async () => {
  const { columns, lines } = await rows('trades');
  expect(columns.slice(0, 8)).toEqual([
    'exec_id',
    'time',
    'instrument',
    'action',
    'quantity',
    'price',
    'account_id',
    'commission',
  ]);
  expect(lines.map((line) => line.split(',')[0])).toEqual(['E1', 'E2', 'E3']);
  expect(lines[0]).toContain(`"'=HYPERLINK(""http://x"")"`);
  // A rebate is a number, and stays one.
  expect(lines[1]).toContain(',-0.5,');
});

it('the common filter holds', async () => {
  expect((await rows('trades', { account_id: 'U2' })).lines).toHaveLength(1);
  expect((await rows('trades', { instrument: 'AAPL' })).lines).toHaveLength(2);
  expect((await rows('trades', { from: '2026-02-01' })).lines).toHaveLength(2);
  expect((await rows('cash', { from: '2026-02-01' })).lines).toHaveLength(0);
  expect((await rows('events', { instrument: 'AAPL' })).lines).toHaveLength(0);
  expect((await rows('roundTrips', { account_id: 'U1' })).lines).toHaveLength(1);
  await expect(rows('trades', { account_id: 'nobody' })).rejects.toMatchObject({ status: 404 });
});

it('money, events, round trips and lots come out, too', async () => {
  const cash = await rows('cash');
  expect(cash.lines).toHaveLength(1);
  expect(cash.lines[0]).toContain(`,-12.5,`);
  expect(cash.lines[0]).toContain(`"'+cmd|calc, ""quoted"""`);
  const events = await rows('events');
  expect(events.lines[0]).toMatch(/^split,SAP,2026-04-01/);
  const trips = await rows('roundTrips');
  expect(trips.columns).toContain('pnl');
  expect(trips.lines).toHaveLength(2);
  expect((await rows('lots')).lines[0]).toContain(',AAPL,U1,long,100,');
  expect((await rows('lots', { account_id: 'U2' })).lines).toHaveLength(0);
});
