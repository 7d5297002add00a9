import { type Count, type Num, parseAmount, type Problem, Problems } from '../money/index.ts';
import { calendarIn, DAY_MS, type DayOf, dayOf, parseInstant } from '../time/index.ts';
import { type Exit, exitsOf, type RoundTrip } from '../trips/index.ts';
import { CENTS, type LeftOut } from './closed.ts';

export interface EquityCurve {
  readonly points: {
    readonly time: string;
    readonly trip_id: string;
    readonly pnl: number;
    readonly equity: number;
    /** How far below the high so far; zero or negative. */
    readonly drawdown: number;
    readonly drawdown_fraction: number | null;
  }[];
  /** The P&L calendar: one row per day on which something was realised. */
  readonly days: {
    readonly day: string;
    readonly pnl: number;
    readonly trade_count: number;
    /** Null on a day on which exits were made and no trade closed. */
    readonly win_rate: number | null;
  }[];
  readonly best_day: string | null;
  readonly worst_day: string | null;
  readonly start: number;
  readonly final_equity: number;
  readonly trade_count: number;
  readonly left_out: LeftOut[];
  readonly convention: string;
  readonly problems: Problem[];
}

interface Day {
  readonly day: string;
  pnl: Count;
  count: number;
  wins: number;
}

/** What a trade brought on one day: all its exits of that day, at the time of the last. */
interface Taking {
  readonly trip: RoundTrip;
  pnl: Count;
  at: number;
  time: string;
  readonly day: number;
  closes: boolean;
}

export interface EquityCurveOptions {
  readonly start?: Num;
  /** New York's where none is asked for. */
  readonly time_zone?: string;
  /** Which exits count; all of them when absent. */
  readonly within?: (exit: Exit) => boolean;
}

/** Equity as results were taken: of positions that are still open what their exits so far brought. */
export function equityCurve(trips: readonly RoundTrip[], options: EquityCurveOptions = {}): EquityCurve {
  const problems = new Problems();
  const { zone, dayIn } = calendarAskedFor(options.time_zone, problems);
  const given = parseAmount(options.start ?? 0);
  if (given === null) problems.add('invalid_start', 'The starting equity is no number; zero is used.');
  const takings = takingsOf(trips, dayIn, options.within);
  const start = CENTS.count(given ?? 0);
  let equity = start;
  let peak = equity;
  let closed = 0;
  const points: EquityCurve['points'] = [];
  const byDay = new Map<number, Day>();
  // Takings come in order of time, so a day's are mostly together.
  let today = NaN;
  let day: Day = { day: '', pnl: 0, count: 0, wins: 0 };
  for (const { trip, pnl, time, day: takenOn, closes } of takings) {
    equity = CENTS.plus(equity, pnl);
    if (CENTS.compare(equity, peak) > 0) peak = equity;
    const below = CENTS.minus(equity, peak);
    points.push({
      time,
      trip_id: trip.id,
      pnl: CENTS.cents(pnl),
      equity: CENTS.cents(equity),
      drawdown: CENTS.cents(below),
      drawdown_fraction: peak > 0 ? CENTS.ratio(below, peak) : null,
    });
    if (takenOn !== today) {
      today = takenOn;
      const known = byDay.get(takenOn);
      day = known ?? { day: dayOf(takenOn * DAY_MS), pnl: 0, count: 0, wins: 0 };
      if (known === undefined) byDay.set(takenOn, day);
    }
    day.pnl = CENTS.plus(day.pnl, pnl);
    if (!closes) continue;
    closed += 1;
    day.count += 1;
    if (trip.realized_pnl > 0) day.wins += 1;
  }
  const days = [...byDay].toSorted(([a], [b]) => a - b).map(([, one]) => one);
  const ranked = days.toSorted((a, b) => CENTS.compare(a.pnl, b.pnl));
  const open = trips.reduce((count, { status }) => (status === 'closed' ? count : count + 1), 0);
  return {
    points,
    days: days.map(({ day, pnl, count, wins }) => ({
      day,
      pnl: CENTS.cents(pnl),
      trade_count: count,
      win_rate: count === 0 ? null : wins / count,
    })),
    best_day: ranked.at(-1)?.day ?? null,
    worst_day: ranked[0]?.day ?? null,
    start: CENTS.cents(start),
    final_equity: CENTS.cents(equity),
    trade_count: closed,
    left_out: open === 0 ? [] : [{ reason: 'not closed yet', count: open }],
    convention:
      'Net realised P&L added to the starting equity as exits realise it, the exits of one trade on one day together; ' +
      `a trade counts on the day it closed. Days are those of ${zone}.`,
    problems: problems.list(),
  };
}

/** In order of time, and of one time in order of the trades' ids. */
function takingsOf(trips: readonly RoundTrip[], dayIn: DayOf, within: EquityCurveOptions['within']): Taking[] {
  const takings: Taking[] = [];
  for (const trip of trips) {
    const exits = exitsOf(trip);
    let last: Taking | undefined;
    for (let i = 0; i < exits.length; i += 1) {
      const exit = exits[i];
      const amount = exit === undefined ? null : parseAmount(exit.pnl);
      if (exit === undefined || amount === null || within?.(exit) === false) continue;
      const at = parseInstant(exit.time);
      const day = dayIn(exit.time, exit.time_known);
      if (at === null || day === null) continue;
      const closes = trip.status === 'closed' && i === exits.length - 1;
      if (last?.day === day) {
        last.pnl = CENTS.plus(last.pnl, CENTS.count(amount));
        last.at = at;
        last.time = exit.time;
        last.closes = closes;
        continue;
      }
      last = { trip, pnl: CENTS.count(amount), at, time: exit.time, day, closes };
      takings.push(last);
    }
  }
  takings.sort((a, b) => a.at - b.at || (a.trip.id < b.trip.id ? -1 : 1));
  return takings;
}

function calendarAskedFor(asked: string | undefined, problems: Problems): { zone: string; dayIn: DayOf } {
  const zone = asked ?? 'America/New_York';
  const dayIn = calendarIn(zone);
  if (dayIn !== null) return { zone, dayIn };
  problems.add('unknown_time_zone', `The time zone ${zone} is not known; UTC is used.`);
  return { zone: 'UTC', dayIn: calendarIn('UTC') ?? (() => null) };
}
