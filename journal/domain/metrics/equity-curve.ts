import {
  CENTS,
  type Count,
  isAboveZero,
  NONE,
  type Num,
  parseCompact,
  type Problem,
  Problems,
} from '../money/index.ts';
import { DAY_MS, dayOf, daysIn } from '../time/index.ts';
import type { Exit, RoundTrip } from '../trips/index.ts';
import { type LeftOut } from './closed.ts';
import { type DayAt, DayResults } from './day-results.ts';

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
    /** Of the trades that closed on the day and have an R: its sum, null without any, and how many they are. */
    readonly r?: number | null;
    readonly r_count?: number;
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
  pnl: Count<'amount'>;
  count: number;
  wins: number;
  r: number;
  r_count: number;
}

const emptyDay = (day: string): Day => ({ day, pnl: NONE, count: 0, wins: 0, r: 0, r_count: 0 });

export interface EquityCurveOptions {
  readonly start?: Num;
  /** New York's where none is asked for. */
  readonly time_zone?: string;
  /** Which exits count; all of them when absent. */
  readonly within?: (exit: Exit) => boolean;
  /** R of a closed trade; days have none when absent. */
  readonly rOf?: (trip: RoundTrip) => number | null;
}

/** Equity as results were taken: of positions that are still open what their exits so far brought. */
export function equityCurve(trips: readonly RoundTrip[], options: EquityCurveOptions = {}): EquityCurve {
  const dayResults = dayResultsIn(trips, options);
  const { trips: taken, pnls, times } = dayResults.columns;
  const points: EquityCurve['points'] = [];
  const totals = follow(dayResults, options, (i, equity, peak) => {
    const below = CENTS.minus(equity, peak);
    points.push({
      time: times[i] ?? '',
      trip_id: taken[i]?.id ?? '',
      pnl: CENTS.roundToCents(pnls[i] ?? NONE),
      equity: CENTS.roundToCents(equity),
      drawdown: CENTS.roundToCents(below),
      drawdown_fraction: isAboveZero(peak) ? CENTS.ratio(below, peak) : null,
    });
  });
  const open = trips.reduce((count, { status }) => (status === 'closed' ? count : count + 1), 0);
  return { points, ...totals, left_out: open === 0 ? [] : [{ reason: 'not closed yet', count: open }] };
}

/** What a curve is drawn from, in the order of time; to be kept by whoever draws it again after a change. */
export function dayResultsIn(
  trips: readonly RoundTrip[],
  { time_zone, within }: Pick<EquityCurveOptions, 'time_zone' | 'within'>,
): DayResults {
  return DayResults.of(trips, calendarAskedFor(time_zone, new Problems()).dayAt, within);
}

export interface EquityColumns extends Omit<EquityCurve, 'points' | 'left_out'> {
  /** one for each result of a day. */
  readonly equity: Float64Array;
  /** How far below the high so far; zero or negative. */
  readonly drawdown: Float64Array;
}

/** The same in columns: a curve of which a few points are shown makes no others. */
export function equityColumns(
  dayResults: DayResults,
  options: Pick<EquityCurveOptions, 'start' | 'time_zone' | 'rOf'>,
): EquityColumns {
  const equity = new Float64Array(dayResults.length);
  const drawdown = new Float64Array(dayResults.length);
  const totals = follow(dayResults, options, (i, now, peak) => {
    equity[i] = CENTS.roundToCents(now);
    drawdown[i] = CENTS.roundToCents(CENTS.minus(now, peak));
  });
  return { ...totals, equity, drawdown };
}

function follow(
  dayResults: DayResults,
  options: Pick<EquityCurveOptions, 'start' | 'time_zone' | 'rOf'>,
  each: (i: number, equity: Count<'amount'>, peak: Count<'amount'>) => void,
): Omit<EquityCurve, 'points' | 'left_out'> {
  const problems = new Problems();
  const { rOf } = options;
  const { zone } = calendarAskedFor(options.time_zone, problems);
  const startAmount = parseCompact('amount', options.start ?? 0);
  if (startAmount === null) problems.add('invalid_start', 'The starting equity is not a number; zero is used.');
  const { trips, pnls, days: takenOn, closes } = dayResults.columns;
  const start = CENTS.count(startAmount ?? NONE);
  let equity = start;
  let peak = equity;
  let closed = 0;
  const byDay = new Map<number, Day>();
  // They come in order of time, so a day's are mostly together.
  let today = NaN;
  let day = emptyDay('');
  for (let i = 0; i < dayResults.length; i += 1) {
    const pnl = pnls[i] ?? NONE;
    equity = CENTS.plus(equity, pnl);
    if (CENTS.compare(equity, peak) > 0) peak = equity;
    each(i, equity, peak);
    const on = takenOn[i] ?? 0;
    if (on !== today) {
      today = on;
      const known = byDay.get(on);
      day = known ?? emptyDay(dayOf(on * DAY_MS));
      if (known === undefined) byDay.set(on, day);
    }
    day.pnl = CENTS.plus(day.pnl, pnl);
    if (closes[i] !== 1) continue;
    closed += 1;
    day.count += 1;
    const trip = trips[i];
    if ((trip?.realized_pnl ?? 0) > 0) day.wins += 1;
    const r = trip === undefined ? null : (rOf?.(trip) ?? null);
    if (r === null) continue;
    day.r += r;
    day.r_count += 1;
  }
  const days = [...byDay].toSorted(([a], [b]) => a - b).map(([, one]) => one);
  const ranked = days.toSorted((a, b) => CENTS.compare(a.pnl, b.pnl));
  return {
    days: days.map(({ day, pnl, count, wins, r, r_count }) => ({
      day,
      pnl: CENTS.roundToCents(pnl),
      trade_count: count,
      win_rate: count === 0 ? null : wins / count,
      ...(rOf !== undefined && { r: r_count === 0 ? null : r, r_count }),
    })),
    best_day: ranked.at(-1)?.day ?? null,
    worst_day: ranked[0]?.day ?? null,
    start: CENTS.roundToCents(start),
    final_equity: CENTS.roundToCents(equity),
    trade_count: closed,
    convention:
      'Net realised P&L added to the starting equity as exits realise it, the exits of one trade on one day together; ' +
      `a trade counts on the day it closed. Days are those of ${zone}.`,
    problems: problems.list(),
  };
}

function calendarAskedFor(asked: string | undefined, problems: Problems): { zone: string; dayAt: DayAt } {
  const zone = asked ?? 'America/New_York';
  const dayAt = daysIn(zone);
  if (dayAt !== null) return { zone, dayAt };
  problems.add('unknown_time_zone', `The time zone ${zone} is not known; UTC is used.`);
  return { zone: 'UTC', dayAt: (instant) => Math.floor(instant / DAY_MS) };
}
