// The crossing of two means over a million candles, by us and by others. Each gives trades, daily returns, Sharpe and
// drawdown; ours, the plain loop and the exact reference follow the very same rules and must agree to the last bit.
import { createRequire } from 'node:module';
import { requestSchema, runCompatible, type Series } from '@zorivest/engine';

const SHORT = 50;
const LONG = 200;
const COST = 0.005;
const SL = 0.15;
const TP = 0.3;
const DAY = 86_400;

const { strategy } = requestSchema.parse({
  symbol: 'USDJPY',
  strategy: { name: 'bench', sma_short: SHORT, sma_long: LONG, sl: SL, tp: TP, volume: 1 },
});

export const compatible = (series: Series) => runCompatible({ series, strategy, aux: new Map(), swaps: [] });

export interface LoopResult {
  readonly pnl: number[];
  readonly exitTime: number[];
  readonly sharpe: number;
  readonly drawdown: number;
}

/** What one writes without a library. `exact` sums every window afresh: slow, and the truth about ties. */
export function plainLoop({ t, c }: Series, exact: boolean): LoopResult {
  const n = c.length;
  const pnl: number[] = [];
  const exitTime: number[] = [];
  const sum = (from: number, to: number): number => {
    let total = 0;
    for (let k = from; k < to; k++) total += c[k] as number;
    return total;
  };
  let shortSum = sum(LONG - SHORT, LONG);
  let longSum = sum(0, LONG);
  let before = 0;
  let side = 0;
  let entry = 0;
  for (let i = LONG; i < n; i++) {
    const short = exact ? sum(i - SHORT, i) / SHORT : shortSum / SHORT;
    const long = exact ? sum(i - LONG, i) / LONG : longSum / LONG;
    const now = short > long ? 1 : short < long ? -1 : 0;
    const close = c[i] as number;
    if (i >= LONG + 2) {
      const buy = before < 0 && now > 0;
      const sell = before > 0 && now < 0;
      if (side !== 0) {
        const stop = entry - side * SL;
        const target = entry + side * TP;
        if (side > 0 ? close <= stop || close >= target || sell : close >= stop || close <= target || buy) {
          pnl.push(side * (close - side * COST - entry));
          exitTime.push(t[i] as number);
          side = 0;
        }
      }
      if (side === 0 && (buy || sell)) {
        side = buy ? 1 : -1;
        entry = close + side * COST;
      }
    }
    before = now;
    shortSum += close - (c[i - SHORT] as number);
    longSum += close - (c[i - LONG] as number);
  }
  const firstDay = Math.floor((t[0] as number) / DAY);
  const daily = new Float64Array(Math.floor((t[n - 1] as number) / DAY) - firstDay + 1);
  let equity = 10_000;
  let peak = equity;
  let drawdown = 0;
  for (const [k, made] of pnl.entries()) {
    const day = Math.floor((exitTime[k] as number) / DAY) - firstDay;
    daily[day] = (daily[day] as number) + made;
    equity += made;
    peak = Math.max(peak, equity);
    drawdown = Math.max(drawdown, (peak - equity) / peak);
  }
  let running = 10_000;
  for (const [day, made] of daily.entries()) {
    daily[day] = made / running;
    running += made;
  }
  const mean = daily.reduce((a, b) => a + b, 0) / daily.length;
  const deviation = Math.sqrt(daily.reduce((a, b) => a + (b - mean) ** 2, 0) / daily.length);
  return { pnl, exitTime, sharpe: (mean / deviation) * Math.sqrt(252), drawdown };
}

/** grademark with its indicators computed beforehand; it takes bars as objects, built before the clock starts. */
export function grademark(series: Series): () => unknown {
  const require = createRequire(import.meta.url);
  // Both are CommonJS without types that fit here.
  const { backtest, analyze } = require('grademark') as {
    backtest: (...args: unknown[]) => unknown;
    analyze: (...args: unknown[]) => unknown;
  };
  const { DataFrame } = require('data-forge') as { DataFrame: new (rows: unknown) => unknown };
  const mean = (period: number, i: number) =>
    (i < period ? NaN : (prefix[i] as number) - (prefix[i - period] as number)) / period;
  const prefix = new Float64Array(series.length + 1);
  for (let i = 0; i < series.length; i++) prefix[i + 1] = (prefix[i] as number) + (series.c[i] as number);
  const bars = Array.from({ length: series.length }, (_, i) => ({
    time: new Date((series.t[i] as number) * 1000),
    open: series.o[i],
    high: series.h[i],
    low: series.l[i],
    close: series.c[i],
    volume: series.v[i],
    short: mean(SHORT, i),
    long: mean(LONG, i),
    shortBefore: mean(SHORT, i - 1),
    longBefore: mean(LONG, i - 1),
  }));
  type Bar = (typeof bars)[number];
  const rules = {
    entryRule: (enter: () => void, { bar }: { bar: Bar }) => {
      if (bar.shortBefore < bar.longBefore && bar.short > bar.long) enter();
    },
    exitRule: (leave: () => void, { bar }: { bar: Bar }) => {
      if (bar.shortBefore > bar.longBefore && bar.short < bar.long) leave();
    },
    stopLoss: () => SL,
    profitTarget: () => TP,
  };
  const frame = new DataFrame(bars);
  return () => analyze(10_000, backtest(rules, frame));
}
