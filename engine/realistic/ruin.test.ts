// An account can end, a broker can end a position before that, and a sweep must not choose what is dead.
import { describe, expect, test } from 'vitest';
import { seriesOf } from '../candles/series.ts';
import { BUY, EXIT_LONG, SELL } from '../indicators/flags.ts';
import { realisticOutcome } from '../outcome/outcome.ts';
import { modeSchema } from '../request/mode.ts';
import { requestSchema } from '../request/schema.ts';
import { combinations } from '../sweep/combinations.ts';
import { rankRuns, runTrials, trialsOf } from '../sweep/run.ts';
import { fateOf } from './measure.ts';
import { runRealistic } from './run.ts';
import type { Signals } from './signals.ts';

const DAY = 86_400;
const MONDAY = 1_704_067_200;

/** [open, high, low, close] of each day. */
type Bar = readonly [number, number, number, number];
const seriesOfBars = (bars: readonly Bar[]) =>
  seriesOf(bars.map(([o, h, l, c], i) => ({ t: MONDAY + i * DAY, o, h, l, c, v: 1 })));
const flat = (closes: readonly number[]): Bar[] => closes.map((c) => [c, c, c, c]);

function run(bars: readonly Bar[], flags: Readonly<Record<number, number>>, mode: object, volume = 200, more = {}) {
  const signals: Signals = { flags: Uint8Array.from({ length: bars.length }, (_, i) => flags[i] ?? 0), ...more };
  const { strategy } = requestSchema.parse({
    symbol: 'X',
    strategy: { name: 'S', sma_short: 5, sma_long: 20, volume },
    mode: {},
  });
  const input = { series: seriesOfBars(bars), strategy, symbol: 'X', aux: new Map(), swaps: [] };
  return runRealistic({ ...input, mode: modeSchema.parse({ fill: 'close', ...mode }) }, { signals });
}

describe('an account of 10,000 with 200 units bought at 100', () => {
  const closes = flat([100, 20, 200, 200]);

  test('is ruined at the close that leaves nothing, and does not rise again', () => {
    const { figures, equity, trades } = run(closes, { 0: BUY, 3: EXIT_LONG }, {});
    expect([...equity]).toEqual([10_000, -6000, -6000, -6000]);
    expect(trades).toMatchObject([{ reason: 'ruined', exit_price: 20, exit_time: MONDAY + DAY }]);
    expect(figures).toMatchObject({ ruined_at: MONDAY + DAY, return: -1.6, peak_leverage: 2, liquidations: 0 });
  });

  test('is ruined inside bars and at the next open as well', () => {
    for (const fill of ['next_open', 'intrabar']) {
      const { figures, trades } = run(flat([100, 100, 20, 200, 200]), { 0: BUY }, { fill });
      expect(trades).toMatchObject([{ reason: 'ruined', exit_time: MONDAY + 2 * DAY }]);
      expect(fateOf(figures)).toBe('ruined');
    }
  });

  test('a short is ruined when the price goes up', () => {
    const { figures, trades } = run(flat([100, 100, 151, 50]), { 0: SELL }, {});
    expect(trades).toMatchObject([{ side: 'short', reason: 'ruined', exit_price: 151 }]);
    expect(figures.ruined_at).toBe(MONDAY + 2 * DAY);
  });

  test('is liquidated before that when there is a limit: cut to twice the equity, closed below a quarter', () => {
    // 200 units are just what twice 10,000 buys. At 66 equity is 3,200, a quarter of 13,200 is 3,300.
    const bars: Bar[] = [
      [100, 100, 100, 100],
      [90, 95, 67, 80],
      [80, 82, 66, 81],
      [81, 200, 81, 200],
    ];
    const { figures, trades, equity, account } = run(bars, { 0: BUY }, { leverage: 2 }, 300);
    expect(trades).toMatchObject([{ volume: 200, reason: 'liquidated', exit_price: 66, exit_time: MONDAY + 2 * DAY }]);
    expect([...equity]).toEqual([10_000, 6000, 3200, 3200]);
    expect(figures).toMatchObject({ liquidations: 1, ruined_at: NaN });
    expect(account.cutEntries).toBe(1);
    expect(figures.peak_leverage).toBeCloseTo(13_200 / 3200, 12);
  });

  test('a stop that fills while there is margin comes before the liquidation, one beyond it after', () => {
    const bars: Bar[] = [
      [100, 100, 100, 100],
      [90, 95, 40, 80],
      [80, 80, 80, 80],
    ];
    const mode = { fill: 'intrabar', leverage: 2 };
    const entered: Bar[] = [[100, 100, 100, 100], ...bars];
    expect(run(entered, { 0: BUY }, mode, 200, { stop: 20 }).trades).toMatchObject([
      { reason: 'stop', exit_price: 80 },
    ]);
    expect(run(entered, { 0: BUY }, mode, 200, { stop: 50 }).trades).toMatchObject([
      { reason: 'liquidated', exit_price: 40 },
    ]);
  });

  test('maintenance alone liquidates, too', () => {
    const { trades } = run(flat([100, 70, 69]), { 0: BUY }, { maintenance: 0.3 });
    expect(trades).toMatchObject([{ reason: 'liquidated', exit_price: 70 }]);
  });
});

