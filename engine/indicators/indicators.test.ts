import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCsv } from '../candles/file.ts';
import { generateCsv } from '../candles/generate.ts';
import { slice, type Series } from '../candles/series.ts';
import { BUY, EXIT_LONG, EXIT_SHORT, SELL } from './flags.ts';
import { SOURCE_COLUMN } from './indicator.ts';
import { INDICATORS, indicatorNamed, INDICATOR_TYPES, isCompatible } from './registry.ts';
import { deviation, extreme, rollingSum } from './rolling.ts';
import { rollingVwap } from './vwap.ts';

const referenceFile = join(process.env.ZORIVEST_CASES ?? '../shared/data', 'swimmy/talib_reference.json');
const series: Series = parseCsv(new TextEncoder().encode([...generateCsv(3000, 42)].join(''))).series;

/** The columns of an indicator with these numbers, the others at their defaults. */
function columnsOf(name: string, settings: Readonly<Record<string, number>>, bars = series) {
  const found = indicatorNamed(name);
  if (found === undefined) throw new Error(`no indicator ${name}`);
  const { numbers, source } = found.realistic;
  const values = Object.fromEntries(
    Object.entries(numbers).map(([key, each]) => [key, settings[key] ?? each.default ?? NaN]),
  );
  return found.realistic.columns(bars, bars[SOURCE_COLUMN[source ?? 'close']], values);
}

test('indicators are equal to the TA-Lib reference', (context) => {
  if (!existsSync(referenceFile)) context.skip(`no ${referenceFile}`);
  const reference = JSON.parse(readFileSync(referenceFile, 'utf8')) as Record<
    string,
    { begin: number; values: number[] }
  >;
  const bars = slice(series, 0, 300);
  const bands = columnsOf('bb', { period: 20, multiple: 2 }, bars);
  const macd = columnsOf('macd', {}, bars);
  const stoch = columnsOf('stoch', {}, bars);
  const ours: Record<string, Float64Array | undefined> = {
    'SMA(10)': columnsOf('sma', { period: 10 }, bars).value,
    'EMA(10)': columnsOf('ema', { period: 10 }, bars).value,
    'RSI(14)': columnsOf('rsi', { period: 14 }, bars).value,
    'MACD(12,26,9)': macd.line,
    MACD_signal: macd.signal,
    'BB_upper(20,2)': bands.upper,
    BB_middle: bands.middle,
    BB_lower: bands.lower,
    'ATR(14)': columnsOf('atr', { period: 14 }, bars).value,
    'STOCH_slowK(14,3,3)': stoch.k,
    STOCH_slowD: stoch.d,
    'STDDEV(20)': columnsOf('stdev', { period: 20 }, bars).value,
    'ADX(14)': columnsOf('adx', { period: 14 }, bars).value,
    'CCI(20)': columnsOf('cci', {}, bars).value,
  };
  const wrong: string[] = [];
  for (const [name, values] of Object.entries(ours)) {
    const wanted = reference[name];
    if (wanted === undefined) wrong.push(`${name} is not in the reference`);
    for (const [k, value] of wanted?.values.entries() ?? []) {
      const got = values?.[(wanted?.begin ?? 0) + k] as number;
      if (!(Math.abs(got - value) <= 2e-9 * Math.max(1, Math.abs(value))))
        wrong.push(`${name}[${k}] is ${got}, TA-Lib gives ${value}`);
    }
  }
  expect(wrong).toEqual([]);
});

describe('the registry', () => {
  test('gives every name once, and its outputs are what its columns are', () => {
    const names = INDICATORS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, realistic } of INDICATORS) {
      expect(Object.keys(columnsOf(name, { period: 10 })).toSorted()).toEqual([...realistic.outputs].toSorted());
    }
  });

  test('has no indicator without values worked out another way', () => {
    const here = readFileSync(import.meta.filename, 'utf8');
    const without = INDICATORS.map(({ name }) => name).filter((name) => !here.includes(`columnsOf('${name}'`));
    expect(without, 'work out its values in engine/indicators/indicators.test.ts').toEqual([]);
  });

  test('an indicator the downstream engine has not needs no rule of its', () => {
    expect(INDICATOR_TYPES).toContain('donchian');
    expect(isCompatible('donchian')).toBe(false);
    expect(isCompatible('sma')).toBe(true);
  });

  test.each(INDICATORS.map(({ name }) => name))('%s looks at no later bar', (name) => {
    const cut = 1500;
    const whole = columnsOf(name, { period: 10 });
    for (const [output, column] of Object.entries(columnsOf(name, { period: 10 }, slice(series, 0, cut))))
      expect(column).toEqual(whole[output].subarray(0, cut));
  });
});

