// The prices around a trade, for its chart.
import { barSizeFor, legsOf, parseOptionSymbol } from '@zorivest/domain';
import type { BarInterval } from '@zorivest/vocabulary';
import { type Call, shownTime, today } from '@zorivest/store';
import { type Bar, type MarketService, NoProvider, providerTickers, type SourcedRow } from '@zorivest/market';
import { registerOf, settingOf } from '@zorivest/records';
import type { Trade } from './incremental.ts';
import { tradeNamed } from './round-trips.ts';

const DAY_MS = 86_400_000;

/** Days of bars before the entry and after the exit: enough to see what it was traded in, few enough to see the trade. */
const AROUND: Readonly<Partial<Record<BarInterval, readonly [before: number, after: number]>>> = {
  '1m': [0, 0],
  '5m': [1, 0],
  '15m': [3, 1],
};
const AROUND_DAYS = [45, 20] as const;

interface BarsQuery {
  readonly ticker: string;
  readonly of: 'instrument' | 'underlying';
  readonly interval: BarInterval;
}

export async function tripBars(call: Call, market: MarketService, id: string) {
  const trade = await tradeNamed(call, id);
  const time_zone = await settingOf(call, 'display.time_zone');
  const register = await registerOf(call);
  const [first, ...others] = wantedFor(trade, call.now(), (name) => register.tickersLike(name));
  const answer = (wanted: BarsQuery | undefined, bars: readonly SourcedRow<Bar>[], missing: Missing | null) => ({
    trip_id: trade.id,
    ticker: wanted?.ticker ?? null,
    of: wanted?.of ?? ('instrument' as const),
    interval: wanted?.interval ?? ('1d' as const),
    provider: bars[0]?.provider ?? null,
    age_seconds: bars[0]?.age_seconds ?? null,
    time_zone,
    bars: columns(bars),
    missing,
  });
  if (first === undefined) {
    return answer(undefined, [], { code: 'no_bars', message: `No provider knows ${trade.instrument} by a ticker.` });
  }
  let missing: Missing = { code: 'no_bars', message: `No provider has bars of ${first.ticker} for these days.` };
  for (const wanted of [first, ...others]) {
    try {
      const bars = await market.bars(
        { ...wanted, ...daysAround(trade, wanted.interval, call.now()) },
        { signal: call.signal },
      );
      if (bars.length > 0) return answer(wanted, bars, null);
    } catch (error) {
      if (!(error instanceof NoProvider)) throw error;
      missing = { code: error.reasons.length === 0 ? 'no_provider' : 'no_bars', message: error.message };
      // No provider is set up: coarser bars would have none either, but some may be stored.
    }
  }
  return answer(first, [], missing);
}

interface Missing {
  readonly code: 'no_provider' | 'no_bars';
  readonly message: string;
}

/**
 * What to ask for, the best first: fine bars of what was traded, then coarse ones, then those under another ticker it had, then
 * those of the underlying.
 */
function wantedFor(trade: Trade, now: Date, tickersLike: (name: string) => readonly string[]): BarsQuery[] {
  const closed = Date.parse(trade.closed_at ?? now.toISOString());
  const fine = barSizeFor((closed - Date.parse(trade.opened_at)) / 1000);
  const sizes = fine === '1d' ? [fine] : [fine, '1d' as const];
  const legs = legsOf(trade);
  // Several legs share no price of their own; what they are on has one.
  const tickers = (name: string) => providerTickers(name, new Date(closed).getUTCFullYear()).slice(0, 1);
  const own = legs.length > 1 ? [] : tickersLike(trade.instrument).flatMap(tickers);
  const isOnOther = legs.some(({ instrument }) => parseOptionSymbol(instrument) !== null);
  const others = isOnOther ? tickersLike(trade.underlying).flatMap(tickers) : [];
  return [
    ...own.flatMap((ticker) => sizes.map((interval) => ({ ticker, of: 'instrument' as const, interval }))),
    ...others.flatMap((ticker) => sizes.map((interval) => ({ ticker, of: 'underlying' as const, interval }))),
  ];
}

function daysAround(trade: Trade, interval: BarInterval, now: Date) {
  const [before, after] = AROUND[interval] ?? AROUND_DAYS;
  const last = Math.min(Date.parse(trade.closed_at ?? now.toISOString()) + after * DAY_MS, now.getTime());
  return { start: today(new Date(Date.parse(trade.opened_at) - before * DAY_MS)), end: today(new Date(last)) };
}

function columns(bars: readonly Bar[]) {
  const inOrder = bars.toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
  return {
    time: inOrder.map(({ timestamp }) => shownTime(timestamp)),
    open: inOrder.map(({ open }) => open),
    high: inOrder.map(({ high }) => high),
    low: inOrder.map(({ low }) => low),
    close: inOrder.map(({ close }) => close),
    volume: inOrder.map(({ volume }) => volume),
  };
}
