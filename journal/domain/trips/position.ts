import type { Direction } from '@zorivest/vocabulary';
import type { Execution } from '../executions/index.ts';
import {
  isZero,
  minus,
  multiply,
  NO_AMOUNT,
  NO_QUANTITY,
  NO_RATIO,
  type Num,
  parseAmount,
  parseQuantity,
  parseRatio,
  perUnit,
  type Problem,
  Problems,
  roundQuantity,
  roundToCents,
  roundToEightPlaces,
  signed,
  valueAt,
} from '../money/index.ts';
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
    const price = Object.hasOwn(prices, trip.instrument) ? parseAmount(prices[trip.instrument]) : null;
    if (price === null) problems.add('missing_price', `There is no price for ${trip.instrument}.`, trip.id);
    const side = trip.direction === 'long' ? 1 : -1;
    const open = parseQuantity(trip.open_quantity) ?? NO_QUANTITY;
    const units = multiply(open, parseRatio(trip.multiplier) ?? NO_RATIO);
    const cost = parseAmount(trip.open_cost) ?? NO_AMOUNT;
    const fees = parseAmount(trip.open_commission) ?? NO_AMOUNT;
    const value = price === null ? null : valueAt(units, price);
    held.push({
      account_id: trip.account_id,
      instrument: trip.instrument,
      direction: trip.direction,
      quantity: roundQuantity(signed(side, open)),
      avg_price: isZero(units) ? 0 : roundToEightPlaces(perUnit(cost, units)),
      cost: roundToCents(cost),
      realized_pnl: trip.realized_pnl,
      market_price: price === null ? null : roundToEightPlaces(price),
      market_value: value === null ? null : roundToCents(signed(side, value)),
      unrealized_pnl: value === null ? null : roundToCents(minus(signed(side, minus(value, cost)), fees)),
      opened_at: trip.opened_at,
      currency: trip.currency,
    });
  }
  return { positions: held, problems: [...found.problems, ...problems.list()] };
}
