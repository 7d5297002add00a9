/** What answers cost: the same questions, concise and detailed, alone and together. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBench, type Assistant, type Bench } from './book.ts';

let bench: Bench;
let detailed: Assistant;
let concise: Assistant;

beforeAll(async () => {
  bench = await openBench();
  await bench.api.accounts.create({ body: { account_id: 'main', name: 'Main', account_type: 'broker' } });
  for (let n = 0; n < 30; n++) {
    const day = `2026-0${1 + Math.floor(n / 10)}-${String(10 + (n % 10)).padStart(2, '0')}`;
    const common = { instrument: n % 3 ? 'AAPL' : 'MSFT', quantity: 10, account_id: 'main', commission: 1 };
    await bench.api.trades.create({
      body: { ...common, exec_id: `B${n}`, time: `${day}T15:00:00Z`, action: 'BOT', price: 100 },
    });
    const price = 100 + ((n * 7) % 11) - 4;
    await bench.api.trades.create({
      body: { ...common, exec_id: `S${n}`, time: `${day}T18:00:00Z`, action: 'SLD', price },
    });
  }
  const { wire } = await bench.serve();
  detailed = await bench.connect('claude-code', { url: wire.url });
  concise = await bench.connect('zed', { server: { operator: { toolsets: 'all', layout: 'discrete' } } });
});
afterAll(() => bench.close());

const TASKS: readonly (readonly [string, Record<string, unknown>])[] = [
  ['list_trades', { limit: 20 }],
  ['get_round_trips', { status: 'closed', limit: 20 }],
  ['get_expectancy_metrics', {}],
  ['get_sqn', {}],
  ['simulate_drawdown', { simulations: 500 }],
  ['get_strategy_breakdown', {}],
  ['get_fee_breakdown', { period: '2026' }],
  ['get_cost_of_free', { period: '2026' }],
  ['estimate_pfof_impact', { account_id: 'main', period: '2026' }],
  ['get_mistake_summary', { period: '2026' }],
  ['list_market_providers', {}],
  ['get_ytd_tax_summary', { tax_year: 2026 }],
  ['get_tax_lots', { account_id: 'main', status: 'closed', limit: 20 }],
  ['find_wash_sales', { date_range_start: '2026-01-01', date_range_end: '2026-12-31' }],
];
const cost = async (who: Assistant, name: string, args: Record<string, unknown>) =>
  countTokens((await who.call(name, args)).content.map(({ text }) => text ?? '').join(''));

it('concise answers cost at most half of detailed ones over the standard tasks', async () => {
  let full = 0;
  let short = 0;
  for (const [name, args] of TASKS) {
    const one = await cost(detailed, name, args);
    const other = await cost(concise, name, args);
    full += one;
    short += other;
  }
  expect(short).toBeLessThanOrEqual(full / 2);
});

it('several figures in one call cost at least 37 % less than one call each', async () => {
  const alone = ['get_expectancy_metrics', 'get_sqn', 'simulate_drawdown', 'get_fee_breakdown', 'get_cost_of_free'];
  let separate = 0;
  for (const name of alone) separate += await cost(detailed, name, {});
  const metrics = ['expectancy', 'sqn', 'drawdown', 'fee_breakdown', 'cost_of_free'];
  expect(await cost(detailed, 'query_trade_analytics', { metrics })).toBeLessThanOrEqual(separate * 0.63);
});
