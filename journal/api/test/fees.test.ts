// What trading costs, by kind: as the broker's file tells it, through the book, into the fee breakdown.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, withAccount, type TestService } from './test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  await withAccount(service.client, 'L1');
  await service.client.accounts.update({ params: { account_id: 'L1' }, body: { broker_id: 'lightspeed' } });
});
afterAll(() => service.close());

const HEADER = 'Date,Time,Symbol,B/S,Qty,Price,Route,Commission,ECN Fee,SEC Fee';

function importCsv(...rows: string[]) {
  const bytes = new TextEncoder().encode(`${HEADER}\n${rows.join('\n')}\n`);
  return service.client.imports.brokerCsv({ body: { account_id: 'L1', file: { bytes, name: 'fills.csv' } } });
}

async function byType(): Promise<Record<string, number>> {
  const { by_type } = await service.client.costs.fees({ query: { account_id: 'L1', period: 'all' } });
  return Object.fromEntries(by_type.map(({ type, amount }) => [type, amount]));
}

const bought = '01/05/2026,10:00:00,AAPL,B,100,150,ARCA,1.00,0.30,0';
const sold = '01/05/2026,11:00:00,AAPL,S,100,151,ARCA,1.00,-0.20,0.45';

it('a file that tells fees apart is told apart in the breakdown, rebates included', async () => {
  await importCsv(bought, sold);
  // 1.00 + 1.00 commission, 0.30 − 0.20 at the venues, 0.45 to the regulator.
  expect(await byType()).toEqual({ commission: 2, ecn: 0.1, regulatory: 0.45 });
});

it('a corrected cost replaces the parts as well, and taking the correction back brings them back', async () => {
  const { run_id } = await importCsv(sold.replace('0.45', '0.50'));
  expect(await byType()).toEqual({ commission: 2, ecn: 0.1, regulatory: 0.5 });
  await service.client.imports.undo({ params: { run_id: run_id ?? '' } });
  expect(await byType()).toEqual({ commission: 2, ecn: 0.1, regulatory: 0.45 });
});

it('a total changed by hand leaves the known parts and moves the rest into commission', async () => {
  const { items } = await service.client.trades.list({ query: { account_id: 'L1' } });
  const sale = items.find(({ action }) => action === 'SLD');
  await service.client.trades.patch({ params: { exec_id: sale?.exec_id ?? '' }, body: { commission: 2.25 } });
  expect(await byType()).toEqual({ commission: 3, ecn: 0.1, regulatory: 0.45 });
});

it('what the broker charges for the account is no one trade’s cost and still counts', async () => {
  const charge = { date: '2026-01-31', description: 'Market data subscription', amount: -25, category: 'fee' as const };
  await service.client.banking.submit({ body: { account_id: 'L1', transactions: [charge] } });
  expect(await byType()).toEqual({ platform: 25, commission: 3, ecn: 0.1, regulatory: 0.45 });
  const cost = await service.client.costs.costOfFree({ query: { account_id: 'L1', period: 'all' } });
  expect(cost.fee_component).toBe(28.55);
});

it('borrowed shares and borrowed money cost, and interest that came in does not', async () => {
  const row = { date: '2026-01-31' };
  const rows = [
    { ...row, description: 'Stock borrow fee XYZ', amount: -7, category: 'fee', symbol: 'XYZ' },
    { ...row, description: 'Margin interest', amount: -4, category: 'interest' },
    { ...row, description: 'Credit interest', amount: 3, category: 'interest' },
  ] as const;
  await service.client.banking.submit({
    body: { account_id: 'L1', transactions: [...rows] },
  });
  expect(await byType()).toEqual({ platform: 25, commission: 3, ecn: 0.1, regulatory: 0.45, borrow: 7, interest: 4 });
  const { items } = await service.client.imports.list({ query: {} });
  await service.client.imports.undo({ params: { run_id: items[0]?.run_id ?? '' } });
});

it('fees go with the trade they belong to', async () => {
  const { items } = await service.client.trades.list({ query: { account_id: 'L1' } });
  for (const { exec_id } of items) await service.client.trades.remove({ params: { exec_id } });
  expect(await byType()).toEqual({ platform: 25 });
});

it('are shown by broker; an account that is synced from none goes by its institution', async () => {
  await service.client.accounts.create({
    body: { account_id: 'H1', name: 'By hand', account_type: 'broker', institution: 'Main Street' },
  });
  await service.client.trades.create({
    body: {
      exec_id: 'H1-1',
      time: '2026-01-06T15:00:00Z',
      instrument: 'AAPL',
      action: 'BOT',
      quantity: 1,
      price: 150,
      account_id: 'H1',
      commission: 2,
    },
  });
  const { by_broker } = await service.client.costs.fees({ query: { account_id: 'H1', period: 'all' } });
  expect(by_broker).toEqual([{ broker: 'Main Street', amount: 2 }]);
});
