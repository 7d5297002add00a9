import type { Direction } from '@zorivest/words';
import type { Execution } from '../executions/index.ts';
import { cents, eighths, over, parseFixed, type Num, type Problem, Problems, times } from '../money/index.ts';
import { roundTrips, type RoundTripOptions } from './round-trips.ts';

/** What is held now. */
export interface Position {
  readonly account_id: string;
  readonly instrument: string;
  readonly direction: Direction;
  /** Signed: negative when short. */
  readonly quantity: number;
  readonly avg_price: number;
  readonly cost: number;
  readonly realized_pnl: number;
  readonly market_price: number | null;
  readonly market_value: number | null;
  /** Before the fees of closing; the fees of opening are counted. */
  readonly unrealized_pnl: number | null;
  readonly opened_at: string;
  readonly currency: string | null;
}

/** Open positions with their unrealised result; an instrument without a price says so instead of showing zero. */
export function positions(
  executions: readonly Execution[],
  prices: Readonly<Record<string, Num>> = {},
  options: RoundTripOptions = {},
): { positions: Position[]; problems: Problem[] } {
  const found = roundTrips(executions, options);
  const problems = new Problems();
  const held: Position[] = [];
  for (const trip of found.round_trips) {
    if (trip.status === 'closed') continue;
    const price = Object.hasOwn(prices, trip.instrument) ? parseFixed(prices[trip.instrument]) : null;
    if (price === null) problems.add('missing_price', `There is no price for ${trip.instrument}.`, trip.id);
    const sign = trip.direction === 'long' ? 1n : -1n;
    const open = parseFixed(trip.open_quantity) ?? 0n;
    const units = times(open, parseFixed(trip.multiplier) ?? 0n);
    const cost = parseFixed(trip.open_cost) ?? 0n;
    const fees = parseFixed(trip.open_commission) ?? 0n;
    const value = price === null ? null : times(price, units);
    held.push({
      account_id: trip.account_id,
      instrument: trip.instrument,
      direction: trip.direction,
      quantity: eighths(sign * open),
      avg_price: units === 0n ? 0 : eighths(over(cost, units)),
      cost: cents(cost),
      realized_pnl: trip.realized_pnl,
      market_price: price === null ? null : eighths(price),
      market_value: value === null ? null : cents(sign * value),
      unrealized_pnl: value === null ? null : cents(sign * (value - cost) - fees),
      opened_at: trip.opened_at,
      currency: trip.currency,
    });
  }
  return { positions: held, problems: [...found.problems, ...problems.list()] };
}
