import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CandleFileError, parseCsv } from './file.ts';
import { generateCsv } from './generate.ts';
import { offsetsOf } from '../language/clock.ts';
import { findPriceJumps, tooManyBad, withoutBars } from './quality.ts';
import { resample, resampleByCalendar } from './resample.ts';
import { between, seriesOf } from './series.ts';
import { joinParts, openCsv } from './file.ts';
import { parseRows } from './csv.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const rowsOf = (text: string) => {
  const { series } = parseCsv(bytes(text));
  return Array.from({ length: series.length }, (_, i) => [
    series.t[i],
    series.o[i],
    series.h[i],
    series.l[i],
    series.c[i],
    series.v[i],
  ]);
};
const ROW = [1577836800, 150, 150.005, 149.999, 150.001, 12];

describe('every shape of candle file is read alike', () => {
  test.each([
    ['header by name', 'timestamp,open,high,low,close,volume\n1577836800,150.000,150.005,149.999,150.001,12\n'],
    ['columns in another order', 'close,volume,timestamp,open,low,high\n150.001,12,1577836800,150,149.999,150.005\n'],
    ['no header', '1577836800,150.000,150.005,149.999,150.001,12\n'],
    [
      'extra columns',
      'timestamp,open,high,low,close,tick_volume,spread,real_volume\n1577836800,150,150.005,149.999,150.001,12,3,0\n',
    ],
    ['decimal timestamps', 'timestamp,open,high,low,close,volume\n1577836800.0,150,150.005,149.999,150.001,12.0\n'],
    ['ISO times', 'time,open,high,low,close,volume\n2020-01-01 00:00:00,150,150.005,149.999,150.001,12\n'],
    [
      'Windows line ends and a byte order mark',
      '\ufefftimestamp,open,high,low,close,volume\r\n1577836800,150,150.005,149.999,150.001,12\r\n',
    ],
    ['semicolons', 'timestamp;open;high;low;close;volume\n1577836800;150;150.005;149.999;150.001;12'],
    [
      'quotes and exponents',
      '"timestamp","open","high","low","close","volume"\n"1577836800",1.5e2,"150.005",149.999,150.001,12\n',
    ],
    ['milliseconds', '1577836800000,150,150.005,149.999,150.001,12\n'],
  ])('%s', (_shape, text) => expect(rowsOf(text)).toEqual([ROW]));

  test('a missing volume is zero', () =>
    expect(rowsOf('1577836800,150,150.005,149.999,150.001\n')).toEqual([[...ROW.slice(0, 5), 0]]));

  test('prices are the doubles that their text means', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 1e9, noNaN: true }), fc.integer({ min: 0, max: 9 }), (price, places) => {
        const text = price.toFixed(places);
        expect(rowsOf(`1577836800,${text},${text},${text},${text},1\n`)[0]?.[4]).toBe(Number(text));
      }),
    );
  });
});

