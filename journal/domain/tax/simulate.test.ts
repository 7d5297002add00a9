import { describe, expect, it } from 'vitest';
import type { Lot } from '../lots/lot.ts';
import { simulateSale, type SimulationInput } from './simulate.ts';

describe('before selling', () => {
  const held: Lot[] = [
    { id: 'old', symbol: 'ZZZ', quantity: 100, acquired: '2024-01-10', cost_basis: 5_000, account_id: 'main' },
    { id: 'new', symbol: 'ZZZ', quantity: 100, acquired: '2025-03-10', cost_basis: 9_000, account_id: 'main' },
  ];
  const sale: SimulationInput = {
    year: 2025,
    status: 'single',
    wages: 300_000,
    state: { flat: '0.05' },
    lots: held,
    ticker: 'ZZZ',
    action: 'sell',
    quantity: 150,
    price: 100,
    date: '2025-06-02',
    account_id: 'main',
  };

  it('the lots, the gains and the tax they add', () => {
    const result = simulateSale(sale);
    expect(result.lots_to_close).toMatchObject([
      { lot_id: 'old', shares: 100, basis: 5_000, gain_loss: 5_000, holding_period: 'long', wash_risk: false },
      { lot_id: 'new', shares: 50, basis: 4_500, gain_loss: 500, holding_period: 'short' },
    ]);
    expect(result.summary).toEqual({
      proceeds: 15_000,
      basis: 9_500,
      realized_gain: 5_500,
      st_gain: 500,
      lt_gain: 5_000,
    });
    // 35 % of 500 and 15 % of 5,000; 3.8 % and 5 % of all.
    expect(result.estimated_tax).toEqual({ federal: 925, niit: 209, state: 275, total: 1_409 });
  });

  it('what waiting for long-term would save', () => {
    // 35 % − 15 % of 500, from 2026-03-11.
    expect(simulateSale(sale).hold_savings).toEqual({ days: 282, until: '2026-03-11', amount: 100 });
    expect(simulateSale({ ...sale, quantity: 100 }).hold_savings).toBeNull();
  });

  it('a loss washed by a recent purchase, wherever it was made', () => {
    const rebought: Lot = {
      id: 'ira',
      symbol: 'ZZZ',
      quantity: 30,
      acquired: '2025-05-20',
      cost_basis: 1_500,
      account_id: 'ira',
      account_kind: 'ira',
    };
    const result = simulateSale({ ...sale, lots: [...held, rebought], price: 40, quantity: 100 });
    expect(result.summary).toMatchObject({ realized_gain: -1_000, lt_gain: -700 });
    expect(result.wash_sale_risk).toMatchObject({
      at_risk: true,
      disallowed_loss: 300,
      affected_lots: ['old'],
      clear_date: '2025-06-20',
      window_end: '2025-07-02',
    });
    expect(result.lots_to_close).toMatchObject([{ lot_id: 'old', wash_risk: true, disallowed_loss: 300 }]);
  });

  it('covering a short sale', () => {
    const short: Lot = {
      id: 's',
      symbol: 'ZZZ',
      quantity: 100,
      side: 'short',
      acquired: '',
      cost_basis: 0,
      sold: '2025-05-01',
      proceeds: 12_000,
      account_id: 'main',
    };
    const result = simulateSale({ ...sale, lots: [short], action: 'cover', quantity: 40 });
    expect(result).toMatchObject({ summary: { proceeds: 4_800, basis: 4_000, st_gain: 800 }, problems: [] });
  });

  it('under section 475 a gain is ordinary income, and waiting saves nothing', () => {
    const trader = held.map((lot): Lot => ({ ...lot, treatment: 'section_475' }));
    const result = simulateSale({ ...sale, lots: trader });
    // 35 % of 5,500, 3.8 % and 5 %.
    expect(result.estimated_tax).toEqual({ federal: 1_925, niit: 209, state: 275, total: 2_409 });
    expect(result.hold_savings).toBeNull();
  });

  it('inside an IRA nothing is taxed, and that is stated', () => {
    const lots = held.map((lot): Lot => ({ ...lot, account_kind: 'ira' }));
    const result = simulateSale({ ...sale, lots });
    expect(result.problems.map(({ code }) => code)).toEqual(['not_taxed']);
    expect(result.estimated_tax).toMatchObject({ total: 0 });
  });

  it('nothing to sell is a problem, not a zero', () => {
    expect(simulateSale({ ...sale, ticker: 'NONE' }).problems.map(({ code }) => code)).toContain('no_open_lots');
  });
});
