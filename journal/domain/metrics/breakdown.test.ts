import { describe, expect, it } from 'vitest';
import { buy, sell } from '../testing/executions.ts';
import { structureName, structuresOf } from '../structures/index.ts';
import { roundTrips } from '../trips/index.ts';
import { closedTrips, equityCurve, strategyBreakdown, timeBreakdown, timeSlicesOf } from './index.ts';

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

describe('a breakdown by time', () => {
  it('a trade is in the slices that count it', () => {
    const slicesOf = timeSlicesOf('America/New_York');
    const { by_hour, by_weekday, by_holding_time } = timeBreakdown(closedTrips(trips));
    const closed = trips.filter(({ status }) => status === 'closed').map(slicesOf);
    for (const { name, trade_count } of by_hour)
      expect(closed.filter(({ hour }) => hour === name)).toHaveLength(trade_count);
    for (const { name, trade_count } of by_weekday)
      expect(closed.filter(({ weekday }) => weekday === name)).toHaveLength(trade_count);
    for (const { name, trade_count } of by_holding_time)
      expect(closed.filter(({ holding }) => holding === name)).toHaveLength(trade_count);
  });
});

describe('strategy breakdown', () => {
  it('counts a trip under each of its tags, best first, and says what is left out', () => {
    const tags: Record<string, string[]> = { 'rt-a': ['breakout'], 'rt-c': ['breakout', 'news'] };
    const result = strategyBreakdown(closedTrips(trips), { tagsOf: (trip) => tags[trip.id] ?? [] });
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

  it('by plan: its strategy, its timeframe, and how the trade ended against it', () => {
    const plan = { strategy_name: 'gap and go', timeframe: '5m', stop: 9.5, target: 11 };
    const result = strategyBreakdown(closedTrips(trips), {
      tagsOf: () => [],
      planOf: (trip) => (trip.instrument === 'TSLA' ? null : plan),
    });
    const brief = (slices: typeof result.by_plan) => slices.map(({ name, total_pnl }) => [name, total_pnl]);
    expect(brief(result.by_plan)).toEqual([
      ['gap and go', 50],
      ['no plan', 50],
    ]);
    expect(brief(result.by_timeframe)).toEqual([
      ['5m', 50],
      ['no plan', 50],
    ]);
    expect(brief(result.by_exit)).toEqual([
      ['at target', 100],
      ['at stop', -50],
      ['no plan', 50],
    ]);
    // +100 and -50: sqrt(2) x 25 / 106.07.
    expect(result.by_plan[0]?.sqn).toBeCloseTo(1 / 3, 6);
    expect(result.by_plan[1]?.sqn).toBeNull();
  });

  it('by kind of trade: three minutes is a scalp, half an hour a day trade', () => {
    const { by_category, by_direction } = strategyBreakdown(closedTrips(trips), { tagsOf: () => [] });
    expect(by_category.map(({ name, trade_count }) => [name, trade_count])).toEqual([
      ['scalp', 1],
      ['day', 2],
    ]);
    expect(by_direction.map(({ name }) => name)).toEqual(['long', 'short']);
  });

  it('a tag or a plan on one leg is that of the whole structure, which is one trade', () => {
    const leg = (contract: string) => ({ instrument: `AAPL 260320 ${contract}` });
    const executions = [
      // A put spread sold for 0.80 and bought back for 0.30.
      sell('p1', 30, 1, 2, leg('P 190')),
      buy('p2', 30, 1, 1.2, leg('P 180')),
      buy('p3', 90, 1, 0.5, leg('P 190')),
      sell('p4', 90, 1, 0.2, leg('P 180')),
    ];
    const { round_trips } = roundTrips(executions);
    const hasLongLeg = ({ entry_exec_ids }: { entry_exec_ids: readonly string[] }) => entry_exec_ids.includes('p2');
    const { strategies, by_plan } = strategyBreakdown(closedTrips(structuresOf(round_trips, executions)), {
      tagsOf: (trip) => (hasLongLeg(trip) ? ['income'] : []),
      planOf: (trip) => (hasLongLeg(trip) ? { strategy_name: 'put spread' } : null),
    });
    expect(strategies).toMatchObject([{ strategy_name: 'income', trade_count: 1, total_pnl: 50, frequency: 1 }]);
    expect(by_plan).toMatchObject([{ name: 'put spread', trade_count: 1, total_pnl: 50 }]);
  });

  it('legs opened and held together are one option trade, by the name of its structure', () => {
    const leg = (contract: string) => ({ instrument: `AAPL 260320 ${contract}` });
    const executions = [
      // A put spread sold at 10:00, bought back at 11:00: 2.00 - 1.20 received, 0.50 - 0.20 paid.
      sell('p1', 30, 1, 2, leg('P 190')),
      buy('p2', 30, 1, 1.2, leg('P 180')),
      buy('p3', 90, 1, 0.5, leg('P 190')),
      sell('p4', 91, 1, 0.2, leg('P 180')),
      // A call an hour later is a trade of its own; so is one bought right after the first was sold.
      buy('c1', 150, 1, 3, leg('C 200')),
      sell('c2', 151, 1, 2.5, leg('C 200')),
      buy('c3', 152, 1, 3, leg('C 200')),
      sell('c4', 160, 1, 4, leg('C 200')),
      // One leg of a straddle is still open.
      buy('s1', 200, 1, 3, leg('C 195')),
      buy('s2', 200, 1, 3, leg('P 195')),
      sell('s3', 210, 1, 2, leg('P 195')),
      buy('x1', 0, 10, 5, { instrument: 'F' }),
      sell('x2', 5, 10, 6, { instrument: 'F' }),
    ];
    const { round_trips } = roundTrips(executions);
    const structures = structuresOf(round_trips, executions);
    const names = new Map(structures.map((one) => [one.id, structureName(one)]));
    const { by_option_structure, left_out } = strategyBreakdown(closedTrips(structures), {
      tagsOf: () => [],
      strategyOf: ({ id }) => names.get(id) ?? null,
    });
    expect(by_option_structure.map(({ name, trade_count, total_pnl }) => [name, trade_count, total_pnl])).toEqual([
      ['Bull Put Spread', 1, 50],
      ['Long Call', 2, 50],
    ]);
    expect(left_out).toContainEqual({ reason: 'not closed yet', count: 1 });
  });
});

describe('time breakdown', () => {
  it('uses the wall clock of the market', () => {
    const result = timeBreakdown(closedTrips(trips));
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
    expect(timeBreakdown(closedTrips(trip === undefined ? [] : [trip])).by_hour[0]?.name).toBe('10:00');
  });

  it('says so when the zone is unknown', () => {
    expect(timeBreakdown(closedTrips(trips), { time_zone: 'Mars/Olympus' }).problems).toMatchObject([
      { code: 'unknown_time_zone' },
    ]);
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

  it('adds up the R of the trades that closed on a day, says of how many, and none where none has one', () => {
    const [first, second] = equityCurve(trips).points.map(({ trip_id }) => trip_id);
    const multiples = new Map([
      [first, 2],
      [second, -0.5],
    ]);
    const { days } = equityCurve(trips, { rOf: ({ id }) => multiples.get(id) ?? null });
    expect(days.map(({ trade_count, r, r_count }) => ({ trade_count, r, r_count }))).toEqual([
      { trade_count: 2, r: 1.5, r_count: 2 },
      { trade_count: 1, r: null, r_count: 0 },
    ]);
  });
});
