import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { casesOf } from '../testing/cases.ts';
import { drawdown, initialRisk, rMultiples, sqn, tradeMetrics } from './index.ts';

describe('trade metrics', () => {
  it('of the open cases', (ctx) => {
    const { nautilus } = casesOf(ctx, 'journal/metrics/open_examples.json') as {
      nautilus: { fn: string; pnls: number[]; expected: number }[];
    };
    const named: Record<string, (pnls: number[]) => number> = {
      expectancy: (pnls) => tradeMetrics(pnls).expectancy,
      avg_loser: (pnls) => tradeMetrics(pnls).avg_loss,
    };
    for (const { fn, pnls, expected } of nautilus) expect(named[fn]?.(pnls)).toBe(expected);
  });

  it('of a small hand-checked list', () => {
    // wins 100 + 50 = 150 of 2, losses −30 − 20 = −50 of 2, one break-even; payoff 75/25 = 3.
    expect(tradeMetrics([100, -30, 0, 50, '-20'])).toMatchObject({
      trade_count: 5,
      wins: 2,
      losses: 2,
      break_evens: 1,
      win_rate: 0.4,
      win_rate_without_break_evens: 0.5,
      avg_win: 75,
      avg_loss: -25,
      payoff_ratio: 3,
      profit_factor: 3,
      expectancy: 20,
      kelly_fraction: 4 / 15,
      break_even_win_rate: 0.25,
      largest_win: 100,
      largest_loss: -30,
      max_consecutive_wins: 1,
      max_consecutive_losses: 1,
      total_pnl: 100,
      reliable: false,
    });
  });

  it('a break-even band takes the small ones out of both sides', () => {
    expect(tradeMetrics([100, 4, -4, -50], { break_even: 5 })).toMatchObject({ wins: 1, losses: 1, break_evens: 2 });
  });

  it('says null where there is nothing to divide by, and zeros only for no trades', () => {
    expect(tradeMetrics([1, 2])).toMatchObject({ profit_factor: null, payoff_ratio: null, kelly_fraction: 1 });
    expect(tradeMetrics([-1, -2])).toMatchObject({ profit_factor: 0, kelly_fraction: null });
    expect(tradeMetrics([])).toMatchObject({ win_rate: 0, expectancy: 0, profit_factor: 0, kelly_fraction: 0 });
  });

  it('names what it could not read', () => {
    expect(tradeMetrics([1, 'x', NaN, 2])).toMatchObject({
      trade_count: 2,
      problems: [{ code: 'invalid_amount', ids: ['#1', '#2'] }],
    });
  });

  it('adds ten-cent results without a binary remainder', () => {
    expect(tradeMetrics(Array.from({ length: 1000 }, () => 0.1)).total_pnl).toBe(100);
  });

  it('expectancy is the mean and agrees with win and loss averages', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1 }), (pnls) => {
        const m = tradeMetrics(pnls);
        const fromSides = (m.wins * m.avg_win + m.losses * m.avg_loss) / m.trade_count;
        expect(m.expectancy).toBeCloseTo(fromSides, 6);
        expect(m.wins + m.losses + m.break_evens).toBe(pnls.length);
      }),
    );
  });
});

describe('SQN', () => {
  // Mean 0.5, sample deviation sqrt(3): by hand for [2, -1, 2, -1].
  it('uses the sample deviation and every trade', () => {
    const result = sqn([2, -1, 2, -1]);
    expect(result.mean).toBe(0.5);
    expect(result.sd).toBeCloseTo(Math.sqrt(3), 12);
    expect(result.sqn).toBeCloseTo((2 * 0.5) / Math.sqrt(3), 12);
    expect(result.grade).toBe('Poor');
  });

  it('caps n only when asked', () => {
    const values = Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? 2 : -1));
    expect(sqn(values).sqn / sqn(values, { cap: 100 }).sqn).toBeCloseTo(2, 12);
    expect(sqn(values, { cap: null }).sqn).toBe(sqn(values).sqn);
    expect(sqn(values).grade).toBe('Holy Grail');
  });

  it('has no meaning for one value, equal values or none', () => {
    expect(sqn([])).toMatchObject({ sqn: 0, grade: 'N/A', n: 0 });
    expect(sqn([1])).toMatchObject({ sqn: 0, grade: 'Poor' });
    expect(sqn([1, 1, 1])).toMatchObject({ sqn: 0, grade: 'Poor', problems: [{ code: 'too_few_values' }] });
  });

  it('does not depend on the unit', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 2 }), (values) => {
        expect(sqn(values.map((value) => value * 250)).sqn).toBeCloseTo(sqn(values).sqn, 9);
      }),
    );
  });
});

describe('drawdown', () => {
  it('the deepest in dollars and the deepest in percent may be different episodes', () => {
    // From 1,000: 1,000 → 500 (50 %), then up to 11,000 and down to 10,000 (9.1 %).
    const result = drawdown([0, -500, 500, 10_000, -1000], { start: 1000 });
    expect(result).toMatchObject({
      max_absolute: 1000,
      max_relative: 0.5,
      absolute_episode: { peak_index: 3, trough_index: 4 },
      relative_episode: { peak_index: 0, trough_index: 1, amount: 500 },
      current: 1000,
      final_equity: 10_000,
    });
    expect(result.absolute_episode?.fraction).toBeCloseTo(1 / 11, 12);
  });

  it('says when no starting equity was given', () => {
    expect(drawdown([-100])).toMatchObject({
      max_absolute: 100,
      max_relative: null,
      problems: [{ code: 'no_starting_equity' }],
    });
    expect(drawdown([], { start: 5 })).toMatchObject({ max_absolute: 0, max_relative: 0 });
  });

  it('is never larger than the sum of all losses', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1000, max: 1000 })), (pnls) => {
        const lost = pnls.reduce((sum, pnl) => sum + Math.max(0, -pnl), 0);
        expect(drawdown(pnls, { start: 10_000 }).max_absolute).toBeLessThanOrEqual(lost);
      }),
    );
  });
});

describe('R-multiples', () => {
  it('divide by what was risked and leave out what has no risk', () => {
    expect(
      rMultiples([
        { id: 'a', pnl: 200, risk: 100 },
        { id: 'b', pnl: -100, risk: '100' },
        { id: 'c', pnl: 50 },
      ]),
    ).toMatchObject({
      trades: [
        { id: 'a', r: 2 },
        { id: 'b', r: -1 },
      ],
      mean_r: 0.5,
      best_r: 2,
      worst_r: -1,
      left_out: [{ reason: 'no initial risk', count: 1 }],
      problems: [{ code: 'missing_risk', ids: ['c'] }],
    });
  });

  it('take the risk from entry and stop', () => {
    expect(initialRisk({ entry: 619.61, stop: 615, quantity: 216 })).toBe(995.76);
    expect(initialRisk({ entry: 5000, stop: 5010, quantity: 2, multiplier: 50 })).toBe(1000);
    expect(initialRisk({ entry: 5, stop: 5, quantity: 1 })).toBeNull();
  });
});
