// Fills of a portfolio as trades. A trade is a position of one symbol from zero back to zero: what is added, taken off and
// rebalanced in between are fills of it, and what holding it cost is a line of it. So the profits of all trades add up to the
// change of the account.
import type { PortfolioCarry, PortfolioTrade } from './run.ts';

export interface RoundTrip {
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly entry_time: number;
  readonly exit_time: number;
  /** The mean price of all units that opened or enlarged the position. */
  readonly entry_price: number;
  /** The mean price of all units that reduced or closed it. */
  readonly exit_price: number;
  /** Units that opened or enlarged it. */
  readonly volume: number;
  /** With fees and carry. */
  readonly pnl: number;
  readonly fees: number;
  /** Borrowing, funding, swap and rolls; negative when paid. */
  readonly carry: number;
  readonly fills: number;
  readonly reason: PortfolioTrade['reason'] | 'end';
}

interface Position {
  units: number;
  entered: number;
  entryMoney: number;
  left: number;
  exitMoney: number;
  fees: number;
  carry: number;
  fills: number;
  readonly time: number;
  readonly way: 1 | -1;
}

const DUST = 1e-12;

/** What is still held is valued at its last price, for the reason `end`. */
export function roundTrips(
  trades: readonly PortfolioTrade[],
  carries: readonly PortfolioCarry[],
  times: ArrayLike<number>,
  lastPrices: ReadonlyMap<string, number>,
): readonly RoundTrip[] {
  const open = new Map<string, Position>();
  const trips: RoundTrip[] = [];
  const close = (symbol: string, position: Position, time: number, reason: RoundTrip['reason']) => {
    const { entered, entryMoney, left, exitMoney, fees, carry, fills, way } = position;
    open.delete(symbol);
    trips.push({
      symbol,
      side: way > 0 ? 'long' : 'short',
      entry_time: position.time,
      exit_time: time,
      entry_price: entryMoney / entered,
      exit_price: exitMoney / left,
      volume: entered,
      pnl: way * (exitMoney - entryMoney) - fees + carry,
      fees,
      carry,
      fills,
      reason,
    });
  };
  const reduce = (position: Position, units: number, price: number) => {
    position.units -= position.way * units;
    position.left += units;
    position.exitMoney += units * price;
  };
  // Carry of a bar falls due before its fills.
  let next = 0;
  const payUntil = (bar: number) => {
    for (; next < carries.length && carries[next].bar <= bar; next++) {
      const { symbol, money } = carries[next];
      const position = open.get(symbol);
      if (position !== undefined) position.carry += money;
    }
  };
  for (const { bar, symbol, side, size, price, fees, reason } of trades) {
    payUntil(bar);
    const way = side === 'buy' ? 1 : -1;
    let rest = size;
    const held = open.get(symbol);
    if (held !== undefined && held.way !== way) {
      const closing = Math.min(size, Math.abs(held.units));
      reduce(held, closing, price);
      held.fees += (fees * closing) / size;
      held.fills++;
      rest -= closing;
      if (Math.abs(held.units) <= DUST * size) close(symbol, held, times[bar], reason);
    }
    if (rest <= DUST * size) continue;
    const paid = (fees * rest) / size;
    const position = open.get(symbol) ?? {
      units: 0,
      entered: 0,
      entryMoney: 0,
      left: 0,
      exitMoney: 0,
      fees: 0,
      carry: 0,
      fills: 0,
      time: times[bar],
      way,
    };
    position.units += way * rest;
    position.entered += rest;
    position.entryMoney += rest * price;
    position.fees += paid;
    position.fills++;
    open.set(symbol, position);
  }
  payUntil(Infinity);
  const end = times.length > 0 ? times[times.length - 1] : 0;
  for (const [symbol, position] of open) {
    const units = Math.abs(position.units);
    reduce(position, units, lastPrices.get(symbol) ?? position.entryMoney / position.entered);
    close(symbol, position, end, 'end');
  }
  return trips.toSorted((a, b) => a.exit_time - b.exit_time);
}
