import {
  type Count,
  countDollars,
  isAboveZero,
  NONE,
  type Num,
  parseCompact,
  type Problem,
  Problems,
  RESULTS,
} from '../money/index.ts';
import { DAY_MS, dayOf, daysIn } from '../time/index.ts';
import type { Exit, RoundTrip } from '../trips/index.ts';
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
    /** Of the trades with an exit on the day, by what each brought on it. */
    readonly win_rate: number | null;
    /** What the trades with an exit on the day and an initial risk brought on it, in R; null without any, and how many they are. */
    readonly r?: number | null;
    readonly r_count?: number;
  }[];
  readonly best_day: string | null;
  readonly worst_day: string | null;
  readonly start: number;
  readonly final_equity: number;
  readonly trade_count: number;
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
  /** What an amount of a trade is in R; days have none when absent. */
  readonly rOf?: (trip: RoundTrip, pnl: number) => number | null;
  /** Results up to this size are neither won nor lost. */
  readonly band?: number;
}

/** Results as they were taken, added up: of positions that are still open what their exits so far brought. */
export function equityCurve(trips: readonly RoundTrip[], options: EquityCurveOptions = {}): EquityCurve {
  const dayResults = dayResultsIn(trips, options);
  const { trips: taken, pnls, times } = dayResults.columns;
  const points: EquityCurve['points'] = [];
  const totals = follow(dayResults, options, (i, equity, peak) => {
    const below = RESULTS.minus(equity, peak);
    points.push({
      time: times[i] ?? '',
      trip_id: taken[i]?.id ?? '',
      pnl: RESULTS.roundToEightPlaces(pnls[i] ?? NONE),
      equity: RESULTS.roundToEightPlaces(equity),
      drawdown: RESULTS.roundToEightPlaces(below),
      drawdown_fraction: isAboveZero(peak) ? RESULTS.ratio(below, peak) : null,
    });
  });
  return { points, ...totals, trade_count: new Set(taken).size };
}

/** What a curve is drawn from, in the order of time; cached by code that draws it again after a change. */
export function dayResultsIn(
  trips: readonly RoundTrip[],
  { time_zone, within }: Pick<EquityCurveOptions, 'time_zone' | 'within'>,
): DayResults {
  return DayResults.of(trips, calendarAskedFor(time_zone, new Problems()).dayAt, within);
}

export interface EquityColumns extends Omit<EquityCurve, 'points' | 'trade_count'> {
  /** One for each step. */
  readonly equity: Float64Array;
  /** How far below the high so far; zero or negative. */
  readonly drawdown: Float64Array;
}

/** The same in columns: a curve of which a few points are shown makes no others. */
export function equityColumns(
  dayResults: DayResults,
  options: Pick<EquityCurveOptions, 'start' | 'time_zone' | 'rOf' | 'band'>,
): EquityColumns {
  const equity = new Float64Array(dayResults.length);
  const drawdown = new Float64Array(dayResults.length);
  const totals = follow(dayResults, options, (i, now, peak) => {
    equity[i] = RESULTS.roundToEightPlaces(now);
    drawdown[i] = RESULTS.roundToEightPlaces(RESULTS.minus(now, peak));
  });
  return { ...totals, equity, drawdown };
}

function follow(
  dayResults: DayResults,
  options: Pick<EquityCurveOptions, 'start' | 'time_zone' | 'rOf' | 'band'>,
  each: (i: number, equity: Count<'amount'>, peak: Count<'amount'>) => void,
): Omit<EquityCurve, 'points' | 'trade_count'> {
  const problems = new Problems();
  const { rOf } = options;
  const { zone } = calendarAskedFor(options.time_zone, problems);
  const startAmount = parseCompact('amount', options.start ?? 0);
  if (startAmount === null) problems.add('invalid_start', 'The starting equity is not a number; zero is used.');
  const { trips, pnls, days: takenOn, sums } = dayResults.columns;
  const band = countDollars(options.band ?? 0);
  const start = RESULTS.count(startAmount ?? NONE);
  let equity = start;
  let peak = equity;
  const byDay = new Map<number, Day>();
  // They come in order of time, so a day's are mostly together.
  let today = NaN;
  let day = emptyDay('');
  for (let i = 0; i < dayResults.length; i += 1) {
    const pnl = pnls[i] ?? NONE;
    equity = RESULTS.plus(equity, pnl);
    if (RESULTS.compare(equity, peak) > 0) peak = equity;
    each(i, equity, peak);
    const on = takenOn[i] ?? 0;
    if (on !== today) {
      today = on;
      const known = byDay.get(on);
      day = known ?? emptyDay(dayOf(on * DAY_MS));
      if (known === undefined) byDay.set(on, day);
    }
    day.pnl = RESULTS.plus(day.pnl, pnl);
    const sum = sums[i] ?? null;
    if (sum === null) continue;
    day.count += 1;
    const trip = trips[i];
    if (RESULTS.compare(sum, band) > 0) day.wins += 1;
    const r = trip === undefined ? null : (rOf?.(trip, RESULTS.roundToEightPlaces(sum)) ?? null);
    if (r === null) continue;
    day.r += r;
    day.r_count += 1;
  }
  const days = [...byDay].toSorted(([a], [b]) => a - b).map(([, one]) => one);
  const ranked = days.toSorted((a, b) => RESULTS.compare(a.pnl, b.pnl));
  return {
    days: days.map(({ day, pnl, count, wins, r, r_count }) => ({
      day,
      pnl: RESULTS.roundToEightPlaces(pnl),
      trade_count: count,
      win_rate: count === 0 ? null : wins / count,
      ...(rOf !== undefined && { r: r_count === 0 ? null : r, r_count }),
    })),
    best_day: ranked.at(-1)?.day ?? null,
    worst_day: ranked[0]?.day ?? null,
    start: RESULTS.roundToEightPlaces(start),
    final_equity: RESULTS.roundToEightPlaces(equity),
    convention:
      'Realised results, net, added up from the start as exits realise them, those of a structure’s legs on one day together; ' +
      `a trade counts on every day with an exit of it, won or lost by what it brought on it. Days are those of ${zone}.`,
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
