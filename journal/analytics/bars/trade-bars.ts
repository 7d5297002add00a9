// The stored bars of trades: minutes where there are any, else five, else days; in the units the trade was filled in. No provider is
// asked here: what is missing is named.
import { type BarColumns, DAY_MS, dayText, firstFrom, legsOf, quantityText, type RoundTrip } from '@zorivest/domain';
import { barSeconds } from '@zorivest/vocabulary';
import { type BarSeries, joinSeries, type StoredDay, type MarketService, providerTickers } from '@zorivest/market';
import type { Call } from '@zorivest/store';
import type { Trade } from '../performance/incremental.ts';
import { heldInBook } from '../prices/held-positions.ts';

/** The best first. */
const FINEST = ['1m', '5m', '15m', '1d'] as const;
export type StoredInterval = (typeof FINEST)[number];

/** A trade held for longer is followed by days: minutes are stored around fills. */
const LONGEST_IN_MINUTES = 7 * DAY_MS;

export type TradeBars =
  | {
      readonly columns: BarColumns;
      readonly interval: StoredInterval;
      readonly ticker: string;
      readonly provider: string;
    }
  | { readonly columns: null; readonly reason: string };

/** The ticker under which bars of an instrument are stored. */
export function barTicker(instrument: string, at: number): string {
  return providerTickers(instrument, new Date(at).getUTCFullYear())[0] ?? instrument;
}

