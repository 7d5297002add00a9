// Accounts from their opening to their end, with their balances and results.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from './refused.ts';
import { fill, openWithTrade, type TestService, withAccount } from './test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openWithTrade();
});
afterAll(() => service.close());

describe('accounts', () => {
  it('get an id when they have none; types in any case, K401 too', async () => {
    const made = await service.client.accounts.create({
      body: { name: 'Pension', account_type: 'K401', is_tax_advantaged: true },
    });
    expect(made).toMatchObject({
      account_type: '401k',
      currency: 'USD',
      is_tax_advantaged: true,
      latest_balance: null,
    });
    expect(made.account_id).toMatch(/^[0-9a-f-]{36}$/);
    await expect(
      service.client.accounts.create({ body: { account_id: 'U1', name: 'again', account_type: 'BANK' } }),
    ).rejects.toMatchObject(refusal(409, 'U1'));
    await expect(service.client.accounts.create({ body: { name: 'x', account_type: 'piggy' } })).rejects.toMatchObject(
      refusal(422, 'account_type'),
    );
  });

  it('show their latest balance and page through the earlier ones', async () => {
    const params = { account_id: 'U1' };
    for (const [day, balance] of [
      ['2026-01-31', 1000.1],
      ['2026-03-31', 1200.3],
      ['2026-02-28', 1100.2],
    ] as const) {
      await service.client.accounts.recordBalance({ params, body: { balance, snapshot_datetime: day } });
    }
    const account = await service.client.accounts.get({ params });
    expect(account).toMatchObject({ latest_balance: 1200.3, latest_balance_date: '2026-03-31T00:00:00Z' });
    const page = await service.client.accounts.balances({ params, query: { limit: 2 } });
    expect([page.total, page.items.map(({ balance }) => balance)]).toEqual([3, [1200.3, 1100.2]]);
    const historyOf = async (with_history: boolean) =>
      (await service.client.accounts.list({ query: { with_history } })).find(
        ({ account_id }) => account_id === params.account_id,
      )?.history;
    expect([await historyOf(true), await historyOf(false)]).toEqual([[1000.1, 1100.2, 1200.3], undefined]);
    await expect(service.client.accounts.balances({ params: { account_id: 'U9' } })).rejects.toMatchObject(
      refusal(404),
    );
  });

  it('add up what their trades earned', async () => {
    await withAccount(service.client, 'SUM');
    const trade = { ...fill, account_id: 'SUM', instrument: 'MSFT' };
    await service.client.trades.create({ body: { ...trade, exec_id: 'S1', price: 100 } });
    await service.client.trades.create({
      body: { ...trade, exec_id: 'S2', action: 'SLD', price: 101, realized_pnl: 0.1, time: '2026-01-06' },
    });
    await service.client.trades.create({ body: { ...trade, exec_id: 'S3', realized_pnl: 0.2, time: '2026-01-07' } });
    expect(await service.client.accounts.get({ params: { account_id: 'SUM' } })).toMatchObject({
      // Two trades of three fills: 100 shares from 100 to 101, and one still open.
      trade_count: 2,
      execution_count: 3,
      round_trip_count: 2,
      win_rate: 100,
      total_realized_pnl: 100,
    });
  });

  it('are renamed, put away and brought back', async () => {
    const params = { account_id: 'SUM' };
    expect(await service.client.accounts.update({ params, body: { name: 'Renamed', is_spousal: true } })).toMatchObject(
      {
        name: 'Renamed',
        is_spousal: true,
      },
    );
    expect((await service.client.accounts.archive({ params })).is_archived).toBe(true);
    const ids = async (include_archived: boolean) =>
      (await service.client.accounts.list({ query: { include_archived } })).map(({ account_id }) => account_id);
    expect(await ids(false)).not.toContain('SUM');
    expect(await ids(true)).toContain('SUM');
    expect((await service.client.accounts.unarchive({ params })).is_archived).toBe(false);
  });

  it('with trades are not deleted, but can hand them over', async () => {
    const params = { account_id: 'SUM' };
    await expect(service.client.accounts.remove({ params })).rejects.toMatchObject(refusal(409, '3 executions'));
    expect(await service.client.accounts.tradeCounts({ body: { account_ids: ['SUM', 'U9'] } })).toEqual({
      // As everywhere: two trades, of three fills.
      SUM: { trade_count: 2, execution_count: 3, plan_count: 0 },
      U9: { trade_count: 0, execution_count: 0, plan_count: 0 },
    });
    expect(await service.client.accounts.reassignTrades({ params })).toEqual({ trades_reassigned: 3 });
    await expect(service.client.accounts.get({ params })).rejects.toMatchObject(refusal(404));
    expect((await service.client.trades.list({ query: { account_id: 'SYSTEM_DEFAULT' } })).total).toBe(3);
    await withAccount(service.client, 'EMPTY');
    await service.client.accounts.remove({ params: { account_id: 'EMPTY' } });
  });

  it('of the system cannot be changed by anyone', async () => {
    const params = { account_id: 'SYSTEM_DEFAULT' };
    await expect(service.client.accounts.remove({ params })).rejects.toMatchObject(refusal(403));
    await expect(service.client.accounts.update({ params, body: { name: 'mine' } })).rejects.toMatchObject(
      refusal(403),
    );
    await expect(service.client.accounts.archive({ params })).rejects.toMatchObject(refusal(403));
  });
});