describe('by hand, on few bars', () => {
  const bars = (rows: readonly (readonly [number, number, number, number])[]): Series => {
    const column = (k: number) => Float64Array.from(rows, (row) => row[k]);
    return {
      length: rows.length,
      t: Float64Array.from(rows, (_, i) => i * 60),
      o: column(2),
      h: column(0),
      l: column(1),
      c: column(2),
      v: column(3),
    };
  };
  // high, low, close, volume
  const few = bars([
    [10, 8, 9, 100],
    [12, 9, 11, 300],
    [11, 10, 10, 200],
    [13, 10, 12, 400],
  ]);

  test('obv adds the volume of rising bars and takes off that of falling ones', () => {
    expect([...(columnsOf('obv', {}, few).value ?? [])]).toEqual([100, 400, 200, 600]);
  });
  test('donchian spans the highest high and the lowest low', () => {
    const { upper, lower, middle } = columnsOf('donchian', { period: 3 }, few);
    expect([...(upper ?? [])]).toEqual([NaN, NaN, 12, 13]);
    expect([...(lower ?? [])]).toEqual([NaN, NaN, 8, 9]);
    expect([...(middle ?? [])]).toEqual([NaN, NaN, 10, 11]);
  });
  test('highest and lowest look at the last bars, the one at hand with them', () => {
    expect([...(columnsOf('highest', { period: 2 }, few).value ?? [])]).toEqual([NaN, 12, 12, 13]);
    expect([...(columnsOf('lowest', { period: 2 }, few).value ?? [])]).toEqual([NaN, 8, 9, 10]);
  });
  test('keltner adds and subtracts a multiple of the average true range', () => {
    const { upper, lower, middle } = columnsOf('keltner', { period: 1, multiple: 2, atr_period: 1 }, few);
    // Of one bar the mean is its close, and the true range of the last one 3: 13 - 10.
    expect([middle?.[3], upper?.[3], lower?.[3]]).toEqual([12, 18, 6]);
  });
  test('volsma is the mean volume', () => {
    expect([...(columnsOf('volsma', { period: 2 }, few).value ?? [])]).toEqual([NaN, 200, 250, 300]);
  });
  test('vpoc is the middle of the prices at which most was traded', () => {
    // Closes 9 to 12 in three bins of 1: 100 in the first, 200 in the second, 700 in the third, which ends with 12.
    expect(columnsOf('vpoc', { period: 4, bins: 3 }, few).value?.[3]).toBe(11.5);
  });
  test('vwapvr is the volume in percent of its mean, below zero while the close is below the mean price', () => {
    // Bar 3: 400 of 300 in the mean, and 12 is above its mean price. Bar 2: 200 of 250, and 10 is below.
    const values = columnsOf('vwapvr', { period: 2 }, few).value;
    expect(values?.[3]).toBeCloseTo(400 / 3, 10);
    expect(values?.[2]).toBeCloseTo(-80, 10);
  });
  test('vwap weighs the typical price by volume, over a window or since the day began', () => {
    const typical = [9, 32 / 3, 31 / 3, 35 / 3];
    const money = typical.map((price, i) => price * few.v[i]);
    const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
    expect(columnsOf('vwap', { period: 2 }, few).value?.[3]).toBeCloseTo(sum(money.slice(2)) / 600, 12);
    expect(columnsOf('vwap', {}, few).value?.[3]).toBeCloseTo(sum(money) / 1000, 12);
  });
  test('percentrank counts the values before that are at most as large', () => {
    expect([...(columnsOf('percentrank', { period: 2 }, few).value ?? [])]).toEqual([NaN, NaN, 50, 100]);
  });
  test('adx with one bar is the whole movement', () => {
    // Bar 3: up move 2, no down move, true range 3: +DI is 100 * 2 / 3, -DI 0, and ADX 100.
    const { value, plus, minus } = columnsOf('adx', { period: 1 }, few);
    expect(plus?.[3]).toBeCloseTo(200 / 3, 10);
    expect(minus?.[3]).toBe(0);
    expect(value?.[3]).toBe(100);
  });
  test('cci is the distance from the mean in mean deviations, scaled by 0.015', () => {
    // Typical prices in ninths: 81, 96, 93, 105. Bars 1 to 3: mean 90, apart 9, 6 and 3, so 6 on average, and
    // 3 / (0.015 * 6). Bars 2 to 4: mean 98, apart 2, 5 and 7, so 14 / 3 on average, and 7 / (0.015 * 14 / 3).
    const { value } = columnsOf('cci', { period: 3 }, few);
    expect([...(value ?? [])].slice(0, 2)).toEqual([NaN, NaN]);
    expect(value?.[2]).toBeCloseTo(100 / 3, 10);
    expect(value?.[3]).toBeCloseTo(100, 10);
  });
  test('cci of a price that stands still is 0, though its mean is off by rounding', () => {
    const still = bars(Array.from({ length: 7 }, () => [0.1, 0.1, 0.1, 1] as const));
    expect([...(columnsOf('cci', { period: 7 }, still).value ?? [])].at(-1)).toBe(0);
  });
  test('cci begins again after a gap', () => {
    const gap = bars([10, 11, NaN, 12, 13, 15].map((price) => [price, price, price, 1] as const));
    const value = [...(columnsOf('cci', { period: 2 }, gap).value ?? [])];
    expect(value.map(Number.isNaN)).toEqual([true, false, true, true, false, false]);
  });
  test('cci enters beyond 100 and leaves once it is back inside', () => {
    const prices = [10, 10, 10, 10, 13, 13, 13, 13, 10];
    const priced = bars(prices.map((price) => [price, price, price, 1] as const));
    const value = [...(columnsOf('cci', { period: 4 }, priced).value ?? [])];
    expect(value.slice(3).map(Math.round)).toEqual([0, 133, 67, 44, 0, -133]);
    const flags = indicatorNamed('cci')?.realistic.signals?.(priced, { short: 4, long: 0, bandMult: 0, atrPeriod: 0 });
    const out = EXIT_LONG | EXIT_SHORT;
    expect([...(flags ?? [])]).toEqual([0, 0, 0, out, BUY | EXIT_SHORT, out, out, out, SELL | EXIT_LONG]);
  });
});

