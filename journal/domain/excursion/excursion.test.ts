import { describe, expect, it } from 'vitest';
import { barSizeFor, excursion } from './index.ts';

const trade = {
  id: 'rt-1',
  direction: 'long',
  entry_avg_price: 100,
  quantity: 10,
  multiplier: 1,
  opened_at: '2026-01-05T14:31:00Z',
  closed_at: '2026-01-05T14:34:00Z',
  realized_pnl: 20,
} as const;

const bars = [
  { time: '2026-01-05T14:30:00Z', high: 200, low: 1 },
  { time: '2026-01-05T14:31:00Z', high: 101, low: '99.5' },
  { time: '2026-01-05T14:33:00Z', high: 104, low: 98 },
  { time: '2026-01-05T14:34:00Z', high: 300, low: 1 },
];

describe('excursion', () => {
  it('of a long: the best was 4, the worst 2, and half of the best was captured', () => {
    expect(excursion(trade, bars)).toMatchObject({
      available: true,
      mfe_dollars: 40,
      mfe_pct: 4,
      mae_dollars: 20,
      mae_pct: 2,
      bso_pct: 50,
      best_exit_price: 104,
      holding_bars: 2,
      problems: [],
    });
  });

  it('of a short is the mirror, and never negative', () => {
    expect(excursion({ ...trade, direction: 'short', entry_avg_price: 98 }, bars)).toMatchObject({
      mfe_dollars: 0,
      mae_dollars: 60,
      bso_pct: 0,
      best_exit_price: 98,
    });
  });

  it('ends with the last bar that ends by the exit', () => {
    const fiveMinutes = { ...trade, closed_at: '2026-01-05T14:36:00Z' };
    expect(excursion(fiveMinutes, bars, { bar_seconds: 60 })).toMatchObject({ holding_bars: 3, mfe_dollars: 2000 });
    expect(excursion(fiveMinutes, bars, { bar_seconds: 300 })).toMatchObject({ holding_bars: 1, mfe_dollars: 10 });
  });

  it('contains the prices of its own fills', () => {
    const own = excursion(trade, bars, { bar_seconds: 60, prices: [100, 104.5, 97] });
    expect(own).toMatchObject({ mfe_dollars: 45, mae_dollars: 30, best_exit_price: 104.5 });
  });

  it('without bars is unavailable, not zero', () => {
    expect(excursion(trade, [])).toMatchObject({
      available: false,
      mfe_dollars: null,
      problems: [{ code: 'no_bars' }],
    });
  });

  it('names a bar that cannot be', () => {
    const bad = { time: '2026-01-05T14:32:00Z', high: 1, low: 2 };
    expect(excursion(trade, [...bars, bad]).problems).toMatchObject([{ code: 'invalid_bar', ids: [bad.time] }]);
  });

  it('asks for bars as fine as the trade was short', () => {
    expect([60, 3600, 8 * 3600, 5 * 86_400].map(barSizeFor)).toEqual(['1m', '5m', '15m', '1d']);
  });
});
