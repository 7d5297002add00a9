// Cash, prices, net worth and returns as a person meets them: what was stated, what moved it, what it is worth.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, withAccount, type TestService } from './test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  await withAccount(service.client);
});
afterAll(() => service.close());

const trade = (exec_id: string, time: string, action: 'BOT' | 'SLD', quantity: number, price: number, more = {}) =>
  service.client.trades.create({
    body: { exec_id, time, action, quantity, price, instrument: 'XYZ', account_id: 'U1', ...more },
  });

describe('cash', () => {
  const cash = (date: string, account_id = 'U1') => service.client.worth.cashBalances({ query: { account_id, date } });

  it('is none until somebody states it, and says so', async () => {
    await trade('c1', '2024-03-04T15:00:00Z', 'BOT', 10, 100, { commission: 1 });
    expect(await cash('2024-03-04')).toMatchObject({ items: [], without_cash: ['U1'] });
  });

  it('is worked back before the stated day and moved by what comes after', async () => {
    const stated = await service.client.worth.stateCash({
      body: { account_id: 'U1', balance: 4000, date: '2024-03-31' },
    });
    expect(stated).toMatchObject({ account_id: 'U1', currency: 'USD', balance: 4000, as_of: '2024-03-31' });
    await service.client.banking.submit({
      body: {
        account_id: 'U1',
        transactions: [
          { date: '2024-04-02', amount: 12.5, description: 'Dividend XYZ', category: 'dividend' },
          { date: '2024-04-03', amount: -500, description: 'To the bank', category: 'withdrawal' },
        ],
      },
    });
    expect((await cash('2024-03-03')).items).toMatchObject([{ balance: 5001 }]);
    expect((await cash('2024-03-04')).items).toMatchObject([{ balance: 4000, stated_on: '2024-03-31' }]);
    expect((await cash('2024-04-03')).items).toMatchObject([{ balance: 3512.5, last_moved: '2024-04-03' }]);
    expect((await cash('2024-04-03')).without_cash).toEqual([]);
  });

  it('what is recorded of a broker is its worth and never cash; of a bank it is cash', async () => {
    await withAccount(service.client, 'U2');
    const record = (account_id: string) =>
      service.client.accounts.recordBalance({
        params: { account_id },
        body: { balance: 777, snapshot_datetime: '2024-05-01' },
      });
    await record('U2');
    expect((await cash('2024-05-02', 'U2')).items).toEqual([]);
    await service.client.accounts.create({ body: { account_id: 'B1', name: 'Bank', account_type: 'bank' } });
    await record('B1');
    expect((await cash('2024-05-02', 'B1')).items).toMatchObject([{ balance: 777 }]);
    await expect(cash('2024-05-02', 'nobody')).rejects.toMatchObject({ status: 404 });
  });
});
