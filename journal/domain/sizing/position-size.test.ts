import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { positionSize } from './index.ts';

describe('equity', () => {
  it('the worked check: 100,000 at 1 %, 619.61 / 615 / 630', () => {
    expect(positionSize({ balance: 100_000, risk_pct: 1, entry: 619.61, stop: 615, target: 630 })).toEqual({
      mode: 'equity',
      shares: 216,
      share_size: 216,
      risk_amount: 1000,
      account_risk_1r: 1000,
      risk_per_share: 4.61,
      position_size: 133_836,
      position_to_account_pct: 133.83,
      reward_risk_ratio: 2.25,
      potential_profit: 2244.24,
      warnings: [{ code: 'position_over_account', message: 'The position is larger than the account.' }],
      problems: [],
    });
  });

  it('the second worked check, by the form’s names and as text', () => {
    expect(
      positionSize({ balance: '437903.03', entry_price: '619.61', stop_loss: '618.61', target_price: '620.61' }),
    ).toMatchObject({ account_risk_1r: 4379.03, share_size: 4379, reward_risk_ratio: 1, potential_profit: 4379 });
  });

  it('never risks more than allowed, and one share more would', () => {
    const price = fc.integer({ min: 100, max: 100_000 }).map((cents) => cents / 100);
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 1e7 }), price, price, (balance, entry, stop) => {
        fc.pre(entry !== stop);
        const size = positionSize({ balance, entry, stop, risk_pct: 2 });
        if (size.mode !== 'equity') throw new Error('equity is the default');
        const perShare = Math.round(Math.abs(entry - stop) * 100);
        expect(size.share_size * perShare).toBeLessThanOrEqual(balance * 2);
        expect((size.share_size + 1) * perShare).toBeGreaterThan(balance * 2);
      }),
    );
  });

  it('names what makes a size impossible', () => {
    const codes = (input: object) =>
      positionSize({ balance: 1000, entry: 10, stop: 9, ...input }).problems.map(({ code }) => code);
    expect(codes({ stop: 10 })).toEqual(['entry_equals_stop']);
    expect(codes({ stop: undefined })).toEqual(['missing_price']);
    expect(codes({ balance: 0 })).toEqual(['invalid_balance']);
    expect(codes({ risk_pct: 0 })).toEqual(['risk_out_of_range']);
    expect(codes({ risk_pct: 0.01 })).toEqual([]);
    expect(codes({ entry: 'ten' })).toEqual(['invalid_number', 'missing_price']);
    expect(codes({ mode: 'bonds' })).toEqual(['unknown_mode']);
  });

  it('warns of what a careful trader would not do', () => {
    const warnings = positionSize({ balance: 10_000, risk_pct: 5, entry: 100, stop: 90, target: 101 }).warnings;
    expect(warnings.map(({ code }) => code)).toEqual(['risk_high', 'reward_below_risk']);
    // A purchase with its target below the entry, and a sale with its target above.
    for (const prices of [
      { entry: 100, stop: 90, target: 95 },
      { entry: 100, stop: 110, target: 120 },
    ])
      expect(positionSize({ balance: 10_000, ...prices })).toMatchObject({
        warnings: [{ code: 'target_on_wrong_side' }],
        reward_risk_ratio: 0,
        potential_profit: 0,
      });
  });
});

describe('futures', () => {
  it('a known contract brings its size, tick and margin', () => {
    expect(
      positionSize({ mode: 'futures', contract: '/ES', balance: 100_000, entry: 5000, stop: 4995, target: 5015 }),
    ).toMatchObject({
      contracts: 4,
      risk_per_contract: 250,
      margin_required: 62_800,
      margin_pct: 62.8,
      contract_value: 1_000_000,
      tick_value: 12.5,
      reward_risk_ratio: 3,
      potential_profit: 3000,
      warnings: [{ code: 'margin_over_half' }],
    });
  });

  it('an unknown one must be given', () => {
    expect(positionSize({ mode: 'futures', balance: 100_000, entry: 50, stop: 49 }).problems).toMatchObject([
      { code: 'missing_input' },
      { code: 'missing_input' },
    ]);
  });
});

it('options: the premium is the risk', () => {
  expect(
    positionSize({
      mode: 'options',
      balance: 50_000,
      risk_pct: 2,
      option_type: 'call',
      premium: 2.5,
      delta: 0.4,
      underlying_price: 100,
      entry: 100,
      target: 110,
    }),
  ).toMatchObject({
    contracts: 4,
    risk_per_contract: 250,
    total_premium: 1000,
    delta_shares: 160,
    delta_exposure: 16_000,
    delta_exposure_pct: 32,
    breakeven: 102.5,
    reward_risk_ratio: 3,
    potential_profit: 3000,
    problems: [],
  });
});

describe('forex', () => {
  it('a pair in dollars', () => {
    expect(
      positionSize({
        mode: 'forex',
        balance: 10_000,
        currency_pair: 'EUR/USD',
        entry: 1.1,
        stop: 1.095,
        target: 1.115,
      }),
    ).toMatchObject({
      risk_pips: 50,
      risk_per_lot: 500,
      lots: 0.2,
      units: 20_000,
      margin_required: 440,
      potential_profit: 300,
    });
  });

  it('yen pips are a hundredth, worth dollars by the price; a cross must be given', () => {
    expect(
      positionSize({ mode: 'forex', balance: 10_000, currency_pair: 'USD/JPY', entry: 150, stop: 149.25 }),
    ).toMatchObject({ risk_pips: 75, pip_value: 6.66666667, lots: 0.2, margin_required: 400 });
    expect(
      positionSize({ mode: 'forex', balance: 10_000, currency_pair: 'EUR/GBP', entry: 0.85, stop: 0.84 }).problems,
    ).toMatchObject([{ code: 'missing_pip_value' }]);
  });
});

it('crypto: fractional, with fees both ways and the price of liquidation', () => {
  expect(
    positionSize({ mode: 'crypto', balance: 10_000, entry: 50_000, stop: 49_000, target: 53_000, leverage: 10 }),
  ).toMatchObject({
    quantity: 0.1,
    position_size: 5000,
    margin_required: 500,
    fees: 10,
    potential_profit: 290,
    liquidation_price: 45_000,
  });
});