describe('bad rows', () => {
  test('are skipped and reported with their line', () => {
    const text = [
      'timestamp,open,high,low,close,volume',
      '60,1,1,1,1,1',
      '120,1,x,1,1,1',
      '',
      '180,1,1',
      '180,1,1,1,1,1',
      '120,1,1,1,1,1',
      '240,1,1,1,,1',
    ].join('\n');
    const { series, badRows, badCount } = parseCsv(bytes(text));
    expect([...series.t]).toEqual([60, 180]);
    expect(badCount).toBe(4);
    expect(badRows).toEqual([
      { line: 3, message: 'high is not a number' },
      { line: 5, message: 'too few columns' },
      { line: 7, message: 'time is not after the row before' },
      { line: 8, message: 'close is not a number' },
    ]);
  });

  test('invalid rows are excluded and reported with their line and fault', () => {
    const text = [
      'timestamp,open,high,low,close,volume',
      '60,10,11,9,10,1',
      '120,10,9,11,10,1',
      '180,10,11,9,12,1',
      '240,10,11,9,8,1',
      '300,12,11,9,10,1',
      '360,10,11,0,10,1',
      '420,10,11,-9,10,1',
      '480,10,11,9,ten,1',
      '60,10,11,9,10,1',
      '540,10,11,9,10,1',
      '540,10,11,9,10,1',
    ].join('\n');
    const { series, badRows } = parseCsv(bytes(text));
    expect([...series.t]).toEqual([60, 540]);
    expect(badRows.map(({ line, message }) => `line ${line}: ${message}`)).toEqual([
      'line 3: high is below low',
      'line 4: close is outside the bar',
      'line 5: close is outside the bar',
      'line 6: open is outside the bar',
      'line 7: low is 0 or below',
      'line 8: low is 0 or below',
      'line 9: close is not a number',
      'line 10: time is not after the row before',
      'line 12: time is not after the row before',
    ]);
  });

  test('a file that is not a candle file says so', () => {
    for (const text of ['', 'hello', '{"a":1}', 'name,size\nx,1\n'])
      expect(() => parseCsv(bytes(text))).toThrow(CandleFileError);
  });

  test('any bytes after a good header give rows or reports, never a crash', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('1', '.', ',', '\n', '\r', '-', 'e', '"', 'é', '1577836800', ' ')),
        (pieces) => {
          const { series, badCount, lines } = parseCsv(
            bytes(`timestamp,open,high,low,close,volume\n${pieces.join('')}`),
          );
          expect(series.length + badCount).toBeLessThanOrEqual(lines);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

test('parsed in parts or in one call, a file gives the same candles and line numbers', () => {
  const text = `${[...generateCsv(500, 7)].join('')}bad,row\n`;
  const all = bytes(text);
  const whole = parseCsv(all);
  const { layout, rowsFrom } = openCsv(all);
  const cut = all.indexOf(10, all.length / 2) + 1;
  const joined = joinParts([parseRows(all, rowsFrom, cut, layout), parseRows(all, cut, all.length, layout)], 1);
  expect(joined.badRows).toEqual([{ line: 502, message: 'timestamp is not a number' }]);
  expect(joined.badRows).toEqual(whole.badRows);
  expect([...joined.series.c]).toEqual([...whole.series.c]);
});

test('resampling keeps first open, extremes, last close, summed volume, and the last partial bar', () => {
  const bar = (t: number, price: number) => ({ t, o: price, h: price + 2, l: price - 2, c: price + 1, v: 10 });
  const out = resample(seriesOf([bar(0, 10), bar(60, 12), bar(120, 8), bar(300, 20)]), 5);
  expect([...out.t]).toEqual([0, 300]);
  expect([out.o[0], out.h[0], out.l[0], out.c[0], out.v[0]]).toEqual([10, 14, 6, 9, 30]);
  expect([out.o[1], out.v[1]]).toEqual([20, 10]);
});

test('a range includes both of its ends', () => {
  const series = seriesOf([60, 120, 180, 240].map((t) => ({ t, o: 1, h: 1, l: 1, c: 1, v: 1 })));
  expect([...between(series, 120, 180).t]).toEqual([120, 180]);
  expect([...between(series, 61, undefined).t]).toEqual([120, 180, 240]);
  expect(between(series, 500, 900).length).toBe(0);
});

describe('bars by the calendar', () => {
  const HOUR = 3600;
  /** An hour each, from a Friday evening to the next Wednesday. */
  const from = Date.UTC(2024, 2, 29, 20) / 1000;
  const hours = seriesOf(
    Array.from({ length: 110 }, (_, i) => ({ t: from + i * HOUR, o: i, h: i + 0.5, l: i - 0.5, c: i, v: 1 })),
  );
  const iso = (column: Float64Array) => [...column].map((time) => new Date(time * 1000).toISOString().slice(0, 16));

  test('weeks begin on Monday', () => {
    const { bars, ends } = resampleByCalendar(hours, 10_080, () => 0);
    expect(iso(bars.t)).toEqual(['2024-03-25T00:00', '2024-04-01T00:00']);
    expect(iso(ends)).toEqual(['2024-04-01T00:00', '2024-04-08T00:00']);
    expect([...bars.c]).toEqual([51, 109]);
  });

  test('days begin at midnight of the time zone, and the one on which the clock goes forward has 23 hours', () => {
    const { bars, ends } = resampleByCalendar(hours, 1440, offsetsOf('Europe/Berlin'));
    expect(iso(bars.t).slice(0, 4)).toEqual([
      '2024-03-28T23:00',
      '2024-03-29T23:00',
      '2024-03-30T23:00',
      '2024-03-31T22:00',
    ]);
    expect(iso(ends).slice(0, 3)).toEqual(iso(bars.t).slice(1, 4));
    expect([...bars.v].slice(0, 4)).toEqual([3, 24, 23, 24]);
  });

  test('four hours are counted as downstream counts them', () => {
    const offset = offsetsOf('Europe/Berlin');
    expect(resampleByCalendar(hours, 240, offset).bars).toEqual(resample(hours, 240));
  });
});

describe('a wrong time or price', () => {
  const row = (i: number, price = 100 + Math.sin(i) / 10, time = 1_600_000_000 + i * 60) =>
    `${time},${price},${price + 0.1},${price - 0.1},${price},1`;
  const file = (rows: readonly string[]) => bytes(['timestamp,open,high,low,close,volume', ...rows].join('\n'));
  const rows = Array.from({ length: 3000 }, (_, i) => row(i));
  const in2100 = 4_102_444_800;

  test.each([0, 1, 500, 2998, 2999])('one time in the year 2100, at row %i, is left out alone', (at) => {
    const { series, badRows, badCount } = parseCsv(file(rows.with(at, row(at, 100, in2100))));
    expect(series).toHaveLength(2999);
    expect([...series.t]).toEqual([...series.t].toSorted((a, b) => a - b));
    expect([badCount, badRows.map(({ line }) => line)]).toEqual([1, [at + 2]]);
  });

  test('several of them, one after the other, are left out, too', () => {
    const wrong = rows.map((text, i) => (i >= 700 && i < 705 ? row(i, 100, in2100 + i) : text));
    const { series, badRows } = parseCsv(file(wrong));
    expect(series).toHaveLength(2995);
    expect(badRows.map(({ line }) => line)).toEqual([702, 703, 704, 705, 706]);
  });

  test('wherever the file is cut into parts', () => {
    const text = file(rows.with(500, row(500, 100, in2100)));
    const { layout, rowsFrom } = openCsv(text);
    const lineEnds = [...text].flatMap((byte, i) => (byte === 10 ? [i + 1] : []));
    for (const line of [499, 500, 501, 502, 503]) {
      const cut = lineEnds[line];
      const parts = [parseRows(text, rowsFrom, cut, layout), parseRows(text, cut, text.length, layout)];
      const { series, badRows } = joinParts(parts, 1);
      expect([line, series.length, badRows.map((bad) => bad.line)]).toEqual([line, 2999, [502]]);
    }
  });

  test('a time long ago is left out, first or not', () => {
    for (const at of [0, 40]) expect(parseCsv(file(rows.with(at, row(at, 100, 1000)))).series).toHaveLength(2999);
  });

  test('a weekend, a year without trading and rows that are late stay what they are', () => {
    const gaps = rows.map((_, i) =>
      row(i, 100, 1_600_000_000 + i * 60 + (i > 100 ? 3 * 86_400 : 0) + (i > 2000 ? 3e7 : 0)),
    );
    expect(parseCsv(file(gaps)).badCount).toBe(0);
    const late = gaps.toSpliced(102, 0, row(0, 100, 1_600_000_000 + 101 * 60));
    expect(parseCsv(file(late)).series.t[101]).toBe(1_600_000_000 + 101 * 60 + 3 * 86_400);
  });

  test('a price with its point in the wrong place is found, a crash and a split are not', () => {
    const closes = (change: (close: number, i: number) => number) =>
      parseCsv(file(rows.map((_, i) => row(i, change(100 + Math.sin(i) / 10, i))))).series;
    const jumpsOf = (change: (close: number, i: number) => number) =>
      findPriceJumps(closes(change)).map(({ index }) => index);
    expect(jumpsOf((close, i) => (i === 500 ? close * 100 : i === 900 ? close / 10 : close))).toEqual([500, 900]);
    expect(jumpsOf((close, i) => (i < 500 ? close : close / 4))).toEqual([]);
    expect(jumpsOf((close, i) => (i === 500 ? close * 0.8 : close))).toEqual([]);
    const mended = withoutBars(
      closes((close, i) => (i === 500 ? close * 100 : close)),
      [500],
    );
    expect([mended.length, mended.t[499], mended.t[500]]).toEqual([2999, 1_600_029_940, 1_600_030_060]);
  });

  test('more than one row in a hundred is too many', () => {
    expect(tooManyBad(990, [], 10)).toBeUndefined();
    expect(tooManyBad(980, [{ line: 7, message: 'high is below low' }], 20)).toMatch(
      /^20 of 1000 rows are bad, 2 % \(the first: line 7: high is below low\); correct the data, or allow .* data.max_bad_share$/,
    );
    expect(tooManyBad(980, [], 20, 0.05)).toBeUndefined();
  });
});
