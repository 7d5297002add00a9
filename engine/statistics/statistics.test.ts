import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DatedValue } from './rows.ts';
import { STATISTICS } from './registry.ts';
import { statistics, type StatisticOptions } from './statistics.ts';

const ask = (statistic: string, returns: readonly (number | null)[], more: Partial<StatisticOptions> = {}) =>
  statistics(returns, { statistic, ...more });
const number = (statistic: string, returns: readonly (number | null)[], more: Partial<StatisticOptions> = {}) =>
  ask(statistic, returns, more) as number;

describe('a series that fell once', () => {
  // 1 -> 1.1 -> 0.88 -> 1.32
  const returns = [0.1, -0.2, 0.5];
  const mean = 0.4 / 3;
  const deviation = Math.sqrt(((0.1 - mean) ** 2 + (-0.2 - mean) ** 2 + (0.5 - mean) ** 2) / 2);

  test('is compounded', () => {
    const [first, second, third] = ask('cum_returns', returns) as number[];
    expect(first).toBeCloseTo(0.1, 12);
    expect(second).toBeCloseTo(-0.12, 12);
    expect(third).toBeCloseTo(0.32, 12);
    expect(number('cum_returns_final', returns, { args: { starting_value: 100 } })).toBeCloseTo(132, 10);
    expect(number('annual_return', returns, { args: { period: 'monthly' } })).toBeCloseTo(1.32 ** 4 - 1, 12);
  });

  test('has the ratios of its definition', () => {
    expect(number('sharpe_ratio', returns)).toBeCloseTo((mean / deviation) * Math.sqrt(252), 10);
    expect(number('sharpe_ratio', returns, { args: { risk_free: 0.1 } })).toBeCloseTo(
      ((mean - 0.1) / deviation) * Math.sqrt(252),
      10,
    );
    const downside = Math.sqrt(0.04 / 3) * Math.sqrt(252);
    expect(number('downside_risk', returns)).toBeCloseTo(downside, 12);
    expect(number('sortino_ratio', returns)).toBeCloseTo((mean * 252) / downside, 10);
    expect(number('max_drawdown', returns)).toBeCloseTo(-0.2, 12);
    expect(number('calmar_ratio', returns, { args: { period: 'yearly' } })).toBeCloseTo(
      (1.32 ** (1 / 3) - 1) / 0.2,
      12,
    );
    expect(number('omega_ratio', returns)).toBeCloseTo(3, 12);
    expect(number('annual_volatility', returns)).toBeCloseTo(deviation * Math.sqrt(252), 12);
    expect(number('value_at_risk', returns, { args: { cutoff: 0.25 } })).toBeCloseTo(-0.05, 12);
  });

  test('a missing return is no return, counts as a row of the year, and is skipped by means', () => {
    const missing = [0.1, null, -0.2, 0.5];
    expect(number('sharpe_ratio', missing)).toBe(number('sharpe_ratio', returns));
    expect(number('annual_return', missing, { args: { period: 'monthly' } })).toBeCloseTo(1.32 ** 3 - 1, 12);
  });
});

describe('compared with a benchmark', () => {
  const benchmark: DatedValue[] = [
    ['2024-01-01', 0.01],
    ['2024-01-02', -0.02],
    ['2024-01-03', 0.03],
    ['2024-01-04', null],
    ['2024-01-05', 0.01],
  ];
  /** Twice the benchmark and a thousandth more, with a row that it has not. */
  const returns: DatedValue[] = [
    ['2024-01-01', 0.021],
    ['2024-01-02', -0.039],
    ['2024-01-03', 0.061],
    ['2024-01-04', 0.5],
    ['2024-01-06', 0.5],
  ];

  test('rows are paired by date', () => {
    const [alpha, beta] = statistics(returns, { statistic: 'alpha_beta', benchmark }) as number[];
    expect(beta).toBeCloseTo(2, 10);
    expect(alpha).toBeCloseTo(1.001 ** 252 - 1, 9);
    expect(statistics(returns, { statistic: 'down_alpha_beta', benchmark })).toEqual([NaN, NaN]);
  });

  test('captures, and windows of them', () => {
    const full = (series: readonly DatedValue[]) => series.slice(0, 3);
    const ofUp = 1.021 * 1.061;
    const ofDown = 1 - 0.039;
    const up = statistics(full(returns), { statistic: 'up_capture', benchmark }) as number;
    expect(up).toBeCloseTo((ofUp ** 126 - 1) / ((1.01 * 1.03) ** 126 - 1), 8);
    const both = statistics(full(returns), { statistic: 'up_down_capture', benchmark }) as number;
    expect(both).toBeCloseTo(up / ((ofDown ** 252 - 1) / (0.98 ** 252 - 1)), 8);
    const rolled = statistics(returns.slice(0, 4), {
      statistic: 'roll_alpha_beta',
      benchmark,
      args: { window: 3 },
    }) as number[][];
    expect(rolled).toHaveLength(2);
    expect(rolled[1]?.[1]).toBeCloseTo(2, 10);
  });

  test('the word benchmark stands for it', () => {
    const own = { statistic: 'sharpe_ratio', benchmark: returns, args: { risk_free: 'benchmark' } };
    expect(statistics(returns, own)).toBeNaN();
    expect(statistics(returns, { ...own, statistic: 'excess_sharpe', args: { factor: 0 } })).toBeGreaterThan(0);
  });
});

