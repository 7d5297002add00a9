// Ten strategies, once by us and once by numpy: trend, reversion and breakout, with stops, with costs, by type and by
// expression. Trades, the equity of every bar and the figures must agree. The other computation is in
// numpy/reference.py; where numpy is missing, its results are read from numpy/recorded.jsonl (rewritten by running
// this with SWIMMY_RECORD=1).
import {
  generateCsv,
  modeSchema,
  parseCsv,
  realisticInput,
  requestSchema,
  resample,
  runRealistic,
} from '@zorivest/engine';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

interface Reference {
  /** Times, prices, volume and profit, or some of them where it is recorded. */
  readonly trades: readonly Readonly<Record<string, number>>[];
  /** Of every bar, or of every `STEP`th where it is recorded. */
  readonly equity: readonly number[];
  readonly figures: Readonly<Record<string, number>>;
}
type References = Readonly<Record<string, Reference>>;

const FOLDER = join(import.meta.dirname, 'numpy');
const RECORDED = join(FOLDER, 'recorded.jsonl');
const STEP = 20;

// Two months of hours.
const series = resample(parseCsv(new TextEncoder().encode([...generateCsv(90_000, 20_240)].join(''))).series, 60);

const STRATEGIES: Readonly<Record<string, { readonly strategy: object; readonly mode: object }>> = {
  // Periods without a common factor: where two means of whole points are equal, rounding alone would decide the cross.
  'sma trend': { strategy: { sma_short: 11, sma_long: 31 }, mode: {} },
  'ema trend with costs': {
    strategy: { indicator_type: 'ema', sma_short: 12, sma_long: 26 },
    mode: { fill: 'close', costs: [{ spread: 0.02, slippage: 0.003, commission: 0.4 }] },
  },
  'rsi reversion with stops': {
    strategy: { indicator_type: 'rsi', sma_short: 14, sma_long: 1, sl: 0.15, tp: 0.2 },
    mode: { costs: [{ spread: 0.01 }] },
  },
  'bands with stops inside the bar': {
    strategy: { indicator_type: 'bb', sma_short: 20, sma_long: 1, band_mult: 2, sl: 0.08, tp: 0.12 },
    mode: { fill: 'intrabar', costs: [{ slippage: 0.002 }] },
  },
  'macd long only over nights': {
    strategy: { indicator_type: 'macd', sma_short: 12, sma_long: 26 },
    mode: { direction: 'long', costs: [{ swap_long: -0.004, swap_short: 0.002, commission: 0.1 }] },
  },
  'stochastic with ranges': {
    strategy: { indicator_type: 'stoch', sma_short: 14, sma_long: 1, atr_barrier_sl: 1.5, atr_barrier_tp: 2 },
    mode: { fill: 'intrabar', same_bar: 'target_first' },
  },
  'keltner sized by risk': {
    strategy: { indicator_type: 'keltner', sma_short: 20, sma_long: 1, band_mult: 1.5, sl: 0.2 },
    mode: { size: { risk_percent: 2 }, contract_size: 10, costs: [{ spread: 0.01 }] },
  },
  breakout: {
    strategy: {
      entry_long: 'close > highest(high, 20)[1]',
      entry_short: 'close < lowest(low, 20)[1]',
      exit_long: 'close < lowest(low, 10)[1]',
      exit_short: 'close > highest(high, 10)[1]',
      stop: '2 * atr(14)',
    },
    mode: { fill: 'intrabar', costs: [{ spread: 0.01, swap_long: -0.001, swap_short: -0.001 }] },
  },
  'trend of the day with a trailing stop': {
    strategy: { entry_long: 'close > sma(close, n)', filter: 'hour in 8..16', trailing_stop: '0.1', params: { n: 15 } },
    mode: { fill: 'intrabar', costs: [{ spread: 0.004 }] },
  },
  'stretched, for so long and no more': {
    strategy: {
      entry_long: 'close < sma(close, 20) - 1.5 * stdev(close, 20)',
      entry_short: 'close > sma(close, 20) + 1.5 * stdev(close, 20)',
      exit_long: 'close > sma(close, 20)',
      exit_short: 'close < sma(close, 20)',
      stop: '0.3',
      break_even: '0.05',
      time_stop: '12',
    },
    mode: { fill: 'close', costs: [{ commission: 0.05 }] },
  },
};

