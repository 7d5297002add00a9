import { describe, expect, test } from 'vitest';
import { parseCsv } from '../candles/file.ts';
import { generateCsv } from '../candles/generate.ts';
import { seriesOf, type Series } from '../candles/series.ts';
import { modeSchema } from '../request/mode.ts';
import { requestSchema } from '../request/schema.ts';
import { lookaheadCheck } from './lookahead.ts';
import { realisticOutcome } from '../outcome/outcome.ts';
import { runRealistic, type RealisticInput } from './run.ts';
import { realisticSignals } from './signals.ts';

const series: Series = parseCsv(new TextEncoder().encode([...generateCsv(20_000, 42)].join(''))).series;

const inputFor = (fields: object, mode: object = {}, bars = series): RealisticInput => {
  const request = requestSchema.parse({ symbol: 'X', strategy: { name: 'S', volume: 1, ...fields }, mode });
  return {
    series: bars,
    strategy: request.strategy,
    mode: modeSchema.parse(mode),
    symbol: 'X',
    aux: new Map(),
    swaps: [],
  };
};
const tradesOf = (fields: object, mode: object = {}, bars = series) =>
  runRealistic(inputFor(fields, mode, bars)).trades;

/** One minute each: [open, high, low, close]. */
const bars = (rows: readonly (readonly [number, number, number, number])[]): Series =>
  seriesOf(rows.map(([o, h, l, c], i) => ({ t: i * 60, o, h, l, c, v: 1 })));
const flat = (closes: readonly number[]) => bars(closes.map((c) => [c, c, c, c] as const));

describe('a built-in strategy written as expressions', () => {
  // Prices on a grid, so coarse that two means often meet exactly: there both must follow one rule.
  const coarse = seriesOf(
    Array.from({ length: 20_000 }, (_, i) => {
      const at = (k: number) => 100 + 3 * Math.sin(k / 37) + 2 * Math.sin(k / 11.3) + Math.sin(k / 3.7);
      const [o, c] = [at(i), at(i + 1)].map((price) => Math.round(price * 4) / 4 + 0.1) as [number, number];
      return { t: i * 60, o, h: Math.max(o, c) + 0.1, l: Math.min(o, c) - 0.1, c, v: 1 };
    }),
  );
  test.each(['close', 'next_open', 'intrabar'])('gives the very trades, %s', (fill) => {
    const builtIn = tradesOf({ sma_short: 10, sma_long: 40, sl: 2, tp: 3 }, { fill }, coarse);
    const written = tradesOf(
      {
        entry_long: 'cross_up(sma(close, 10), sma(close, 40))',
        exit_long: 'cross_down(sma(close, 10), sma(close, 40))',
        entry_short: 'cross_down(sma(close, 10), sma(close, 40))',
        exit_short: 'cross_up(sma(close, 10), sma(close, 40))',
        sl: 2,
        tp: 3,
      },
      { fill },
      coarse,
    );
    expect(builtIn.length).toBeGreaterThan(100);
    expect(written).toEqual(builtIn);
  });

  test('a stop of two ranges is the atr barrier of two', () => {
    const entries = { indicator_type: 'ema', sma_short: 10, sma_long: 40 };
    expect(tradesOf({ ...entries, stop: '2 * atr(14)', target: '3 * atr(14)' }, { fill: 'intrabar' })).toEqual(
      tradesOf({ ...entries, atr_barrier_sl: 2, atr_barrier_tp: 3 }, { fill: 'intrabar' }),
    );
  });
});

describe('what each expression does', () => {
  const enter = { entry_long: 'close > 10 and close[1] <= 10' };

  test('entries alone leave by the end only; an exit leaves where it says', () => {
    const rising = flat([10, 11, 12, 13, 12, 11]);
    expect(tradesOf(enter, { fill: 'close' }, rising)).toMatchObject([{ entry_time: 60, reason: 'end' }]);
    expect(tradesOf({ ...enter, exit_long: 'close < close[1]' }, { fill: 'close' }, rising)).toMatchObject([
      { entry_time: 60, exit_time: 240, reason: 'signal' },
    ]);
  });

  test('a filter takes entries out and leaves exits in', () => {
    expect(tradesOf({ ...enter, filter: 'hour in 8..16' }, { fill: 'close' }, flat([10, 11, 12]))).toEqual([]);
    expect(tradesOf({ ...enter, filter: 'hour in 0..7' }, { fill: 'close' }, flat([10, 11, 12]))).toHaveLength(1);
    const zone = { fill: 'close', time_zone: 'Asia/Tokyo' };
    expect(tradesOf({ ...enter, filter: 'hour == 9' }, zone, flat([10, 11, 12]))).toHaveLength(1);
  });

  test('stop and target are distances at the bar that decided, in price units', () => {
    // Decided at the close of 11, filled at the open of the next bar: the stop is 11 - 10 below the fill of 12.
    const bars_ = bars([
      [10, 10, 10, 10],
      [11, 11, 11, 11],
      [12, 12, 12, 12],
      [12, 12, 10.5, 11.5],
    ]);
    expect(tradesOf({ ...enter, stop: 'close - close[1]' }, { fill: 'intrabar' }, bars_)).toMatchObject([
      { entry_price: 12, exit_price: 11, reason: 'stop' },
    ]);
  });

  test('no entry while its stop is not known', () => {
    expect(tradesOf({ ...enter, stop: 'atr(5)' }, { fill: 'close' }, flat([10, 11, 12]))).toEqual([]);
  });

  test('a trailing stop follows the best price', () => {
    const trades = tradesOf({ ...enter, trailing_stop: '1.5' }, { fill: 'close' }, flat([10, 11, 14, 13, 12, 11]));
    expect(trades).toMatchObject([{ exit_price: 12, reason: 'trail' }]);
  });

  test('a break-even stop moves to the entry once the price has gone far enough', () => {
    const trades = tradesOf(
      { ...enter, stop: '5', break_even: '2' },
      { fill: 'close' },
      flat([10, 11, 13, 12, 11, 10, 9]),
    );
    expect(trades).toMatchObject([{ entry_price: 11, exit_price: 11, reason: 'break_even' }]);
  });

  test('a time stop closes after a number of bars, by a parameter', () => {
    const trades = tradesOf(
      { ...enter, time_stop: 'bars', params: { bars: 2 } },
      { fill: 'close' },
      flat([10, 11, 12, 13, 14, 15]),
    );
    expect(trades).toMatchObject([{ entry_time: 60, exit_time: 180, reason: 'time' }]);
  });

  test('entries of an indicator type keep their own exits, unless one is written', () => {
    const type = { indicator_type: 'ema', sma_short: 10, sma_long: 40 };
    expect(tradesOf({ ...type, filter: 'true' })).toEqual(tradesOf(type));
    const early = tradesOf({ ...type, exit_long: 'close < close[1]' });
    const hold = (trades: typeof early, side: string) =>
      trades.filter((trade) => trade.side === side).reduce((sum, trade) => sum + trade.exit_time - trade.entry_time, 0);
    expect(hold(early, 'long')).toBeLessThan(hold(tradesOf(type), 'long') / 4);
    expect(hold(early, 'short')).toBe(hold(tradesOf(type), 'short'));
  });
});

