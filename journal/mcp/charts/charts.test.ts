import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Canvas } from './canvas.ts';
import { payoffChart, resultChart } from './index.ts';
import { resultCharts } from './kinds.ts';
import { ticksOf } from './line-chart.ts';
import { dollars } from './look.ts';

const base = {
  account_id: null,
  time_zone: 'UTC',
  unit: 'structure' as const,
  currency: 'USD',
  convention: '',
  trade_count: 3,
  left_out: [],
  problems: [],
};
const curve: Parameters<typeof resultChart>[1] = {
  ...base,
  period: 'all',
  starting_equity: 1000,
  final_equity: 1250.5,
  points: {
    time: ['2026-01-05T15:00:00Z', '2026-01-06T15:00:00Z', '2026-02-02T15:00:00Z'],
    equity: [1300, 1150, 1250.5],
    drawdown: [0, -150, -49.5],
    trip_id: ['rt-1', 'rt-2', 'rt-3'],
  },
  days: [
    { day: '2026-01-05', pnl: 300, trade_count: 1, win_rate: 1 },
    { day: '2026-01-06', pnl: -150, trade_count: 1, win_rate: 0 },
    { day: '2026-02-02', pnl: 100.5, trade_count: 1, win_rate: 1 },
  ],
  best_day: '2026-01-05',
  worst_day: '2026-01-06',
};
const spread: Parameters<typeof payoffChart>[0] = {
  strategy_type: 'vertical',
  name: 'Bull call spread',
  underlying: 'XYZ',
  legs: [],
  net_debit_credit: -200,
  max_profit: 300,
  max_loss: -200,
  breakevens: [102],
  breakeven_prices: [102],
  payoff: [
    { price: 90, pnl: -200 },
    { price: 100, pnl: -200 },
    { price: 105, pnl: 300 },
    { price: 115, pnl: 300 },
  ],
  unit: 'structure',
  currency: 'USD',
  period: '2026-01-05..2026-01-05',
  time_zone: 'America/New_York',
  convention: 'At the expiry.',
  problems: [],
};

/** The picture read back: its size, and the colour of a pixel. */
function seen(file: Buffer) {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const length = file.readUInt32BE(33);
  const rows = inflateSync(file.subarray(41, 41 + length));
  const at = (x: number, y: number) => [...rows.subarray(y * (width * 3 + 1) + 1 + x * 3).subarray(0, 3)];
  const greenish = ([red = 0, green = 0]: number[]) => green > red + 5;
  const reddish = ([red = 0, green = 0]: number[]) => red > green + 5;
  return { width, height, at, greenish, reddish };
}
const picture = (attachments: ReturnType<typeof payoffChart>) => {
  const [only] = attachments;
  if (only?.type !== 'image') throw new Error('there is no picture');
  expect(only.mimeType).toBe('image/png');
  return seen(Buffer.from(only.data, 'base64'));
};

describe('a curve', () => {
  it('of equity is shaded green where it is above the start', () => {
    const { at, greenish, width, height } = picture(resultChart('equity', curve));
    expect([width, height]).toEqual([1200, 640]);
    expect(greenish(at(1150, 500))).toBe(true);
  });

  it('of drawdown hangs from zero, in red', () => {
    const { at, reddish } = picture(resultChart('drawdown', curve));
    expect(reddish(at(600, 150))).toBe(true);
  });

  it('of a payoff is red on the side that loses and green on the side that wins', () => {
    const { at, greenish, reddish } = picture(payoffChart(spread));
    expect(reddish(at(200, 500))).toBe(true);
    expect(greenish(at(1100, 250))).toBe(true);
  });
});

it('a calendar colours the days by their result, Monday first', () => {
  const { at, greenish, reddish } = picture(resultChart('calendar', curve));
  // January 2026 begins on a Thursday: the 5th is the first box of the second row, the 6th beside it.
  expect(greenish(at(42, 195))).toBe(true);
  expect(reddish(at(78, 195))).toBe(true);
});

it.each(resultCharts)('nothing closed makes no picture of %s, one trade does', (kind) => {
  const first = (count: number) => ({
    time: curve.points.time.slice(0, count),
    equity: curve.points.equity.slice(0, count),
    drawdown: curve.points.drawdown.slice(0, count),
    trip_id: curve.points.trip_id.slice(0, count),
  });
  expect(resultChart(kind, { ...curve, points: first(0), days: [] })).toEqual([]);
  expect(resultChart(kind, { ...curve, points: first(1), days: curve.days.slice(0, 1) }).length).toBe(1);
});

it('an axis has round numbers around all values', () => {
  expect(ticksOf([-180, 310])).toEqual([-200, -100, 0, 100, 200, 300, 400]);
  expect(ticksOf([5, 5]).length).toBeGreaterThan(1);
});

it.each([
  [0, '$0'],
  [-1234.5, '-$1,234.50'],
  [102.5, '$102.50'],
])('%d dollars are written %s', (value, text) => {
  expect(dollars(value)).toBe(text);
});

it('what falls beside the sheet is not drawn, and a letter nobody knows is a question mark', () => {
  const draw = (text: string) => {
    const canvas = new Canvas(20, 10);
    canvas.text(text, 0, 0, { colour: [0, 0, 0], size: 1 });
    canvas.line({ x: -50, y: -50 }, { x: 60, y: -20 }, [0, 0, 0], 2);
    return canvas.png();
  };
  expect(draw('é')).toEqual(draw('?'));
  expect(draw('A')).not.toEqual(draw('B'));
});
