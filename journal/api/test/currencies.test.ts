import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBook, withAccount, type Book } from './book.ts';

let book: Book;

async function roundTrip(id: string, currency: string, entry: number, exit: number): Promise<void> {
  const body = { instrument: id, quantity: 10, account_id: 'U1', currency };
  await book.client.trades.create({
    body: { ...body, exec_id: `${id}-in`, time: '2026-02-02T15:00:00Z', action: 'BOT', price: entry },
  });
  await book.client.trades.create({
    body: { ...body, exec_id: `${id}-out`, time: '2026-02-03T15:00:00Z', action: 'SLD', price: exit, commission: 2 },
  });
}

beforeAll(async () => {
  book = await openBook();
  await withAccount(book.client, 'U1');
  await roundTrip('AAPL', 'USD', 100, 110);
  await roundTrip('MSFT', 'USD', 100, 95);
  await roundTrip('SAP', 'EUR', 100, 200);
});
afterAll(() => book.close());

describe('a book in two currencies', () => {
  it('is answered in the one most trades are in, and says how many it left out', async () => {
    expect(await book.client.analytics.expectancy({ query: {} })).toMatchObject({
      currency: 'USD',
      trade_count: 2,
      total_pnl: 46,
      left_out: [{ reason: 'no rate into USD', count: 1, amount: null }],
    });
    expect(await book.client.costs.fees({ query: {} })).toMatchObject({ currency: 'USD', total_fees: 4 });
  });

  it('is taxed on its dollars, and names the executions a return still needs', async () => {
    const year = await book.client.tax.ytdSummary({ query: { tax_year: 2026 } });
    expect(year.problems).toContainEqual({
      code: 'not_in_dollars',
      message: '2 executions in EUR are left out: a tax figure needs them in US dollars at the rate of their day.',
      ids: ['SAP-in', 'SAP-out'],
    });
    expect(year.realized_st_gain).toBe(46);
  });
});
