// How the price went while a trade was open, in a few points: for a picture as small as a word.
import { presentTrip } from '@zorivest/records';
import type { MarketService } from '@zorivest/market';
import type { PathsOf } from '../performance/round-trips.ts';
import { barsOfTrades } from './trade-bars.ts';

const MOST_POINTS = 24;
/** Fewer draw nothing that entry and exit do not say. */
const LEAST_POINTS = 4;
/** Of a picture as high as a line of text. */
const DIGITS = 3;

/** From the entry to the exit or to now, counted in the trade's favour; only of those whose bars are stored. */
export function pathsOf(market: MarketService): PathsOf {
  return async (call, trades) => {
    const bars = await barsOfTrades(call, market, trades);
    const now = call.now().toISOString();
    return new Map(
      trades.flatMap((trade) => {
        const { columns } = bars.get(trade.id) ?? { columns: null };
        if (columns === null) return [];
        const { entry_avg_price: entry, exit_avg_price: exit, direction, opened_at, closed_at } = presentTrip(trade);
        const [from, to] = [Date.parse(opened_at), Date.parse(closed_at ?? now)];
        // What a bar closed at is known when it is over.
        const during = Array.from(columns.close).filter((_, i) => {
          const over = (columns.at[i] ?? 0) + columns.seconds * 1000;
          return over > from && over <= to;
        });
        const prices = [entry, ...during, ...(closed_at === null || exit === null ? [] : [exit])];
        if (prices.length < LEAST_POINTS) return [];
        const side = direction === 'BOT' ? 1 : -1;
        const points = evenly(prices).map((price) => Number(((price - entry) * side).toPrecision(DIGITS)));
        return [[trade.id, points] as const];
      }),
    );
  };
}

/** The first, the last, and as many between as are to be seen. */
function evenly(values: readonly number[]): number[] {
  if (values.length <= MOST_POINTS) return [...values];
  const step = (values.length - 1) / (MOST_POINTS - 1);
  return Array.from({ length: MOST_POINTS }, (_, i) => values[Math.round(i * step)] ?? 0);
}
