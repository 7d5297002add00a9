// Trades as the rules of risk and of replay read them: fills with their prices, results and the bars between.
import { type Exit, exitsOf, type MarkedTrip } from '@zorivest/domain';
import { type BookExecution, entriesByTrip, positionsOf } from '@zorivest/records';
import type { MarketService } from '@zorivest/market';
import type { Call } from '@zorivest/store';
import type { Trade } from '../performance/incremental.ts';
import type { Scope } from '../performance/scope.ts';
import { barsOfTrades, type BarsAsked, type TradeBars } from './trade-bars.ts';

export interface TradeMark {
  readonly trip: MarkedTrip;
  readonly bars: TradeBars;
}

/** Of trades that are counted by leg, in the money of the scope. */
export async function markTrips(
  call: Call,
  market: MarketService,
  scope: Pick<Scope, 'nativeOf'>,
  trades: readonly Trade[],
  asked?: BarsAsked,
): Promise<TradeMark[]> {
  const bars = await barsOfTrades(call, market, trades, asked);
  const entriesOf = await entriesByTrip(call);
  const { index } = await positionsOf(call);
  return trades.map((trade) => {
    const known: TradeBars = bars.get(trade.id) ?? { columns: null, reason: 'no bars are stored' };
    const native = scope.nativeOf(trade);
    const { rows } = index();
    return {
      bars: known,
      trip: {
        id: trade.id,
        side: trade.direction === 'long' ? 1 : -1,
        multiplier: native.multiplier,
        rate: trade.rate,
        entries: entriesIn(native, entriesOf(native), rows.named(native.entry_exec_ids), trade.rate),
        exits: exitsIn(trade, native, rows.named(native.exit_exec_ids)),
        bars: known.columns,
      },
    };
  });
}

type Fills = readonly Pick<BookExecution, 'exec_id' | 'quantity' | 'price' | 'commission'>[];

function entriesIn(
  native: Trade,
  entries: readonly { readonly time: string; readonly price: unknown; readonly quantity: unknown }[],
  fills: Fills,
  rate: number,
): MarkedTrip['entries'] {
  const entered = entries.reduce((sum, { quantity }) => sum + Number(quantity), 0);
  // What came by an assignment, a transfer or a spin-off has no fill of its own.
  if (entered === 0)
    return [{ at: Date.parse(native.opened_at), quantity: native.quantity, price: native.entry_avg_price, fees: 0 }];
  // In the units it has now, as its exits are.
  const units = native.quantity / entered;
  return entries.map(({ time, price, quantity }, place) => {
    const fill = fills[place];
    const share = fill === undefined ? 0 : Number(quantity) / Number(fill.quantity);
    return {
      at: Date.parse(time),
      quantity: Number(quantity) * units,
      price: Number(price) / units,
      fees: Number(fill?.commission ?? 0) * share * rate,
    };
  });
}

/** Each with what the book says that it closed: which lots went is the account's own method, and only the result tells it. */
function exitsIn(trade: Trade, native: Trade, fills: Fills): MarkedTrip['exits'] {
  const own = exitsOf(native);
  const side = native.direction === 'long' ? 1 : -1;
  const orders = ordersOf(own, fills);
  const unpriced = priceOfTheOthers(native, own, orders);
  return exitsOf(trade).map(({ time, quantity, pnl, costs }, place) => {
    const exit = own[place];
    const order = orders[place];
    const price = quantity === 0 ? null : (order?.price ?? unpriced);
    const gross = exit === undefined ? 0 : exit.pnl + exit.costs;
    return {
      at: Date.parse(time),
      quantity,
      price,
      cost: price === null ? 0 : quantity * price - (side * gross) / native.multiplier,
      fees: ((exit?.costs ?? 0) - (order?.commission ?? 0)) * trade.rate,
      pnl,
      costs,
    };
  });
}

interface ExitOrder {
  readonly price: number;
  /** Of the exit itself. */
  readonly commission: number;
}

/** The fills of each exit, taken as one; undefined where no trade made it. An exit is named by the last fill of its order. */
function ordersOf(exits: readonly Exit[], fills: Fills): (ExitOrder | undefined)[] {
  let next = 0;
  return exits.map(({ exec_id, quantity }) => {
    const last = fills.findIndex((fill, place) => place >= next && fill.exec_id === exec_id);
    if (last < 0 || quantity === 0) return undefined;
    const some = fills.slice(next, last + 1);
    next = last + 1;
    const [filled, paid, commission] = some.reduce(
      ([q, p, c], fill) => [
        q + Number(fill.quantity),
        p + Number(fill.quantity) * Number(fill.price),
        c + Number(fill.commission),
      ],
      [0, 0, 0],
    );
    // What of it turned the position round opened another trade.
    return filled > 0 ? { price: paid / filled, commission: commission * Math.min(1, quantity / filled) } : undefined;
  });
}

/** What is left of the average of all exits for those that no trade made, as an assignment; null where there are none. */
function priceOfTheOthers(
  { exit_avg_price }: Trade,
  exits: readonly Exit[],
  orders: readonly (ExitOrder | undefined)[],
): number | null {
  let [all, others, known] = [0, 0, 0];
  for (const [place, { quantity }] of exits.entries()) {
    all += quantity;
    const price = orders[place]?.price;
    if (price === undefined) others += quantity;
    else known += quantity * price;
  }
  return exit_avg_price === null || others === 0 ? null : (exit_avg_price * all - known) / others;
}
