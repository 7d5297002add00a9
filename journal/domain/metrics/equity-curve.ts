import { cents, type Fixed, type Num, parseFixed, type Problem, Problems } from '../money/index.ts';
import { dayOf } from '../time/index.ts';
import type { RoundTrip } from '../trips/index.ts';
import { closedTrips, type LeftOut } from './closed.ts';

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

/** Equity after each closed trip. */
export function equityCurve(trips: readonly RoundTrip[], options: { start?: Num } = {}): EquityCurve {
  const problems = new Problems();
  const start = parseFixed(options.start ?? 0);
  if (start === null) problems.add('invalid_start', 'The starting equity is no number; zero is used.');
  const { closed, left_out } = closedTrips(trips);
  let equity = start ?? 0n;
  let peak = equity;
  const points: EquityCurve['points'] = [];
  const days = new Map<string, { pnl: Fixed; count: number; wins: number }>();
  for (const { trip, pnl, closedAt } of closed) {
    equity += pnl;
    if (equity > peak) peak = equity;
    points.push({
      time: trip.closed_at ?? '',
      trip_id: trip.id,
      pnl: trip.realized_pnl,
      equity: cents(equity),
      drawdown: cents(equity - peak),
      drawdown_fraction: peak > 0n ? Number(equity - peak) / Number(peak) : null,
    });
    const name = dayOf(closedAt);
    const day = days.get(name) ?? { pnl: 0n, count: 0, wins: 0 };
    day.pnl += pnl;
    day.count += 1;
    if (pnl > 0n) day.wins += 1;
    days.set(name, day);
  }
  const ranked = [...days].toSorted(([, a], [, b]) => (a.pnl < b.pnl ? -1 : a.pnl > b.pnl ? 1 : 0));
  return {
    points,
    days: [...days].map(([day, { pnl, count, wins }]) => ({
      day,
      pnl: cents(pnl),
      trade_count: count,
      win_rate: wins / count,
    })),
    best_day: ranked.at(-1)?.[0] ?? null,
    worst_day: ranked[0]?.[0] ?? null,
    start: cents(start ?? 0n),
    final_equity: cents(equity),
    trade_count: closed.length,
    left_out,
    convention:
      'Net realised P&L added to the starting equity as each round trip closes; days are those of closed_at, in UTC.',
    problems: problems.list(),
  };
}