describe('no expression looks ahead', () => {
  const written = {
    entry_long: 'cross_up(close, tf(60, sma(close, 3))) and tf(15, rsi(14)) > 40',
    exit_long: 'close < tf(30, lowest(low, 4))[2]',
    stop: 'tf(60, atr(5)) * 2',
  };
  test('higher timeframes, stops included', () => {
    const input = inputFor(written);
    expect(lookaheadCheck(series, (cut) => realisticSignals({ ...input, series: cut }))).toMatchObject({ ok: true });
    expect(runRealistic(input).trades.length).toBeGreaterThan(5);
  });
  test('and a result with a higher timeframe says so unasked', () => {
    const request = requestSchema.parse({ symbol: 'X', strategy: { name: 'S', volume: 1, ...written }, mode: {} });
    const { details } = realisticOutcome(request, modeSchema.parse({}), series, {}, false);
    expect(details.lookahead).toMatchObject({ ok: true, differing_bars: 0 });
  });
});

describe('what is wrong is named by field and column', () => {
  const faults = (strategy: object, mode: object = {}) => {
    const parsed = requestSchema.safeParse({ symbol: 'X', strategy: { name: 'S', volume: 1, ...strategy }, mode });
    return parsed.success
      ? []
      : parsed.error.issues.map((issue) => ({
          path: issue.path.join('.'),
          message: issue.message,
          column: issue.code === 'custom' ? (issue.params?.column as unknown) : undefined,
        }));
  };
  const good = { entry_long: 'close > sma(close, n)', params: { n: 5 } };

  test('good ones need no periods, stop or target', () => {
    expect(faults(good)).toEqual([]);
    expect(faults({})).toMatchObject([{ path: 'strategy.sma_short' }, { path: 'strategy.sma_long' }]);
  });
  test('every invalid expression in one answer', () => {
    expect(faults({ entry_long: 'close >', exit_long: 'ema(close) > 1', stop: 'close > 1' })).toEqual([
      { path: 'strategy.entry_long', message: 'a value is missing at the end', column: 8 },
      { path: 'strategy.exit_long', message: 'the period of ema is missing: ema(close, period)', column: 1 },
      { path: 'strategy.stop', message: 'a number is needed here, and this is a condition', column: 7 },
    ]);
  });
  test('an expression given both as text and as nested arrays', () => {
    expect(faults({ ...good, entry_long_ast: ['Gt', 'PriceClose', ['Sma', 5]] })).toMatchObject([
      { path: 'strategy.entry_long', message: expect.stringContaining('entry_long_ast') as string },
    ]);
  });
  test('a constraint, an unused swept parameter, a name that is taken', () => {
    expect(faults(good, { sweep: { n: [5, 10], where: 'n < close' } })).toMatchObject([
      { path: 'mode.sweep.where', column: 1 },
    ]);
    expect(faults(good, { sweep: { n: [5, 10], where: 'n < m' } })).toMatchObject([
      { path: 'mode.sweep.where', column: 5 },
    ]);
    expect(faults(good, { sweep: { m: [5, 10] } })).toMatchObject([{ path: 'mode.sweep.m' }]);
    expect(faults(good, { sweep: { n: [5, 2.5] } })).toMatchObject([
      { path: 'mode.sweep.n', message: expect.stringContaining('with 2.5: the period of sma') as string },
    ]);
    expect(faults({ ...good, params: { n: 5, close: 1 } })).toMatchObject([{ path: 'strategy.params.close' }]);
    expect(faults({ ...good, params: { n: 5, where: 1 } })).toMatchObject([{ path: 'strategy.params.where' }]);
    expect(faults({ ...good, params: { n: 5, Fast: 1 } })).toMatchObject([{ path: 'strategy.params.Fast' }]);
  });
  test('a time stop that changes, an unknown zone', () => {
    expect(faults({ ...good, time_stop: 'atr(14)' })).toMatchObject([{ path: 'strategy.time_stop', column: 1 }]);
    expect(faults(good, { time_zone: 'Mars/Olympus' })).toMatchObject([{ path: 'mode.time_zone' }]);
  });
});
