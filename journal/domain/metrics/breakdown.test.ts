import { describe, expect, it } from 'vitest';
import { buy, sell } from '../testing/executions.ts';
import { roundTrips } from '../trips/index.ts';
import { equityCurve, strategyBreakdown, timeBreakdown } from './index.ts';

// Monday 2026-01-05, 09:30 in New York is minute 0; a winner, a loser, a winner the next day, and one still open.
const { round_trips: trips } = roundTrips([
  buy('a', 0, 100, 10),
  sell('b', 3, 100, 11),
  buy('c', 45, 100, 10),
  sell('d', 75, 100, 9.5),
  sell('e', 1440, 10, 20, { instrument: 'TSLA' }),
  buy('f', 1450, 10, 15, { instrument: 'TSLA' }),
  buy('g', 1500, 1, 10),
]);

describe('strategy breakdown', () => {
  it('counts a trip under each of its tags, best first, and says what is left out', () => {
    const tags: Record<string, string[]> = { 'rt-a': ['breakout'], 'rt-c': ['breakout', 'news'] };
    const result = strategyBreakdown(trips, (trip) => tags[trip.id] ?? []);
    expect(
      result.strategies.map(({ strategy_name, total_pnl, trade_count, win_rate }) => [
        strategy_name,
        total_pnl,
        trade_count,
        win_rate,
      ]),
    ).toEqual([
      ['breakout', 50, 2, 0.5],
      ['untagged', 50, 1, 1],
      ['news', -50, 1, 0],
    ]);
    expect(result).toMatchObject({ trade_count: 3, left_out: [{ reason: 'not closed yet', count: 1 }] });
  });
});

describe('time breakdown', () => {
  it('uses the wall clock of the market', () => {
    const result = timeBreakdown(trips);
    expect(result.by_hour.map(({ name, total_pnl }) => [name, total_pnl])).toEqual([
      ['09:00', 150],
      ['10:00', -50],
    ]);
    expect(result.by_weekday.map(({ name, trade_count }) => [name, trade_count])).toEqual([
      ['Monday', 2],
      ['Tuesday', 1],
    ]);
    expect(result.by_holding_time.map(({ name }) => name)).toEqual([
      '1 to 5 minutes',
      '5 to 15 minutes',
      '15 to 60 minutes',
    ]);
    expect(result.by_direction.map(({ name, total_pnl }) => [name, total_pnl])).toEqual([
      ['long', 50],
      ['short', 50],
    ]);
  });

  it('moves with daylight saving: 14:30 UTC is 10:30 in July', () => {
    const july = { time: '2026-07-06T14:30:00Z' };
    const [trip] = roundTrips([
      buy('a', 0, 1, 1, july),
      sell('b', 0, 1, 2, { time: '2026-07-06T15:00:00Z' }),
    ]).round_trips;
    expect(timeBreakdown(trip === undefined ? [] : [trip]).by_hour[0]?.name).toBe('10:00');
  });

  it('says so when the zone is unknown', () => {
    expect(timeBreakdown(trips, { time_zone: 'Mars/Olympus' }).problems).toMatchObject([{ code: 'unknown_time_zone' }]);
  });
});

describe('equity curve', () => {
  it('adds each closed trip to the start and keeps the calendar', () => {
    const result = equityCurve(trips, { start: '1000' });
    expect(result.points.map(({ equity, drawdown }) => [equity, drawdown])).toEqual([
      [1100, 0],
      [1050, -50],
      [1100, 0],
    ]);
    expect(result.days).toEqual([
      { day: '2026-01-05', pnl: 50, trade_count: 2, win_rate: 0.5 },
      { day: '2026-01-06', pnl: 50, trade_count: 1, win_rate: 1 },
    ]);
    expect(result).toMatchObject({ final_equity: 1100, trade_count: 3 });
  });
});
