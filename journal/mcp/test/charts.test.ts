import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { payoffChart, resultChart } from '../charts/index.ts';
import { resultCharts } from '../charts/kinds.ts';
import { dollars } from '../charts/words.ts';

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
  starting_equity: 0,
  final_equity: 250.5,
  points: {
    time: ['2026-01-05T15:00:00Z', '2026-01-06T15:00:00Z', '2026-02-02T15:00:00Z'],
    equity: [300, 150, 250.5],
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

type Attachments = Awaited<ReturnType<typeof payoffChart>>;

/** The picture read back: its size, and how much of it is blue for gains, orange for losses, and dark for words. */
async function readPicture(drawn: Promise<Attachments>) {
  const [only] = await drawn;
  if (only?.type !== 'image') throw new Error('there is no picture');
  expect(only.mimeType).toBe('image/png');
  const { data, info } = await sharp(Buffer.from(only.data, 'base64'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)];
  const share = (from: readonly [number, number], to: readonly [number, number], is: (pixel: number[]) => boolean) => {
    let [found, all] = [0, 0];
    for (let y = Math.floor(from[1] * info.height); y < to[1] * info.height; y++)
      for (let x = Math.floor(from[0] * info.width); x < to[0] * info.width; x++) {
        all += 1;
        if (is(at(x, y))) found += 1;
      }
    return found / all;
  };
  return { width: info.width, height: info.height, share };
}
const isBlue = ([red = 0, , blue = 0]: number[]) => blue > red + 15;
const isOrange = ([red = 0, , blue = 0]: number[]) => red > blue + 15;
const isDark = ([red = 0, green = 0, blue = 0]: number[]) => red + green + blue < 300;
const [corner, opposite] = [[0, 0] as const, [1, 1] as const];

describe('a curve', () => {
  it('of realised results is blue where it is above zero, under a title that needs no font', async () => {
    const { width, height, share } = await readPicture(resultChart('equity', curve));
    expect(width).toBe(1280);
    expect(height).toBeGreaterThan(600);
    expect(share(corner, opposite, isBlue)).toBeGreaterThan(0.1);
    expect(share(corner, opposite, isOrange)).toBe(0);
    // "Realised results", in strokes.
    expect(share(corner, [0.15, 0.06], isDark)).toBeGreaterThan(0.01);
  });

  it('of drawdown hangs from zero, in orange', async () => {
    const { share } = await readPicture(resultChart('drawdown', curve));
    expect(share(corner, opposite, isOrange)).toBeGreaterThan(0.1);
  });

  it('of a payoff is orange on the side that loses and blue on the side that wins', async () => {
    const { share } = await readPicture(payoffChart(spread));
    expect(share([0.05, 0.6], [0.3, 0.9], isOrange)).toBeGreaterThan(0.3);
    expect(share([0.65, 0.2], [0.85, 0.5], isBlue)).toBeGreaterThan(0.3);
  });
});

it('a calendar colours the days by their result', async () => {
  const { width, share } = await readPicture(resultChart('calendar', curve));
  expect(width).toBe(1200);
  expect(share(corner, opposite, isBlue)).toBeGreaterThan(0.003);
  expect(share(corner, opposite, isOrange)).toBeGreaterThan(0.001);
});

it('a word is drawn wherever fonts are: the same letters make the same pixels', async () => {
  const drawNamed = (name: string) => payoffChart({ ...spread, name });
  expect(await drawNamed('Spread')).toEqual(await drawNamed('Spread'));
  expect(await drawNamed('Spread')).not.toEqual(await drawNamed('Spreed'));
});

it.each(resultCharts)('nothing closed makes no picture of %s, one trade does', async (kind) => {
  const first = (count: number) => ({
    time: curve.points.time.slice(0, count),
    equity: curve.points.equity.slice(0, count),
    drawdown: curve.points.drawdown.slice(0, count),
    trip_id: curve.points.trip_id.slice(0, count),
  });
  expect(await resultChart(kind, { ...curve, points: first(0), days: [] })).toEqual([]);
  expect(await resultChart(kind, { ...curve, points: first(1), days: curve.days.slice(0, 1) })).toHaveLength(1);
});

it.each([
  [0, '$0'],
  [-1234.5, '-$1,234.50'],
  [102.5, '$102.50'],
])('%d dollars are written %s', (value, text) => {
  expect(dollars(value)).toBe(text);
});
