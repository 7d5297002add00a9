import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BarSeries, decodeBars, encodeBars, emptySeries, mergeSeries, seriesOf } from './bars-codec.ts';

const NAMES = ['at', 'open', 'high', 'low', 'close', 'volume'] as const;

function seriesFrom(rows: readonly (readonly number[])[]): BarSeries {
  const series = emptySeries(rows.length);
  rows.forEach((row, i) => NAMES.forEach((name, c) => (series[name][i] = row[c] ?? 0)));
  return series;
}

const rowsOf = (series: BarSeries) => Array.from(series.at, (_, i) => NAMES.map((name) => series[name][i]));

const minutes = (price: fc.Arbitrary<number>, volume: fc.Arbitrary<number>) =>
  fc
    .array(fc.tuple(price, price, price, price, volume), { maxLength: 30 })
    .map((rows) => rows.map((row, i) => [1_772_461_800_000 + i * 60_000, ...row]));

describe('the bars of a day as bytes', () => {
  it('are what they were: prices in cents and ticks, whole volumes', () => {
    const price = fc
      .tuple(fc.integer({ min: 1, max: 2_000_000 }), fc.constantFrom(1, 100, 10_000))
      .map(([n, d]) => n / d);
    fc.assert(
      fc.property(minutes(price, fc.integer({ min: 0, max: 1e9 })), (rows) => {
        expect(rowsOf(decodeBars(encodeBars(seriesFrom(rows))))).toEqual(rows);
      }),
    );
  });

  it('are what they were where nothing fits whole numbers, too', () => {
    const any = fc.double({ min: 1e-9, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(minutes(any, any), (rows) => {
        expect(rowsOf(decodeBars(encodeBars(seriesFrom(rows))))).toEqual(rows);
      }),
    );
  });

  it('are what they were whatever lies between times, below zero and far apart', () => {
    const price = fc.integer({ min: -2_147_483_647, max: 2_147_483_647 });
    const gap = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(gap, price, price, price, price, fc.nat()), { maxLength: 30 }), (gaps) => {
        let at = 1_772_461_800_000;
        const rows = gaps.map(([seconds, ...row]) => [(at += seconds * 1000), ...row]);
        expect(rowsOf(decodeBars(encodeBars(seriesFrom(rows))))).toEqual(rows);
      }),
    );
  });

  it('take a quarter of doubles where they lie close together', () => {
    const minute = (i: number) => [i * 60_000, 101.25 + i / 100, 101.5 + i / 100, 101, 101.37, 1200 * i];
    const day = seriesFrom(Array.from({ length: 390 }, (_, i) => minute(i)));
    expect(encodeBars(day).length).toBe(24 + 390 * (4 * 2 + 4));
    expect(encodeBars({ ...day, volume: day.volume.map(() => 12) }).length).toBe(24 + 390 * (4 * 2 + 1));
  });

  it('of the older layout, with 32 bits for each value, are still read', () => {
    const bytes = new DataView(new ArrayBuffer(9 + 2 * 6 * 4));
    bytes.setUint8(0, 2);
    bytes.setFloat64(1, 1_772_461_800_000, true);
    const columns = [0, 60, 10_125, -3763, 10_150, -3700, 10_100, -3800, 10_137, -3763, 1200, 7];
    columns.forEach((value, i) => bytes.setInt32(9 + i * 4, value, true));
    // Where a book's rows lie in memory is not for us to say.
    const stored = new Uint8Array(bytes.byteLength + 3).subarray(3);
    stored.set(new Uint8Array(bytes.buffer));
    expect(rowsOf(decodeBars(stored))).toEqual([
      [1_772_461_800_000, 101.25, 101.5, 101, 101.37, 1200],
      [1_772_461_860_000, -37.63, -37, -38, -37.63, 7],
    ]);
  });

  it('of one day are merged: one bar per moment, the later series wins', () => {
    const [older, newer] = [
      seriesFrom([
        [0, 1, 1, 1, 1, 1],
        [60_000, 2, 2, 2, 2, 2],
      ]),
      seriesFrom([
        [60_000, 3, 3, 3, 3, 3],
        [120_000, 4, 4, 4, 4, 4],
      ]),
    ];
    expect([...mergeSeries(older, newer).close]).toEqual([1, 3, 4]);
    const bar = { ticker: 'X', open: 1, high: 1, low: 1, adj_close: null, volume: 1, vwap: null, trade_count: null };
    const bars = [
      { ...bar, timestamp: '2026-03-02T14:31:00Z', close: 2 },
      { ...bar, timestamp: '2026-03-02T14:30:00Z', close: 1 },
      { ...bar, timestamp: '2026-03-02T14:31:00Z', close: 3 },
    ];
    expect([...seriesOf(bars).close]).toEqual([1, 3]);
  });
});
