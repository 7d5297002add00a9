import { type Count, type Num, parseAmount, type Problem, Problems } from '../money/index.ts';
import { DAY_MS, dayOf } from '../time/index.ts';
import type { RoundTrip } from '../trips/index.ts';
import { CENTS, closedTrips, type LeftOut } from './closed.ts';

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
  /** The P&L calendar: one row per day on which a trip closed. */
  readonly days: {
    readonly day: string;
    readonly pnl: number;
    readonly trade_count: number;
    readonly win_rate: number;
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

/** Equity after each closed trip. */
export function equityCurve(trips: readonly RoundTrip[], options: { start?: Num } = {}): EquityCurve {
  const problems = new Problems();
  const given = parseAmount(options.start ?? 0);
  if (given === null) problems.add('invalid_start', 'The starting equity is no number; zero is used.');
  const { closed, left_out } = closedTrips(trips);
  const start = CENTS.count(given ?? 0);
  let equity = start;
  let peak = equity;
  const points: EquityCurve['points'] = [];
  const days: Day[] = [];
  // Trips come in the order they closed, so a day's are together.
  let today = NaN;
  let day: Day = { day: '', pnl: 0, count: 0, wins: 0 };
  for (const { trip, pnl, closedAt } of closed) {
    equity = CENTS.plus(equity, pnl);
    if (CENTS.compare(equity, peak) > 0) peak = equity;
    const below = CENTS.minus(equity, peak);
    points.push({
      time: trip.closed_at ?? '',
      trip_id: trip.id,
      pnl: trip.realized_pnl,
      equity: CENTS.cents(equity),
      drawdown: CENTS.cents(below),
      drawdown_fraction: peak > 0 ? CENTS.ratio(below, peak) : null,
    });
    const closedOn = Math.floor(closedAt / DAY_MS);
    if (closedOn !== today) {
      today = closedOn;
      days.push((day = { day: dayOf(closedAt), pnl: 0, count: 0, wins: 0 }));
    }
    day.pnl = CENTS.plus(day.pnl, pnl);
    day.count += 1;
    if (pnl > 0) day.wins += 1;
  }
  const ranked = days.toSorted((a, b) => CENTS.compare(a.pnl, b.pnl));
  return {
    points,
    days: days.map(({ day, pnl, count, wins }) => ({
      day,
      pnl: CENTS.cents(pnl),
      trade_count: count,
      win_rate: wins / count,
    })),
    best_day: ranked.at(-1)?.day ?? null,
    worst_day: ranked[0]?.day ?? null,
    start: CENTS.cents(start),
    final_equity: CENTS.cents(equity),
    trade_count: closed.length,
    left_out,
    convention:
      'Net realised P&L added to the starting equity as each round trip closes; days are those of closed_at, in UTC.',
    problems: problems.list(),
  };
}
