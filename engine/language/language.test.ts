import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCsv } from '../candles/file.ts';
import { generateCsv } from '../candles/generate.ts';
import { seriesOf, slice, type Series } from '../candles/series.ts';
import { FALSE, TRUE, UNKNOWN } from './columns.ts';
import { condition, quantity } from './compile.ts';
import { ExpressionError } from './error.ts';
import { Frame } from './frame.ts';

/** Bars of one minute from a Thursday's midnight, all four prices equal. */
const closes = (values: readonly number[], seconds = 60, start = 0): Series =>
  seriesOf(values.map((c, i) => ({ t: start + i * seconds, o: c, h: c, l: c, c, v: 1 })));
const numbers = (text: string, series: Series, parameters: Record<string, number> = {}) => {
  const column = quantity(text, new Map(Object.entries(parameters))).column(new Frame(series, 'UTC'));
  return column.length === 1 ? Array.from({ length: series.length }, () => column[0]) : [...column];
};
const truths = (text: string, series: Series, parameters: Record<string, number> = {}, timeZone = 'UTC') =>
  [...condition(text, new Map(Object.entries(parameters))).column(new Frame(series, timeZone))]
    .map((value) => ({ [FALSE]: '-', [UNKNOWN]: '?', [TRUE]: '+' })[value])
    .join('');
const faultOf = (text: string, parameters: Record<string, number> = {}): string => {
  try {
    condition(text, new Map(Object.entries(parameters)));
    return 'none';
  } catch (error) {
    if (error instanceof ExpressionError) return `${error.column}: ${error.message}`;
    throw error;
  }
};

describe('arithmetic', () => {
  const bars = closes([1, 2, 3, 4]);
  test.each([
    ['close + 1', [2, 3, 4, 5]],
    ['2 * close - close / 2', [1.5, 3, 4.5, 6]],
    ['-close', [-1, -2, -3, -4]],
    ['close - 1 - 1', [-1, 0, 1, 2]],
    ['(close + close[1]) / 2', [NaN, 1.5, 2.5, 3.5]],
    ['close % 2', [1, 0, 1, 0]],
    ['1 / (close - 2)', [-1, NaN, 1, 0.5]],
    ['max(close, 3) - min(close, 3)', [2, 1, 0, 1]],
    ['if(close > 2, 10, 20)', [20, 20, 10, 10]],
    ['abs(close - 3)', [2, 1, 0, 1]],
    ['sum(close, 2)', [NaN, 3, 5, 7]],
    ['sma(close, 2)[1]', [NaN, NaN, 1.5, 2.5]],
    ['(close - 2)[2]', [NaN, NaN, -1, 0]],
    ['highest(close, 3) - lowest(close, 3)', [NaN, NaN, 2, 2]],
    ['.5 * close + 1e1', [10.5, 11, 11.5, 12]],
  ])('%s', (text, wanted) => {
    expect(numbers(text, bars)).toEqual(wanted);
  });
});

describe('conditions', () => {
  const bars = closes([1, 3, 2, 5, 4, 4]);
  test.each([
    ['close > 2', '-+-+++'],
    ['close >= 2 and close <= 4', '-++-++'],
    ['close < 2 or close == 5', '+--+--'],
    ['not close > 2', '+-+---'],
    ['close in 2..4', '-++-++'],
    ['close not in 2..4', '+--+--'],
    ['close != 4', '++++--'],
    ['(close > close[1])[1]', '??+-+-'],
    ['cross_up(close, 2)', '-+-+--'],
    ['cross_up(close, close[1])', '??-+--'],
    ['cross_down(close, 3)', '?-+---'],
    ['cross(close, 2)', '?+-+--'],
    ['true and close > 2', '-+-+++'],
  ])('%s', (text, wanted) => {
    expect(truths(text, bars)).toBe(wanted);
  });

  test('what is not known yet stays so through not, and never decides', () => {
    expect(truths('sma(close, 3) > 2', bars)).toBe('??-+++');
    expect(truths('not (sma(close, 3) > 2)', bars)).toBe('??+---');
    expect(truths('sma(close, 3) > 2 or close == 1', bars)).toBe('+?-+++');
  });
});

