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

it('a file with separate fees has a separate line for each in the breakdown, rebates included', async () => {
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
  const query = { account_id: 'L1', period: 'all', with_months: true };
  const { by_month = [], total_fees } = await service.client.costs.fees({ query });
  expect(by_month.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(Math.round(total_fees * 100));
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

it('borrowing for a short that the statement names is in its own result, on its day, and makes no trade count', async () => {
  const { client } = service;
  const fill = { instrument: 'SHRT', account_id: 'L1', quantity: 100 };
  await client.trades.create({ body: { ...fill, action: 'SLD', price: 10, time: '2026-03-02T15:00:00Z' } });
  await client.trades.create({ body: { ...fill, action: 'BOT', price: 9, time: '2026-04-02T15:00:00Z' } });
  const charge = (date: string, amount: number, symbol?: string) => ({
    date,
    amount,
    description: 'Hard to borrow fee',
    category: 'fee' as const,
    ...(symbol !== undefined && { symbol }),
  });
  await client.banking.submit({
    body: {
      account_id: 'L1',
      transactions: [
        charge('2026-03-31', -5, 'SHRT'),
        // For the last days, after it was closed; and one that names no security: the account's.
        charge('2026-04-30', -2, 'SHRT'),
        charge('2026-04-30', -50),
      ],
    },
  });
  const of = async (period: string, more: object = {}) => {
    const query = { account_id: 'L1', instrument: 'SHRT', period, ...more };
    const [figures, list, curve] = await Promise.all([
      client.analytics.expectancy({ query }),
      client.roundTrips.list({ query }),
      client.analytics.equityCurve({ query }),
    ]);
    const rows = list.items.map(({ pnl_in_period, total_commission }) => `${pnl_in_period} ${total_commission}`);
    const days = curve.days.map(({ day, pnl, trade_count }) => `${day} ${pnl} ${trade_count}`);
    expect([list.sums.pnl, list.trade_count]).toEqual([figures.total_pnl, figures.trade_count]);
    return {
      pnl: figures.total_pnl,
      count: figures.trade_count,
      wins: figures.wins,
      rows,
      days,
      left: figures.left_out,
    };
  };
  const days = ['2026-03-31 -5 0', '2026-04-02 100 1', '2026-04-30 -2 0'];
  expect(await of('2026')).toMatchObject({ pnl: 93, count: 1, wins: 1, rows: ['93 7'], days });
  expect(await of('2026-03')).toMatchObject({ pnl: -5, count: 0, wins: 0, rows: ['-5 7'], days: days.slice(0, 1) });
  expect(await of('2026-04')).toMatchObject({ pnl: 98, count: 1, wins: 1, rows: ['98 7'], days: days.slice(1) });
  expect(await of('2026-03', { open_positions: 'closed_only' })).toMatchObject({
    pnl: 0,
    left: [{ reason: 'not closed in the period', amount: -5 }],
  });
  const query = { account_id: 'L1', instrument: 'SHRT', period: '2026' };
  const { by_month } = await client.analytics.timeBreakdown({ query });
  expect(by_month.map(({ name, total_pnl, trade_count }) => `${name} ${total_pnl} ${trade_count}`)).toEqual([
    '2026-03 -5 0',
    '2026-04 98 1',
  ]);
  // Tax knows no such cost of the shares.
  const lots = await client.tax.lots({ query: { ticker: 'SHRT' } });
  expect(lots.lots).toMatchObject([{ realized_gain_loss: 100 }]);
});
