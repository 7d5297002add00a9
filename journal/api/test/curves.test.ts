// Curves, mistakes and sizes as a person meets them: from the right balance, with the deepest point, on the trade's own day.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, withAccount, type TestService } from './test-service.ts';

let service: TestService;
let made = 0;

async function roundTrip(
  day: string,
  pnl: number,
  more: { instrument?: string; quantity?: number } = {},
): Promise<string> {
  made += 1;
  const { instrument = 'AAPL', quantity = 100 } = more;
  const worth = instrument.includes(' ') ? 100 * quantity : quantity;
  const minute = String(made).padStart(2, '0');
  const common = { instrument, quantity, account_id: 'U1' };
  await service.client.trades.create({
    body: { ...common, exec_id: `i${made}`, time: `${day}T15:${minute}:00Z`, action: 'BOT', price: 100 },
  });
  await service.client.trades.create({
    body: { ...common, exec_id: `o${made}`, time: `${day}T15:${minute}:30Z`, action: 'SLD', price: 100 + pnl / worth },
  });
  return `o${made}`;
}

beforeAll(async () => {
  service = await openTestService();
  await withAccount(service.client);
  await service.client.accounts.recordBalance({
    params: { account_id: 'U1' },
    body: { balance: 10_000, snapshot_datetime: '2025-06-01T12:00:00Z' },
  });
  await roundTrip('2025-09-01', 100);
  // In 2026: up to 10,300, down to 9,900, and up again, over fifteen trades.
  for (const pnl of [20, 20, 20, 20, 20, 100, -400, 10, 10, 10, 10, 10, 10, 10, 10]) await roundTrip('2026-02-03', pnl);
});
afterAll(() => service.close());

it('the curve is of realised results and starts at zero, whatever the balance', async () => {
  const year = await service.client.analytics.equityCurve({ query: { period: '2026' } });
  expect(year).toMatchObject({ starting_equity: 0, final_equity: -120 });
  expect(year.points.time).toHaveLength(15);
  expect(await service.client.analytics.equityCurve({ query: {} })).toMatchObject({
    starting_equity: 0,
    final_equity: -20,
  });
});

it('a thinned curve keeps its high and its deepest point', async () => {
  const { points } = await service.client.analytics.equityCurve({ query: { period: '2026', max_points: 10 } });
  expect(points.time.length).toBeLessThanOrEqual(10);
  expect([Math.max(...points.equity), Math.min(...points.drawdown)]).toEqual([200, -400]);
});

it('without a balance there is no percent of it', async () => {
  await withAccount(service.client, 'U2');
  expect(await service.client.analytics.drawdown({ query: { account_id: 'U2', simulations: 100 } })).toMatchObject({
    max_drawdown: null,
    max_drawdown_pct: null,
    max_drawdown_median: null,
    recommended_risk_pct: null,
  });
});

it('a mistake is of the day of its trade, whenever it was noticed, and costs in a currency', async () => {
  await service.client.mistakes.create({ body: { trade_exec_id: 'o1', category: 'early_exit', estimated_cost: 25 } });
  expect(await service.client.mistakes.summary({ query: { period: '2025' } })).toMatchObject({
    count: 1,
    total_cost: 25,
    currency: 'USD',
    trend: [{ month: '2025-09', count: 1 }],
  });
  expect(await service.client.mistakes.summary({ query: { period: '2026' } })).toMatchObject({
    count: 0,
    total_cost: 0,
  });
});

it('an option is as large as its premium, and is compared with options', async () => {
  // Next to 10,000 of shares each time, a premium of 10,000 is nothing, and five of them are.
  for (let n = 0; n < 15; n++) await roundTrip('2026-03-02', 5, { instrument: 'AAPL 270115 C 100', quantity: 1 });
  const large = await roundTrip('2026-03-03', 5, { instrument: 'AAPL 270115 C 100', quantity: 5 });
  const { suspects } = await service.client.mistakes.suspects({ query: { period: '2026-03' } });
  const oversized = suspects.filter(({ category }) => category === 'oversized');
  expect(oversized).toMatchObject([{ trip_id: `rt-${large.replace('o', 'i')}`, figures: { size: 50_000 } }]);
});
