// Legs that were traded as one, over a real service and an encrypted book.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, withAccount, type TestService } from './test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  await withAccount(service.client);
});
afterAll(() => service.close());

/** A statement of three legs, the last ordered for itself. */
const STATEMENT = [
  'Symbol,Side,Quantity,Price,Date/Time,Commission,Exec ID,Order ID',
  'SPY 260220 P 540,BUY,1,0.40,2026-01-05 10:00:00,0.65,L1,A',
  'SPY 260220 P 550,SELL,1,1.20,2026-01-05 10:00:00,0.65,L2,A',
  'SPY 260220 C 650,SELL,1,1.10,2026-01-05 10:00:03,0.65,L3,B',
].join('\n');

/** A table that is known by its shape only is looked at first, then imported as it was shown. */
async function importStatement() {
  const file = { name: 'legs.csv', type: 'text/csv', bytes: Buffer.from(STATEMENT) };
  const body = { file, account_id: 'U1' };
  const { review } = await service.client.imports.brokerCsv({ body });
  return service.client.imports.brokerCsv({ body: { ...body, accept: true, review_id: review?.review_id ?? '' } });
}

async function names(): Promise<unknown[]> {
  const { items } = await service.client.structures.list({ query: {} });
  return items.map(({ id, name, trip_ids }) => [id, name, trip_ids.length]);
}

it('shows the legs of an order as one trade', async () => {
  expect(await importStatement()).toMatchObject({ imported: 3 });
  expect(await names()).toEqual([
    ['rt-L3', 'Short Call', 1],
    ['st-L1', 'Bull Put Spread', 2],
  ]);
  const { items } = await service.client.structures.list({ query: { status: 'open' } });
  expect(items.find(({ id }) => id === 'st-L1')).toMatchObject({ direction: 'SLD', entry_avg_price: 0.8, risk: 920 });
});

it('joins what a person says belongs together, and keeps it when the statement is imported again', async () => {
  const joined = await service.client.structures.join({ body: { exec_ids: ['L1', 'L3'] } });
  expect(joined).toMatchObject({ id: 'st-L1', trip_ids: ['rt-L1', 'rt-L2', 'rt-L3'] });
  const { items } = await service.client.imports.list({ query: {} });
  await service.client.imports.undo({ params: { run_id: items[0]?.run_id ?? '' } });
  expect(await names()).toEqual([]);
  await importStatement();
  expect(await names()).toEqual([['st-L1', 'Reverse Jade Lizard', 3]]);
});

it('takes a structure apart, which holds too', async () => {
  const { structures } = await service.client.structures.split({ body: { structure_id: 'st-L1' } });
  expect(structures.map(({ id }) => id)).toEqual(['rt-L1', 'rt-L2', 'rt-L3']);
  expect(await names()).toHaveLength(3);
});

it('says what cannot be joined or split', async () => {
  const { join, split } = service.client.structures;
  await expect(join({ body: { exec_ids: ['L1', 'unknown'] } })).rejects.toMatchObject({ status: 404 });
  await expect(join({ body: { exec_ids: ['L1', 'L1'] } })).rejects.toMatchObject({ status: 409 });
  await expect(split({ body: { structure_id: 'rt-L1' } })).rejects.toMatchObject({ status: 409 });
  await expect(split({ body: { structure_id: 'st-none' } })).rejects.toMatchObject({ status: 404 });
  await withAccount(service.client, 'U2');
  const other = { instrument: 'SPY', action: 'BOT', quantity: 1, price: 600, account_id: 'U2' } as const;
  await service.client.trades.create({ body: { ...other, exec_id: 'X1' } });
  await expect(join({ body: { exec_ids: ['L1', 'X1'] } })).rejects.toMatchObject({ status: 422 });
});

it('follows a roll from one structure to the next, when asked to', async () => {
  await withAccount(service.client, 'ROLL');
  const fill = (
    exec_id: string,
    time: string,
    instrument: string,
    action: 'BOT' | 'SLD',
    price: number,
    order: string,
  ) =>
    service.client.trades.create({
      body: { exec_id, time, instrument, action, price, quantity: 1, account_id: 'ROLL', order_id: order },
    });
  // A put spread sold in February, rolled to March in one order, closed there: 80 − 60, then 90 − 20.
  await fill('R1', '2026-02-02T15:00:00Z', 'QQQ 260220 P 500', 'SLD', 1.2, 'sold');
  await fill('R2', '2026-02-02T15:00:00Z', 'QQQ 260220 P 490', 'BOT', 0.4, 'sold');
  await fill('R3', '2026-02-16T15:00:00Z', 'QQQ 260220 P 500', 'BOT', 0.8, 'rolled');
  await fill('R4', '2026-02-16T15:00:00Z', 'QQQ 260220 P 490', 'SLD', 0.2, 'rolled');
  await fill('R5', '2026-02-16T15:00:00Z', 'QQQ 260320 P 495', 'SLD', 1.4, 'rolled');
  await fill('R6', '2026-02-16T15:00:00Z', 'QQQ 260320 P 485', 'BOT', 0.5, 'rolled');
  await fill('R7', '2026-03-10T15:00:00Z', 'QQQ 260320 P 495', 'BOT', 0.3, 'closed');
  await fill('R8', '2026-03-10T15:00:00Z', 'QQQ 260320 P 485', 'SLD', 0.1, 'closed');
  const query = { account_id: 'ROLL' };
  const { items } = await service.client.structures.list({ query });
  expect(items).toMatchObject([
    { id: 'st-R5', rolled_from: 'st-R1', realized_pnl: 70 },
    { id: 'st-R1', rolled_from: null, realized_pnl: 20 },
  ]);
  const chain = await service.client.structures.list({ query: { ...query, follow_rolls: true } });
  expect(chain.items).toMatchObject([{ realized_pnl: 90, status: 'closed', opened_at: '2026-02-02T15:00:00Z' }]);
  const expectancy = (more: object) => service.client.analytics.expectancy({ query: { ...query, ...more } });
  expect(await expectancy({})).toMatchObject({ trade_count: 2, total_pnl: 90 });
  expect(await expectancy({ follow_rolls: true })).toMatchObject({ trade_count: 1, total_pnl: 90, wins: 1 });
  // The chain closes with its last structure, and each exit's money counts on its own day.
  expect(await expectancy({ follow_rolls: true, period: '2026-02' })).toMatchObject({ trade_count: 1, total_pnl: 20 });
  expect(await expectancy({ follow_rolls: true, unit: 'leg' })).toMatchObject({ trade_count: 4, total_pnl: 90 });
});