describe('parameters and indicators', () => {
  const bars = parseCsv(new TextEncoder().encode([...generateCsv(500, 42)].join(''))).series;
  test('the example of the issue', () => {
    const text = 'cross_up(ema(close, fast), ema(close, slow)) and atr(14) / close > 0.00001 and hour in 0..16';
    expect(truths(text, bars, { fast: 5, slow: 20 })).toContain('+');
  });
  test('a source may be left out', () => {
    expect(numbers('rsi(14)', bars)).toEqual(numbers('rsi(close, 14)', bars));
    expect(numbers('bb.upper', bars)).toEqual(numbers('bb(close, 20, 2).upper', bars));
    expect(numbers('macd(12, 26, 9).signal', bars)).toEqual(numbers('macd.signal', bars));
    expect(numbers('highest(20)', bars)).toEqual(numbers('highest(high, 20)', bars));
  });
  test('parameters are numbers, also where a period is needed', () => {
    expect(numbers('sma(close, fast * 2)', bars, { fast: 5 })).toEqual(numbers('sma(close, 10)', bars));
  });
  test('an indicator of an indicator begins where there are enough values', () => {
    expect(numbers('sma(rsi(14), 3)', bars).findIndex((value) => !Number.isNaN(value))).toBe(16);
  });
});

describe('time', () => {
  test('hour and weekday are those of the bar, in UTC or a zone', () => {
    const hours = closes(
      Array.from({ length: 24 }, () => 1),
      3600,
      Date.UTC(2026, 0, 5) / 1000,
    ); // a Monday
    expect(truths('hour in 8..16', hours)).toBe('--------+++++++++-------');
    expect(truths('hour in 8..16', hours, {}, 'America/New_York')).toBe('-------------+++++++++--');
    expect(truths('weekday == 1', hours)).toBe('+'.repeat(24));
    expect(truths('weekday == 7', hours, {}, 'America/New_York')).toBe(`${'+'.repeat(5)}${'-'.repeat(19)}`);
  });
  test('the weekday of bars of a day is that of their date, in every zone', () => {
    const days = closes([1, 1, 1], 86_400, Date.UTC(2026, 0, 5) / 1000);
    for (const zone of ['UTC', 'America/New_York', 'Asia/Tokyo'])
      expect(truths('weekday == 1', days, {}, zone)).toBe('+--');
  });
  test('the clocks go forward', () => {
    // 29 March 2026, 01:00 UTC: Berlin jumps from 02:00 to 03:00.
    const night = closes([1, 1, 1, 1], 3600, Date.UTC(2026, 2, 28, 23) / 1000);
    expect([...quantity('hour', new Map()).column(new Frame(night, 'Europe/Berlin'))]).toEqual([0, 1, 3, 4]);
  });
});

