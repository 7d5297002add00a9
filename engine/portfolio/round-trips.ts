// Fills of a portfolio as trades: from the first unit of a symbol's position to each part of it that is closed, at the mean
// price of what was held.
import type { PortfolioTrade } from './run.ts';

export interface RoundTrip {
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly entry_time: number;
  readonly exit_time: number;
  readonly entry_price: number;
  readonly exit_price: number;
  readonly volume: number;
  /** With the fees of both ends. */
  readonly pnl: number;
  readonly reason: PortfolioTrade['reason'] | 'end';
}

interface Open {
  units: number;
  price: number;
  time: number;
  /** Fees of what is still held. */
  fees: number;
}

const DUST = 1e-12;

/** What is still held is closed at its last price, for the reason `end`. */
export function roundTrips(
  trades: readonly PortfolioTrade[],
  times: ArrayLike<number>,
  lastPrices: ReadonlyMap<string, number>,
): readonly RoundTrip[] {
  const open = new Map<string, Open>();
  const trips: RoundTrip[] = [];
  const close = (
    symbol: string,
    held: Open,
    units: number,
    price: number,
    time: number,
    fees: number,
    reason: RoundTrip['reason'],
  ) => {
    const part = Math.abs(units / held.units);
    const entryFees = held.fees * part;
    trips.push({
      symbol,
      side: held.units > 0 ? 'long' : 'short',
      entry_time: held.time,
      exit_time: time,
      entry_price: held.price,
      exit_price: price,
      volume: Math.abs(units),
      pnl: -units * (price - held.price) - entryFees - fees,
      reason,
    });
    held.fees -= entryFees;
    held.units += units;
  };
  for (const { bar, symbol, side, size, price, fees, reason } of trades) {
    const time = times[bar];
    const units = side === 'buy' ? size : -size;
    const held = open.get(symbol);
    const closing =
      held !== undefined && held.units * units < 0 ? Math.sign(units) * Math.min(size, Math.abs(held.units)) : 0;
    if (held !== undefined && closing !== 0)
      close(symbol, held, closing, price, time, (fees * Math.abs(closing)) / size, reason);
    const rest = units - closing;
    if (held !== undefined && Math.abs(held.units) <= DUST * size) open.delete(symbol);
    if (Math.abs(rest) <= DUST * size) continue;
    const paid = (fees * Math.abs(rest)) / size;
    const now = open.get(symbol);
    if (now === undefined) open.set(symbol, { units: rest, price, time, fees: paid });
    else {
      now.price = (now.price * now.units + price * rest) / (now.units + rest);
      now.units += rest;
      now.fees += paid;
    }
  }
  const end = times.length > 0 ? times[times.length - 1] : 0;
  for (const [symbol, held] of open)
    close(symbol, held, -held.units, lastPrices.get(symbol) ?? held.price, end, 0, 'end');
  return trips.toSorted((a, b) => a.exit_time - b.exit_time);
}
