import { type Count, type Num, parseAmount, type Problem, Problems } from '../money/index.ts';
import { DAY_MS, dayOf, daysIn, isDateOnly, parseInstant } from '../time/index.ts';
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
  const { zone, dayAt } = calendarAskedFor(options.time_zone, problems);
  const startAmount = parseAmount(options.start ?? 0);
  if (startAmount === null) problems.add('invalid_start', 'The starting equity is not a number; zero is used.');
  const takings = takingsOf(trips, dayAt, options.within);
  const start = CENTS.count(startAmount ?? 0);
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
function takingsOf(trips: readonly RoundTrip[], dayAt: DayAt, within: EquityCurveOptions['within']): Taking[] {
  const takings: Taking[] = [];
  for (const trip of trips) {
    // Nearly every trip has one exit, which is its close.
    if (trip.exits === null && within === undefined) {
      const taking = takingOf(trip, trip.realized_pnl, trip.closed_at, trip.closed_time_known, dayAt);
      if (taking !== null) takings.push(taking);
      continue;
    }
    const exits = exitsOf(trip);
    let last: Taking | undefined;
    for (const exit of exits) {
      if (within?.(exit) === false) continue;
      const taking = takingOf(trip, exit.pnl, exit.time, exit.time_known, dayAt);
      if (taking === null) continue;
      taking.closes = trip.status === 'closed' && exit === exits.at(-1);
      if (last?.day !== taking.day) {
        takings.push(taking);
        last = taking;
        continue;
      }
      last.pnl = CENTS.plus(last.pnl, taking.pnl);
      last.at = taking.at;
      last.time = taking.time;
      last.closes = taking.closes;
    }
  }
  takings.sort((a, b) => a.at - b.at || (a.trip.id < b.trip.id ? -1 : 1));
  return takings;
}

function takingOf(trip: RoundTrip, pnl: number, time: string | null, known: boolean, dayAt: DayAt): Taking | null {
  const amount = parseAmount(pnl);
  const at = parseInstant(time);
  if (amount === null || at === null || time === null) return null;
  const day = known && !isDateOnly(time) ? dayAt(at) : Math.floor(at / DAY_MS);
  return { trip, pnl: CENTS.count(amount), at, time, day, closes: true };
}

type DayAt = (instant: number) => number;

function calendarAskedFor(asked: string | undefined, problems: Problems): { zone: string; dayAt: DayAt } {
  const zone = asked ?? 'America/New_York';
  const dayAt = daysIn(zone);
  if (dayAt !== null) return { zone, dayAt };
  problems.add('unknown_time_zone', `The time zone ${zone} is not known; UTC is used.`);
  return { zone: 'UTC', dayAt: (instant) => Math.floor(instant / DAY_MS) };
}