/** The same for many: spelling out a contract takes longer than all else that is done with its name. */
function rememberTickers(): typeof barTicker {
  const known = new Map<string, string>();
  return (instrument, at) => {
    const key = `${instrument} ${new Date(at).getUTCFullYear()}`;
    let ticker = known.get(key);
    if (ticker === undefined) known.set(key, (ticker = barTicker(instrument, at)));
    return ticker;
  };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The days of UTC of a stretch of time. */
export function daysOf({ from, to }: Span): string[] {
  const days: string[] = [];
  for (let day = Math.floor(from / DAY_MS); day <= Math.floor(to / DAY_MS); day += 1) days.push(dayText(day * DAY_MS));
  return days;
}

export interface BarsAsked {
  /** Other days than those it was held on, such as more around it. */
  readonly span?: (trade: RoundTrip) => Span;
  readonly interval?: StoredInterval;
}

/** Of many trades in one call: each day of an instrument is read once. */
export async function barsOfTrades(
  call: Call,
  market: MarketService,
  trades: readonly Trade[],
  { span = heldSpan(call.now()), interval }: BarsAsked = {},
): Promise<ReadonlyMap<string, TradeBars>> {
  const found = new Map<string, TradeBars>();
  const splits = await splitsOf(call);
  const tickerOf = rememberTickers();
  let left: { trade: Trade; ticker: string; days: string[]; at: Span }[] = [];
  for (const trade of trades) {
    const at = span(trade);
    if (legsOf(trade).length > 1)
      found.set(trade.id, { columns: null, reason: 'the legs of a structure share no price' });
    else if (splits.isHeldThrough(trade)) found.set(trade.id, { columns: null, reason: 'it was held through a split' });
    else left.push({ trade, at, ticker: tickerOf(trade.instrument, at.to), days: daysOf(at) });
  }
  for (const size of interval === undefined ? FINEST : [interval]) {
    const wanted = left.filter(({ at }) => interval !== undefined || size === '1d' || isShort(at));
    if (wanted.length === 0) continue;
    const stored = await readDays(market, size, wanted);
    for (const { trade, ticker, days, at } of wanted) {
      const parts = days.flatMap((day) => stored.get(`${ticker} ${day}`) ?? []);
      const columns = columnsOf(parts, size, splits.ratioAfter(trade), trade);
      if (columns !== null && (size === '1d' || interval !== undefined || coversEnds(columns, trade, at)))
        found.set(trade.id, { columns, interval: size, ticker, provider: parts[0]?.provider ?? '' });
    }
    left = left.filter(({ trade }) => !found.has(trade.id));
  }
  for (const { trade, ticker } of left)
    found.set(trade.id, { columns: null, reason: `no bars of ${ticker} are stored for its days` });
  return found;
}

function heldSpan(now: Date): (trade: RoundTrip) => Span {
  return ({ opened_at, closed_at }) => ({
    from: Date.parse(opened_at),
    to: closed_at === null ? now.getTime() : Date.parse(closed_at),
  });
}

function isShort({ from, to }: Span): boolean {
  return to - from <= LONGEST_IN_MINUTES;
}

async function readDays(
  market: MarketService,
  interval: StoredInterval,
  wanted: readonly { readonly ticker: string; readonly days: readonly string[] }[],
): Promise<ReadonlyMap<string, StoredDay>> {
  const stored = new Map<string, StoredDay>();
  for (const [ticker, some] of Map.groupBy(wanted, (one) => one.ticker)) {
    const days = [...new Set(some.flatMap((one) => one.days))].toSorted();
    for (const one of await market.storedDays(ticker, interval, days)) stored.set(`${ticker} ${one.day}`, one);
  }
  return stored;
}

/** The bars reach from the entry's day to that of the exit. */
function coversEnds({ at }: BarColumns, { opened_at }: Trade, { to }: Span): boolean {
  const [first, last] = [at[0] ?? Infinity, at[at.length - 1] ?? -Infinity];
  return first <= Date.parse(opened_at) + DAY_MS && last >= to - DAY_MS;
}

function columnsOf(
  parts: readonly StoredDay[],
  interval: StoredInterval,
  ratio: number,
  trade: Trade,
): BarColumns | null {
  const series = joinSeries(parts.map((part) => part.series));
  if (series.at.length === 0) return null;
  const seconds = barSeconds[interval];
  const factor = ratio === 1 ? 1 : unitsFactor(series, ratio, trade);
  if (factor === 1) return new StoredColumns(series, seconds);
  const scale = (prices: Float64Array): Float64Array => prices.map((price) => price * factor);
  return {
    seconds,
    at: series.at,
    open: scale(series.open),
    high: scale(series.high),
    low: scale(series.low),
    close: scale(series.close),
    volume: series.volume.map((volume) => volume / factor),
  };
}

/** Column by column when it is asked for: a day has more of them than a question needs. */
class StoredColumns implements BarColumns {
  readonly seconds: number;
  readonly #series: BarSeries;

  constructor(series: BarSeries, seconds: number) {
    this.#series = series;
    this.seconds = seconds;
  }

  get at(): Float64Array {
    return this.#series.at;
  }
  get open(): Float64Array {
    return this.#series.open;
  }
  get high(): Float64Array {
    return this.#series.high;
  }
  get low(): Float64Array {
    return this.#series.low;
  }
  get close(): Float64Array {
    return this.#series.close;
  }
  get volume(): Float64Array {
    return this.#series.volume;
  }
}

/**
 * Some providers restate what was before a split and others do not, without saying which: the trade's own price shows it. It is
 * one of the two, and they lie far apart.
 */
function unitsFactor({ at, close }: BarSeries, ratio: number, { opened_at, entry_avg_price }: Trade): number {
  if (entry_avg_price <= 0) return 1;
  const price = close[Math.min(firstFrom(at, Date.parse(opened_at)), at.length - 1)] ?? entry_avg_price;
  const off = (factor: number): number => Math.abs(Math.log((price * factor) / entry_avg_price));
  return off(ratio) < off(1) ? ratio : 1;
}

/** New shares for old ones, by instrument. */
async function splitsOf(call: Call) {
  const byInstrument = new Map<string, { at: number; ratio: number }[]>();
  for (const { instrument, rescaled } of await heldInBook(call))
    for (const { time, newShares, oldShares } of rescaled) {
      const known = byInstrument.get(instrument) ?? [];
      const at = Date.parse(time);
      // Each account that held it tells the same one.
      if (!known.some((one) => Math.abs(one.at - at) < 7 * DAY_MS))
        byInstrument.set(instrument, [
          ...known,
          { at, ratio: Number(quantityText(newShares)) / Number(quantityText(oldShares)) },
        ]);
    }
  return {
    isHeldThrough: ({ instrument, opened_at, closed_at }: Trade): boolean =>
      (byInstrument.get(instrument) ?? []).some(
        ({ at }) => at > Date.parse(opened_at) && (closed_at === null || at <= Date.parse(closed_at)),
      ),
    ratioAfter: ({ instrument, closed_at }: Trade): number =>
      (byInstrument.get(instrument) ?? []).reduce(
        (product, { at, ratio }) => (closed_at !== null && at > Date.parse(closed_at) ? product * ratio : product),
        1,
      ),
  };
}