describe('rolling windows agree with straight ones, gaps included', () => {
  const column = fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.double({ min: -1e4, max: 1e4, noNaN: true }) },
      { weight: 3, arbitrary: fc.constant(0) },
      fc.constant(NaN),
    ),
    { maxLength: 60 },
  );
  const windows = (values: readonly number[], period: number) =>
    values.map((_, i) => (i + 1 < period ? undefined : values.slice(i + 1 - period, i + 1)));
  const compare = (
    got: Float64Array,
    wanted: (window: readonly number[]) => number,
    values: readonly number[],
    period: number,
  ) => {
    for (const [i, window] of windows(values, period).entries()) {
      const expected = window === undefined || window.some(Number.isNaN) ? NaN : wanted(window);
      if (Number.isNaN(expected)) expect(got[i]).toBeNaN();
      else expect(got[i]).toBeCloseTo(expected, 6);
    }
  };
  const total = (window: readonly number[]) => window.reduce((a, b) => a + b, 0);

  test('sum, extremes and deviation', () => {
    fc.assert(
      fc.property(column, fc.integer({ min: 1, max: 8 }), (values, period) => {
        const source = Float64Array.from(values);
        compare(rollingSum(source, period), total, values, period);
        compare(extreme(source, period, 1), (window) => Math.max(...window), values, period);
        compare(extreme(source, period, -1), (window) => Math.min(...window), values, period);
        compare(
          deviation(source, period),
          (window) => Math.sqrt(total(window.map((x) => (x - total(window) / period) ** 2)) / period),
          values,
          period,
        );
      }),
    );
  });

  test('nothing is left of what has left the window, however large it was', () => {
    const large = Float64Array.from([-9991.796940649998, 9997.641368071574, 0.1, 0.2, 0.3, 0, 0, 0, 0, 0]);
    const raised = large.map((value) => value + 7);
    for (const period of [3, 5]) {
      expect([rollingSum(large, period).at(-1), deviation(large, period).at(-1)]).toEqual([0, 0]);
      expect(deviation(raised, period).at(-1)).toBe(0);
    }
  });

  test('where nothing was traded there is no mean price by volume', () => {
    const v = Float64Array.from([0.4, 0.8, 0.6, 0.1, 0, 0, 0, 0, 0.5]);
    const price = v.map(() => 100.1);
    const bars = { length: v.length, t: v.map((_, i) => i * 60), o: price, h: price, l: price, c: price, v };
    const levels = [...rollingVwap(bars, 4).subarray(3)].map((level) => Number(level.toFixed(6)));
    expect(levels).toEqual([100.1, 100.1, 100.1, 100.1, NaN, 100.1]);
  });
});
