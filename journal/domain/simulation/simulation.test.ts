import { describe, expect, it } from 'vitest';
import { drawdownMonteCarlo } from './index.ts';
import { losingStreakProbability } from './streaks.ts';
import { firstPaths, runPaths } from './paths.ts';
import { tolerableSteps } from './tolerable-risk.ts';

const trades = [120, -80, 60, -100, 200, -90, 40, -70, 150, -110, 30, -60];

describe('Monte Carlo drawdown', () => {
  it('repeats itself for a seed, says the seed, and differs for another', () => {
    const run = (seed: number) => drawdownMonteCarlo(trades, { simulations: 2000, seed });
    expect(run(7)).toEqual(run(7));
    expect(run(7).seed).toBe(7);
    expect(run(7).max_drawdown_percentiles).not.toEqual(run(8).max_drawdown_percentiles);
  });

  it('draws what it always drew for a seed, to the last digit', () => {
    const run = (options: object) => {
      const { max_drawdown_percentiles, equity_percentiles, expected_return, losing_streak_percentiles, ...answer } =
        drawdownMonteCarlo(trades, { simulations: 3000, seed: 11, ...options });
      const [{ p5, p95 }, { p50 }] = [max_drawdown_percentiles, equity_percentiles];
      return [p5, p95, p50, expected_return, losing_streak_percentiles.p95, answer.recommended_risk_pct];
    };
    const compounding = [0.01176470588235301, 0.04301109459424022, 1.0106874810993767, 0.010203447645116492, 2, 4.85];
    expect(run({ block: 3 })).toEqual(compounding);
    const dollars = [0.050000000000000044, 0.2922543917369543, 1.04, 0.04202166666666862, 6, 3.05];
    expect(run({ start: 2000 })).toEqual(dollars);
  });

  it('the tolerable risk is the last at which few enough of the paths themselves fall so far, for any tolerance', () => {
    for (const block of [1, 4])
      for (const share of [0, 0.05, 0.3, 1]) {
        const plan = { outcomes: Float64Array.from(trades, (pnl) => pnl / 85), trades: 12, block, seed: 9 };
        const sharesFallen = Array.from({ length: 21 }, (_, steps) => {
          const { drawdowns } = runPaths({ ...plan, simulations: 300, start: 1, risk: steps * 0.02 });
          return drawdowns.filter((depth) => depth >= 0.1).length / 300;
        });
        const tolerance = { trades: 12, fall: 0.1, share, step: 0.02, steps: 20 };
        const last = sharesFallen.findLastIndex((fallen) => fallen <= share);
        expect(tolerableSteps(firstPaths(plan, 300), tolerance)).toBe(last);
      }
  });

  it('deeper drawdowns are rarer, and the median is not positive', () => {
    const { probability_table, max_drawdown_median } = drawdownMonteCarlo(trades, {
      simulations: 5000,
      seed: 1,
      start: 500,
    });
    const chances = probability_table.map((row) => row.probability);
    expect(chances).toEqual(chances.toSorted((a, b) => b - a));
    expect(chances[0]).toBeGreaterThan(0.5);
    expect(max_drawdown_median).toBeLessThan(0);
  });

  it('finds what can be worked out by hand: two trades, four equally likely paths', () => {
    // +100 or −100 twice on 1,000. Drawdown: ++ 0, +− 100/1100, −+ 100/1000, −− 200/1000.
    const { probability_table } = drawdownMonteCarlo([100, -100], { simulations: 100_000, seed: 3, start: 1000 });
    const chance = (pct: number) => probability_table.find((row) => row.drawdown_pct === pct)?.probability ?? NaN;
    expect(chance(5)).toBeCloseTo(0.75, 2);
    expect(chance(10)).toBeCloseTo(0.5, 2);
    expect(chance(20)).toBeCloseTo(0.25, 2);
    expect(chance(25)).toBe(0);
  });

  it('keeps neighbours together when asked: losses that come in runs go deeper', () => {
    const runs = Array.from({ length: 200 }, (_, i) => (i % 20 < 10 ? 100 : -90));
    const single = drawdownMonteCarlo(runs, { simulations: 2000, seed: 5 });
    const blocks = drawdownMonteCarlo(runs, { simulations: 2000, seed: 5, block: 20 });
    expect(blocks.max_drawdown_median).toBeLessThan(single.max_drawdown_median);
    expect(blocks.losing_streak_percentiles.p50).toBeGreaterThan(single.losing_streak_percentiles.p50);
    expect(blocks.convention).toContain('blocks of 20');
  });

  it('the fan starts where the account is, widens trade by trade and ends where the paths end', () => {
    const answer = drawdownMonteCarlo(trades, { simulations: 3000, seed: 2, start: 5000 });
    const { trades: at, p5, p25, p50, p75, p95 } = answer.equity_fan;
    expect(at).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect([p5[0], p50[0], p95[0]]).toEqual([1, 1, 1]);
    expect({ p5: p5.at(-1), p25: p25.at(-1), p50: p50.at(-1), p75: p75.at(-1), p95: p95.at(-1) }).toEqual(
      answer.equity_percentiles,
    );
    // After one trade the lowest and highest are the worst and best trades there were: 110 less, 200 more.
    expect([p5[1], p95[1]]).toEqual([1 - 110 / 5000, 1 + 200 / 5000]);
    const widths = at.map((_, i) => (p95[i] ?? 0) - (p5[i] ?? 0));
    expect(widths[12]).toBeGreaterThan(widths[6] ?? NaN);
    expect(widths[6]).toBeGreaterThan(widths[1] ?? NaN);
  });

  it('a long path has 25 stops at most, and no trades have no fan', () => {
    const many = Array.from({ length: 240 }, (_, i) => (i % 3 === 0 ? -100 : 80));
    const { equity_fan } = drawdownMonteCarlo(many, { simulations: 100, seed: 1 });
    expect(equity_fan.trades).toHaveLength(26);
    expect([equity_fan.trades[0], equity_fan.trades.at(-1)]).toEqual([0, 240]);
    expect(drawdownMonteCarlo([], { simulations: 100, seed: 1 }).equity_fan.trades).toEqual([]);
  });

  it('recommends less risk for a worse system', () => {
    const risk = (pnls: number[]) =>
      drawdownMonteCarlo(pnls, { simulations: 1000, seed: 1 }).recommended_risk_pct ?? NaN;
    expect(risk([...trades, -50])).toBeLessThan(risk(trades));
  });

  it('recommends no risk at all for a system that loses on average', () => {
    const { recommended_risk_pct, problems } = drawdownMonteCarlo([100, -60, -60], { simulations: 200, seed: 1 });
    expect(recommended_risk_pct).toBeNull();
    expect(problems).toMatchObject([{ code: 'no_edge' }]);
  });

  it('a path is at most 250 trades', () => {
    const many = Array.from({ length: 1000 }, (_, i) => (i % 3 === 0 ? -100 : 80));
    expect(drawdownMonteCarlo(many, { simulations: 100, seed: 1 }).path_length).toBe(250);
    expect(drawdownMonteCarlo(trades, { simulations: 100, seed: 1 }).path_length).toBe(12);
  });

  it('says what is missing instead of inventing a risk', () => {
    expect(drawdownMonteCarlo([], { simulations: 100, seed: 1 })).toMatchObject({
      simulations_run: 0,
      recommended_risk_pct: null,
      problems: [{ code: 'too_few_trades' }],
    });
    expect(drawdownMonteCarlo([5, 6], { simulations: 0, seed: NaN })).toMatchObject({
      simulations: 10_000,
      recommended_risk_pct: null,
      problems: [{ code: 'invalid_simulations' }, { code: 'invalid_seed' }, { code: 'no_losses' }],
    });
  });
});

describe('losing streaks', () => {
  it('are exact: four in a row within a hundred even trades is nearly certain', () => {
    expect(losingStreakProbability(0.5, 4, 100)).toBeCloseTo(0.9727, 4);
    // Two in a row in three flips: LLx, xLL → 3 of 8.
    expect(losingStreakProbability(0.5, 2, 3)).toBe(3 / 8);
    expect(losingStreakProbability(0.5, 5, 3)).toBe(0);
    expect(losingStreakProbability(2, 5, 3)).toBeNaN();
  });
});
