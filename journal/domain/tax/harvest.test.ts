import { describe, expect, it } from 'vitest';
import type { Lot } from '../lots/lot.ts';
import { harvestLosses } from './harvest.ts';

describe('harvesting', () => {
  const held: Lot[] = [
    { id: 'v1', symbol: 'VTI', quantity: 10, acquired: '2024-01-10', cost_basis: 3_000 },
    { id: 'v2', symbol: 'VTI', quantity: 10, acquired: '2025-09-10', cost_basis: 2_800 },
    { id: 'q1', symbol: 'QQQ', quantity: 10, acquired: '2025-01-10', cost_basis: 5_500 },
    { id: 'q2', symbol: 'QQQ', quantity: 4, acquired: '2025-11-20', cost_basis: 1_900 },
    { id: 'u', symbol: 'UNK', quantity: 1, acquired: '2025-01-10', cost_basis: 10 },
  ];
  const input = { lots: held, prices: { VTI: 250, QQQ: 500 }, as_of: '2025-12-01' };

  it('lists losses with the days that matter', () => {
    const result = harvestLosses(input);
    expect(result.opportunities).toMatchObject([
      {
        ticker: 'VTI',
        unrealized_loss: 800,
        holding_period: 'mixed',
        wash_risk: false,
        clear_date: null,
        wash_window_end: '2025-12-31',
        rebuy_from: '2026-01-01',
        replacements: ['ITOT', 'SPTM', 'SCHB'],
      },
      // 4 of 10 shares were bought 11 days ago: 40 % of the 500 would be washed until 2025-12-21.
      { ticker: 'QQQ', unrealized_loss: 500, wash_risk: true, disallowed_loss: 200, clear_date: '2025-12-21' },
    ]);
    expect(result).toMatchObject({
      total_harvestable: 1_300,
      total_wash_risk: 200,
      net_harvestable: 1_100,
      skipped_tickers: ['UNK'],
    });
    expect(result.problems).toMatchObject([{ code: 'missing_price', ids: ['u'] }]);
  });

  it('can be limited', () => {
    expect(harvestLosses({ ...input, exclude_wash_risk: true }).opportunities.map(({ ticker }) => ticker)).toEqual([
      'VTI',
    ]);
    expect(harvestLosses({ ...input, min_loss_threshold: 600 }).opportunities.map(({ ticker }) => ticker)).toEqual([
      'VTI',
    ]);
  });

  it('lots sold together do not wash each other', () => {
    const both = held
      .filter(({ symbol }) => symbol === 'QQQ')
      .map((lot) => ({ ...lot, cost_basis: Number(lot.quantity) * 550 }));
    expect(harvestLosses({ ...input, lots: both }).opportunities).toMatchObject([
      { unrealized_loss: 700, wash_risk: false },
    ]);
  });
});