test('what is not defined is not a number, and what never varies is no small deviation', () => {
  for (const name of ['sharpe_ratio', 'sortino_ratio', 'annual_volatility', 'omega_ratio', 'beta', 'max_drawdown'])
    expect([name, ask(name, [])]).toEqual([name, NaN]);
  expect(ask('sharpe_ratio', [0.01])).toBeNaN();
  expect(ask('sharpe_ratio', [0.01, 0.01, 0.01])).toBe(Infinity);
  expect(ask('calmar_ratio', [0.01, 0.02])).toBeNaN();
  expect(ask('roll_sharpe_ratio', [0.01, 0.02], { args: { window: 3 } })).toEqual([]);
  expect(() => ask('sharp', [])).toThrow(/sharp is unknown; available: .*sharpe_ratio/);
  expect(() => ask('roll_sharpe_ratio', [0.1])).toThrow('window');
  expect(() => ask('annual_return', [0.1], { args: { period: 'hourly' } })).toThrow('must be one of daily');
});

test('weeks are those of the ISO calendar, across the end of a year', () => {
  const returns: DatedValue[] = [
    ['2024-12-29', 0.1],
    ['2024-12-30', 0.1],
    ['2025-01-05', 0.1],
    ['2025-01-06', 0.1],
  ];
  const to = (word: string) =>
    (statistics(returns, { statistic: 'aggregate_returns', args: { to: word } }) as number[]).map((value) =>
      Number(value.toFixed(12)),
    );
  expect(to('weekly')).toEqual([0.1, 0.21, 0.1]);
  expect(to('monthly')).toEqual([0.21, 0.21]);
  expect(to('quarterly')).toEqual([0.21, 0.21]);
  expect(to('yearly')).toEqual([0.21, 0.21]);
});

test('prices that fall twice, the second time for good', () => {
  const prices: DatedValue[] = [10, 10, 8, 9, 10, 12, 6].map((price, i) => [`2024-01-0${i + 1}`, price]);
  expect(statistics(undefined, { statistic: 'drawdown_table', prices, args: { top: 5 } })).toEqual([
    { peak: '2024-01-06', valley: '2024-01-07', recovery: null, net_drawdown_pct: 50 },
    { peak: '2024-01-02', valley: '2024-01-03', recovery: '2024-01-05', net_drawdown_pct: 20 },
  ]);
  const ulcer = Math.sqrt((20 ** 2 + 10 ** 2 + 50 ** 2) / 7);
  expect(statistics(undefined, { statistic: 'ulcer_index', prices })).toBeCloseTo(ulcer, 12);
  const mean = (0 - 0.2 + 0.125 + 1 / 9 + 0.2 - 0.5) / 6;
  expect(statistics(undefined, { statistic: 'ulcer_performance_index', prices })).toBeCloseTo((100 * mean) / ulcer, 12);
  expect(statistics(undefined, { statistic: 'cagr', prices })).toBeCloseTo(0.6 ** (365.25 / 6) - 1, 12);
});

const CASES = join(process.env.ZORIVEST_CASES ?? join(import.meta.dirname, '../../../shared/data'), 'swimmy/portfolio');

interface StatisticCase extends StatisticOptions {
  readonly returns?: readonly DatedValue[];
}
interface ExpectedStatistic {
  readonly value?: unknown;
  readonly drawdowns?: readonly object[];
  readonly tolerance: number;
}

describe.skipIf(!existsSync(CASES))('the cases of shared/data/swimmy/portfolio', () => {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(CASES, file), 'utf8'));
  const names = globSync('stat-*.json', { cwd: CASES }).filter((file) => !file.includes('expected'));
  test.each(names)('%s', (file) => {
    const asked = read(file) as StatisticCase;
    const expected = read(file.replace('.json', '.expected.json')) as ExpectedStatistic;
    const value = statistics(asked.returns, asked);
    if (expected.drawdowns) expect(value).toEqual(expected.drawdowns);
    else {
      const flat = (data: unknown) => [data].flat(3).map(Number);
      const [ours, theirs] = [flat(value), flat(expected.value)];
      expect(ours).toHaveLength(theirs.length);
      for (const [i, one] of ours.entries())
        if (Number.isNaN(theirs[i])) expect(one).toBeNaN();
        else expect(Math.abs(one - theirs[i]) || 0).toBeLessThanOrEqual(expected.tolerance);
    }
  });
});

test('every statistic says what it is', () => {
  for (const [name, { about }] of Object.entries(STATISTICS)) expect([name, about]).not.toEqual([name, '']);
});