test('a risk of one percent is lost at the stop with every cost, not without them', () => {
  const bars: Bar[] = [
    [100, 100, 100, 100],
    [100, 100, 90, 95],
    [95, 95, 95, 95],
  ];
  const entered: Bar[] = [[100, 100, 100, 100], ...bars];
  const costs = [{ spread: 0.2, slippage: 0.05, commission: 0.02 }];
  const { trades } = run(entered, { 0: BUY }, { fill: 'intrabar', costs, size: { risk_percent: 1 } }, 1, { stop: 2 });
  expect(trades).toMatchObject([{ reason: 'stop' }]);
  expect(trades[0]?.pnl).toBeCloseTo(-100, 9);
});

describe('a sweep over stops from nothing to much', () => {
  // A long slow fall with small rises in it: risk by a tiny stop buys thousands of times the equity.
  const closes = Array.from({ length: 400 }, (_, i) => 100 + Math.sin(i / 3) * 2 + Math.cos(i * 1.7));
  const series = seriesOf(
    closes.map((c, i) => {
      const o = closes[i - 1] ?? c;
      return { t: MONDAY + i * DAY, o, h: Math.max(o, c) + 0.5, l: Math.min(o, c) - 0.5, c, v: 1 };
    }),
  );
  const request = requestSchema.parse({
    symbol: 'X',
    strategy: { name: 'S', entry_long: 'close > open', stop: 'k', volume: 1, params: { k: 1 } },
    mode: { size: { risk_percent: 1 }, sweep: { k: [0.0001, 0.001, 0.01, 0.5, 2] } },
  });
  const mode = modeSchema.parse(request.mode);
  const input = { series, strategy: request.strategy, mode, symbol: 'X', aux: new Map(), swaps: [] };

  test('puts every ruined run behind every run that lived, whatever it ranks by', () => {
    const tried = runTrials(input, trialsOf(combinations(request.strategy, mode), mode));
    const fates = (by: 'sharpe' | 'pnl' | 'cagr' | 'max_drawdown') =>
      rankRuns(tried, by).map(({ figures }) => fateOf(figures));
    expect(fates('sharpe')).toContain('ruined');
    expect(fates('sharpe')).toContain('lived');
    for (const by of ['sharpe', 'pnl', 'cagr', 'max_drawdown'] as const)
      expect(fates(by)).toEqual(fates(by).toSorted());
  });

  test('says so where one run is asked for', () => {
    const one = { ...request, strategy: { ...request.strategy, params: { k: 0.0001 } } };
    const alone = modeSchema.parse({ size: { risk_percent: 1 } });
    const { result, details } = realisticOutcome(one, alone, series, {}, false);
    expect(result.outcome).toBe('ruined');
    expect(result.peak_leverage).toBeGreaterThan(1000);
    expect(details.warnings?.join(' ')).toMatch(/^Ruined: at the close of 2024-.*times the equity/);
    const limited = realisticOutcome(one, modeSchema.parse({ ...alone, leverage: 1 }), series, {}, false);
    expect(limited.result.outcome).toBe('lived');
    expect(limited.details.warnings?.join(' ')).toMatch(/cut down to mode.leverage, 1 times the equity/);
  });
});

test('a profit factor without a loss is infinite and ranks first; without a trade it is 0', () => {
  const won = run(flat([100, 110, 120]), { 0: BUY, 1: EXIT_LONG }, {}, 1);
  const mixed = run(flat([100, 110, 100, 90]), { 0: BUY, 1: EXIT_LONG, 2: BUY, 3: EXIT_LONG }, {}, 0.5);
  const none = run(flat([100, 110, 120]), {}, {});
  expect([won, mixed, none].map(({ figures }) => figures.profit_factor)).toEqual([Infinity, 1, 0]);
  const rows = [none, mixed, won].map(({ figures }) => ({ parameters: {}, figures }));
  expect(rankRuns(rows, 'profit_factor').map(({ figures }) => figures.profit_factor)).toEqual([Infinity, 1, 0]);
});
