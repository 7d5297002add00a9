// Trades as the rules of risk and of replay read them: fills with their prices, results and the bars between.
import { exitsOf, type MarkedTrip } from '@zorivest/domain';
import { entriesByTrip, positionsOf } from '@zorivest/book';
import type { MarketService } from '@zorivest/market';
import type { Call } from '@zorivest/store';
import type { Trade } from '../analytics/kept-on.ts';
import type { Scope } from '../analytics/scope.ts';
import { barsOfTrades, type BarsAsked, type TradeBars } from './trade-bars.ts';

export interface Marked {
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
): Promise<Marked[]> {
  const bars = await barsOfTrades(call, market, trades, asked);
  const entriesOf = await entriesByTrip(call);
  const { index } = await positionsOf(call);
  return trades.map((trade) => {
    const known: TradeBars = bars.get(trade.id) ?? { columns: null, reason: 'no bars are kept' };
    const native = scope.nativeOf(trade);
    const { rows } = index();
    const fills = rows.named(native.entry_exec_ids);
    const entries = entriesOf(native).map(({ time, price, quantity }, place) => {
      const fill = fills[place];
      const share = fill === undefined ? 0 : Number(quantity) / Number(fill.quantity);
      return {
        at: Date.parse(time),
        quantity: Number(quantity),
        price: Number(price),
        fees: Number(fill?.commission ?? 0) * share * trade.rate,
      };
    });
    const priceOf = new Map(rows.named(native.exit_exec_ids).map((row) => [row.exec_id, Number(row.price)]));
    const only = native.exits === null ? native.exit_avg_price : null;
    return {
      bars: known,
      trip: {
        id: trade.id,
        side: trade.direction === 'long' ? 1 : -1,
        multiplier: native.multiplier,
        rate: trade.rate,
        entries,
        exits: exitsOf(trade).map(({ exec_id, time, quantity, pnl, costs }) => ({
          at: Date.parse(time),
          quantity,
          price: only ?? priceOf.get(exec_id) ?? null,
          pnl,
          costs,
        })),
        bars: known.columns,
      },
    };
  });
}
