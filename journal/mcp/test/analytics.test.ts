import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBench, type Assistant, type Bench } from './fixture-service.ts';

let bench: Bench;
let claude: Assistant;
let cursor: Assistant;

beforeAll(async () => {
  bench = await openBench();
  await bench.api.accounts.create({ body: { account_id: 'main', name: 'Main', account_type: 'broker' } });
  // Four round trips of 100 shares, a dollar of commission on each side: +198, -102, +298, -52 net.
  const prices = [
    [100, 102],
    [100, 99],
    [100, 103],
    [100, 99.5],
  ] as const;
  for (const [n, [bought, sold]] of prices.entries()) {
    for (const [action, price, hour] of [
      ['BOT', bought, '14'],
      ['SLD', sold, '16'],
    ] as const) {
      await bench.api.trades.create({
        body: {
          exec_id: `${action}${n}`,
          time: `2026-0${n + 1}-05T${hour}:00:00Z`,
          instrument: 'XYZ',
          action,
          quantity: 100,
          price,
          account_id: 'main',
          commission: 1,
        },
      });
    }
  }
  const { wire } = await bench.serve();
  claude = await bench.connect('claude-code', { url: wire.url });
  cursor = await bench.connect('cursor', { url: wire.url });
});
afterAll(() => bench.close());

describe('figures', () => {
  it('round trips carry the net result of each', async () => {
    const { data } = await claude.call('get_round_trips', { status: 'closed' });
    const pnls = (data.items as { realized_pnl: number }[]).map(({ realized_pnl }) => realized_pnl);
    expect(pnls.toSorted((a, b) => a - b)).toEqual([-102, -52, 198, 298]);
    expect(data.total).toBe(4);
    expect((await claude.call('get_round_trips', { status: 'open' })).data.total).toBe(0);
  });

  it('expectancy and SQN use the net result', async () => {
    const { data } = await claude.call('get_expectancy_metrics');
    expect(data).toMatchObject({ trade_count: 4, win_rate: 0.5, avg_win: 248, avg_loss: -77, expectancy: 85.5 });
    const sqn = await claude.call('get_sqn', { period: 'all' });
    expect(sqn.data).toMatchObject({ trade_count: 4, grade: expect.any(String) as string });
    expect(sqn.data.mean_r).toBeCloseTo(85.5);
    expect((await claude.call('get_sqn', { period: 'whenever' })).isError).toBe(true);
  });

  it('fees, routing and free trading are added up', async () => {
    expect((await claude.call('get_fee_breakdown', { period: '2026' })).data.total_fees).toBe(8);
    const pfof = await claude.call('estimate_pfof_impact', { account_id: 'main', period: '2026' });
    expect(pfof.data).toMatchObject({ label: 'ESTIMATE' });
    expect((await claude.call('get_cost_of_free', { period: '2026' })).data).toMatchObject({ fee_component: 8 });
    expect((await claude.call('estimate_pfof_impact', { account_id: 'nowhere' })).isError).toBe(true);
  });

  it('strategies are those of the reviews', async () => {
    await claude.call('create_report', {
      trade_id: 'BOT0',
      setup_quality: 'A',
      execution_quality: 'B',
      followed_plan: true,
      tags: ['breakout'],
    });
    const { data } = await claude.call('get_strategy_breakdown');
    expect(data.strategies).toContainEqual(expect.objectContaining({ strategy_name: 'breakout', total_pnl: 198 }));
  });

  it('drawdown is simulated, and the same twice', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => claude.call('simulate_drawdown', { simulations: 500 })));
    expect(one?.data).toEqual(two?.data);
    expect(one?.data).toMatchObject({ simulations_run: 500, max_drawdown_median: expect.any(Number) as number });
    expect((await claude.call('simulate_drawdown', { simulations: 5 })).data.code).toBe('invalid_arguments');
  });

  it('mistakes are summed up', async () => {
    await claude.call('track_mistake', { trade_exec_id: 'BOT1', category: 'no_stop', estimated_cost: 40 });
    expect((await claude.call('get_mistake_summary', { period: 'all' })).data).toMatchObject({ total_cost: 40 });
  });

  it('say what they lack instead of guessing', async () => {
    const quality = await claude.call('score_execution_quality', { trade_exec_id: 'BOT0' });
    expect(quality.data).toMatchObject({ nbbo_available: false });
    expect((await claude.call('score_execution_quality', { trade_exec_id: 'none' })).data.code).toBe('not_found');
    const excursion = await claude.call('enrich_trade_excursion', { trade_exec_id: 'BOT0' });
    expect(excursion.isError).toBe(true);
  });

  it('an options structure is named by its legs', async () => {
    for (const [exec_id, action, strike] of [
      ['L1', 'BOT', '100'],
      ['L2', 'SLD', '105'],
    ] as const) {
      const instrument = `XYZ   260918C00${strike}000`;
      const body = { exec_id, instrument, action, quantity: 1, price: strike === '100' ? 3 : 1, account_id: 'main' };
      await bench.api.trades.create({ body });
    }
    const { data } = await claude.call('detect_options_strategy', { leg_exec_ids: ['L1', 'L2'] });
    expect(data).toMatchObject({ strategy_type: 'vertical', max_loss: -200, max_profit: 300, breakevens: [102] });
    expect((await claude.call('detect_options_strategy', { leg_exec_ids: ['L1', 'L1'] })).data.code).toBe(
      'invalid_arguments',
    );
  });
});