function compute(): References | undefined {
  const candles = Array.from({ length: series.length }, (_, i) =>
    [series.t, series.o, series.h, series.l, series.c, series.v].map((column) => column[i]),
  );
  const { status, stdout, stderr } = spawnSync('/usr/bin/python3', [join(FOLDER, 'reference.py')], {
    input: JSON.stringify({ candles }),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return JSON.parse(stdout) as References;
  if (status === null || /No module named 'numpy'/.test(stderr)) return undefined;
  throw new Error(stderr);
}

const live = compute();
if (live && process.env.SWIMMY_RECORD) {
  const lines = Object.entries(live).map(([name, { trades, equity, figures }]) =>
    JSON.stringify({
      name,
      trades: trades.map(({ exit_time, pnl }) => ({ exit_time, pnl: Number(pnl?.toPrecision(13)) })),
      equity: equity.filter((_, i) => i % STEP === 0).map((value) => Number(value.toPrecision(15))),
      figures,
    }),
  );
  writeFileSync(RECORDED, `${lines.join('\n')}\n`);
}
const recorded: References = Object.fromEntries(
  readFileSync(RECORDED, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Reference & { readonly name: string }) // written just above
    .map((each) => [each.name, each]),
);
const sources: [string, References][] = [['what numpy gave when it was recorded', recorded]];
if (live) sources.unshift(['numpy', live]);

const near = (a: number, b: number, within: number) => Math.abs(a - b) <= within * Math.max(1, Math.abs(b));

describe.each(sources)('ten strategies, compared with %s', (_source, reference) => {
  test('are ten', () => {
    expect(Object.keys(STRATEGIES)).toHaveLength(10);
    expect(Object.keys(reference)).toEqual(Object.keys(STRATEGIES));
  });

  test.each(Object.entries(STRATEGIES))('%s', (name, { strategy, mode }) => {
    const request = requestSchema.parse({ symbol: 'X', strategy: { name, volume: 1, ...strategy }, mode });
    const run = runRealistic(realisticInput(request, modeSchema.parse(mode), series));
    const wanted = reference[name];
    if (!wanted) throw new Error(`no reference for ${name}`);
    expect(run.trades.length).toBeGreaterThan(10);
    expect(run.trades).toHaveLength(wanted.trades.length);
    const wrong: string[] = [];
    for (const [i, trade] of run.trades.entries()) {
      const other = wanted.trades[i] ?? {};
      const ours = { ...trade, side: trade.side === 'long' ? 1 : -1 };
      for (const key of ['side', 'entry_time', 'exit_time', 'entry_price', 'exit_price', 'volume', 'pnl'] as const)
        if (key in other && !near(ours[key], other[key] ?? NaN, 1e-9))
          wrong.push(`trade ${i} ${key}: ${ours[key]}, not ${other[key]}`);
    }
    const step = wanted.equity.length === series.length ? 1 : STEP;
    expect(wanted.equity).toHaveLength(Math.ceil(series.length / step));
    for (const [i, value] of wanted.equity.entries())
      if (!near(run.equity[i * step] ?? NaN, value, 1e-9))
        wrong.push(`bar ${i * step}: ${run.equity[i * step]}, not ${value}`);
    for (const [key, value] of Object.entries(wanted.figures)) {
      const ours = (run.figures as unknown as Record<string, number>)[key] ?? NaN; // figures are named alike
      if (!near(ours, value, 1e-9)) wrong.push(`${key}: ${ours}, not ${value}`);
    }
    expect(wrong).toEqual([]);
  });
});