describe('higher timeframes', () => {
  test('only bars that are complete at a close are seen', () => {
    const bars = closes([1, 2, 3, 4, 5, 6, 7], 60);
    // Bars of three minutes close with the third, sixth and ninth minute.
    expect(numbers('tf(3, close)', bars)).toEqual([NaN, NaN, 3, 3, 3, 6, 6]);
    expect(numbers('tf(3, close[1])', bars)).toEqual([NaN, NaN, NaN, NaN, NaN, 3, 3]);
    expect(numbers('tf(3, close)[1]', bars)).toEqual([NaN, NaN, NaN, 3, 3, 3, 6]);
    expect(truths('tf(3, close > 3)', bars)).toBe('??---++');
    expect(numbers('tf(1, close)', bars)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
  test('a bar with missing minutes is seen once its time is over', () => {
    const bars = seriesOf([0, 1, 3, 4, 7].map((minute) => ({ t: minute * 60, o: 1, h: 1, l: 1, c: minute, v: 1 })));
    expect(numbers('tf(3, close)', bars)).toEqual([NaN, NaN, 1, 1, 4]);
  });
  test('cutting the future off changes nothing, wherever it is cut', () => {
    const bars = parseCsv(new TextEncoder().encode([...generateCsv(400, 7)].join(''))).series;
    const whole = numbers('tf(15, ema(close, 3)) + tf(60, highest(high, 2))', bars);
    for (let cut = 130; cut < 400; cut += 7) {
      const part = numbers('tf(15, ema(close, 3)) + tf(60, highest(high, 2))', slice(bars, 0, cut));
      expect(part).toEqual(whole.slice(0, cut));
    }
  });
  test('a timeframe below that of the bars is refused', () => {
    expect(() => numbers('tf(5, close)', closes([1, 2, 3], 3600))).toThrow('the bars themselves last 60 minutes');
  });
});

describe('faults are reported with their position', () => {
  test.each([
    ['close >', '8: a value is missing at the end'],
    ['close', '1: a condition is needed here, and this is a number; compare it, such as with "> 0"'],
    ['close > 1 && high > 2', '11: "&" means nothing here; write "and"'],
    ['close = 1', '7: "=" means nothing here; write "==" to compare'],
    ['close > clsoe', '9: clsoe is not known; did you mean close?'],
    ['cross_up(close)', '1: cross_up(a, b) takes 2 arguments, not 1'],
    ['sma(close, 0) > 1', '12: the period of sma must be a whole number from 1 to 10000000, not 0'],
    ['sma(close, fast) > 1', '12: fast is not known; is it missing in strategy.params?'],
    ['sma(close, high) > 1', '12: the period of sma must be a number that does not change from bar to bar'],
    ['sma(close) > 1', '1: the period of sma is missing: sma(close, period)'],
    ['close[-1] > 1', '6: bars ago cannot be negative: that would be the future'],
    ['close[1.5] > 1', '6: bars ago must be a whole number up to 1000000'],
    ['hour in 22..6', '6: the range runs backwards; for a night write "hour >= 22 or hour <= 6"'],
    ['1 < close < 2', '11: comparisons do not chain; write "a < b and b < c"'],
    ['bb_upper(20, 2) > 1', '1: there is no function bb_upper; write bb(…).upper'],
    ['bb(20, 2).top > 1', '11: bb has no .top; it has .middle, .upper, .lower'],
    ['close.upper > 1', '7: only an indicator with several outputs, such as bb(20, 2).upper, has a .upper'],
    ['tf(60, tf(240, close)) > 1', '8: tf cannot stand inside another tf'],
    ['(close > 1', '11: ")" is missing to close the parenthesis: the expression ends'],
    ['close > 1 high > 2', '11: "high" cannot follow here; join conditions with "and" or "or"'],
    ['not close > 1 and 5', '19: a condition is needed here, and this is a number; compare it, such as with "> 0"'],
    ['close + (close > 1) > 2', '16: a number is needed here, and this is a condition'],
    ['ema > 1', '1: ema is a function; write ema(…)'],
    ['', '1: a value is missing at the end'],
  ])('%s', (text, fault) => {
    expect(faultOf(text)).toBe(fault);
  });
  test('nesting and length have an end', () => {
    expect(faultOf(`${'('.repeat(500)}1`)).toMatch(/nested deeper/);
    expect(faultOf(`${'-'.repeat(500)}1 > 0`)).toMatch(/nested deeper/);
    expect(faultOf(`close > ${'1 + '.repeat(1000)}1`)).toMatch(/longer than/);
  });
  test('any text at all gives an answer or a fault with a column inside it', () => {
    const words = fc.constantFrom(
      'close',
      'ema',
      '(',
      ')',
      ',',
      '[',
      ']',
      '1',
      '8..16',
      'in',
      'and',
      'not',
      '>',
      '-',
      'tf',
      'bb',
      '.upper',
      'x',
      '.',
      '$',
      'if',
      'cross',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 14 }), fc.constantFrom('', ' '), (parts, gap) => {
        const text = parts.join(gap);
        const fault = faultOf(text);
        if (fault !== 'none') expect(Number.parseInt(fault, 10)).toBeLessThanOrEqual(text.length + 1);
      }),
      { numRuns: 500 },
    );
  });
});