describe('a picture', () => {
  it.each(['equity', 'drawdown', 'calendar'])(
    'of the %s comes with the figures when it is asked for',
    async (chart) => {
      for (const who of [claude, cursor]) {
        const { data, content } = await who.call('get_expectancy_metrics', { chart });
        expect(data).toMatchObject({ expectancy: 85.5 });
        expect(content[1]).toMatchObject({ type: 'image', mimeType: 'image/png' });
        expect(
          Buffer.from(content[1]?.data ?? '', 'base64')
            .subarray(1, 4)
            .toString(),
        ).toBe('PNG');
      }
    },
  );

  it('of a payoff comes with the strategy', async () => {
    const args = { leg_exec_ids: ['L1', 'L2'] };
    expect((await claude.call('detect_options_strategy', { ...args, chart: true })).content[1]?.type).toBe('image');
    expect((await claude.call('detect_options_strategy', args)).content.length).toBe(1);
  });

  it('comes with many figures in one call', async () => {
    const args = { metrics: ['expectancy', 'sqn'], period: '2026', chart: 'equity' };
    const { data, content } = await cursor.call('query_trade_analytics', args);
    expect(Object.keys(data.results as object)).toEqual(['expectancy', 'sqn']);
    expect(content.map(({ type }) => type)).toEqual(['text', 'image']);
  });

  it('of nothing is not drawn', async () => {
    const { content } = await claude.call('get_expectancy_metrics', { period: '2001', chart: 'equity' });
    expect(content.length).toBe(1);
    expect((await claude.call('get_expectancy_metrics', { chart: 'pie' })).data.code).toBe('invalid_arguments');
  });
});

describe('a review by three minds', () => {
  it('is left to the assistant where no model is lent', async () => {
    const { data } = await claude.call('ai_review_trade', { trade_exec_id: 'SLD1' });
    expect(data.status).toBe('facts_only');
    expect((data.personas as unknown[]).length).toBe(3);
  });
});

describe('query_trade_analytics', () => {
  it('answers many figures in one call, the same as the tools alone', async () => {
    const { data } = await cursor.call('query_trade_analytics', {
      metrics: ['expectancy', 'sqn', 'fee_breakdown'],
      period: '2026',
    });
    const alone = await claude.call('get_expectancy_metrics', { period: '2026' });
    const results = data.results as Record<string, Record<string, unknown>>;
    expect(results.expectancy?.expectancy).toBe(alone.data.expectancy);
    expect(results.fee_breakdown?.total_fees).toBe(8);
    expect(results.sqn).toHaveProperty('grade');
  });

  it('is about one period in all its figures, and says which, in which currency and by what convention', async () => {
    const metrics = ['round_trips', 'expectancy', 'sqn', 'drawdown', 'strategy_breakdown', 'fee_breakdown', 'mistakes'];
    const askFor = async (period: string) => {
      const { data } = await claude.call('query_trade_analytics', { metrics, period });
      // Once for the whole batch, not once more with each figure.
      expect(data).toMatchObject({ period, currency: 'USD', unit: 'structure', time_zone: 'America/New_York' });
      expect(data).toHaveProperty('convention');
      return data.results as Record<string, object>;
    };
    const [year, before] = [await askFor('2026'), await askFor('2025')];
    for (const metric of metrics) expect(year[metric]).not.toHaveProperty('period');
    expect(before).toMatchObject({ round_trips: { items: [] }, expectancy: { expectancy: null } });
    const { data } = await claude.call('get_strategy_breakdown', { period: '2026' });
    expect(year.strategy_breakdown).toMatchObject({ strategies: data.strategies });
    expect(before.strategy_breakdown).toMatchObject({ strategies: [] });
  });

  it('without a period says of each figure what its tool says alone, and over which period', async () => {
    const tools = {
      fee_breakdown: 'get_fee_breakdown',
      expectancy: 'get_expectancy_metrics',
      mistakes: 'get_mistake_summary',
    };
    const { data } = await claude.call('query_trade_analytics', { metrics: Object.keys(tools), fields: ['*'] });
    const results = data.results as Record<string, Record<string, unknown>>;
    expect(Object.values(results).map(({ period }) => period)).toEqual(['ytd', 'all', 'ytd']);
    for (const [metric, tool] of Object.entries(tools)) {
      const alone = (await claude.call(tool, {})).data;
      for (const name of ['period', 'trade_count', 'total_fees', 'total_pnl', 'total_cost', 'by_type'])
        expect([metric, name, results[metric]?.[name] ?? data[name]]).toEqual([metric, name, alone[name]]);
    }
  });

  it('answers with the fields that were chosen and no others', async () => {
    const { data } = await claude.call('query_trade_analytics', {
      metrics: ['round_trips', 'expectancy'],
      fields: ['instrument', 'realized_pnl', 'win_rate'],
      status: 'closed',
    });
    expect(data.results).toMatchObject({ expectancy: { win_rate: 0.5 } });
    const { items } = (data.results as { round_trips: { items: object[] } }).round_trips;
    expect(items.length).toBe(4);
    expect(Object.keys(items[0] ?? {}).toSorted()).toEqual(['instrument', 'realized_pnl']);
  });

  it('names the one that fails and answers the others', async () => {
    const { isError, data } = await claude.call('query_trade_analytics', {
      metrics: ['sqn', 'execution_quality'],
    });
    expect(isError).toBe(false);
    expect(data.results).toHaveProperty('sqn');
    expect(data.errors).toMatchObject({ execution_quality: { code: 'invalid_arguments' } });
  });

  it('is guarded like the tools it calls', async () => {
    await bench.api.guard.lock({ body: { reason: 'manual' } });
    expect((await claude.call('query_trade_analytics', { metrics: ['sqn'] })).data.code).toBe('guard_locked');
    await bench.api.guard.unlock();
  });
});
