// Prices that stay in the book: what is over does not change, so it is asked for once, and a chart needs no network.
import type { BarInterval } from '@zorivest/vocabulary';
import type { Db, RowChange, Store, StoredRow } from '@zorivest/store';
import {
  type BarSeries,
  barsOf,
  cutSeries,
  decodeBars,
  emptySeries,
  encodeBars,
  joinSeries,
  mergeSeries,
  seriesOf,
} from './bars-codec.ts';
import type { Bar, QueryOf } from './model.ts';

export interface KeptBars {
  readonly what: 'bars';
  readonly ticker: string;
  readonly interval: BarInterval;
  readonly start: string;
  readonly end: string;
  readonly provider: string;
  /** In milliseconds. */
  readonly fetchedAt: number;
  readonly bars: readonly Bar[];
}

export interface KeptQuote {
  readonly what: 'quote';
  readonly ticker: string;
  readonly price: number;
  readonly at: string;
  readonly provider: string;
}

/** The bars of one day of UTC, none where there were none. */
export interface KeptDay {
  readonly day: string;
  readonly provider: string;
  /** In milliseconds. */
  readonly fetchedAt: number;
  readonly series: BarSeries;
}

export type KeptPrice = Omit<KeptQuote, 'what' | 'ticker'>;

export interface PriceKeep {
  /** The bars of these days as far as they are kept; whole when none of them can be missing or change. */
  bars(query: QueryOf<'ohlcv'>): Promise<{ readonly kept: KeptBars; readonly isWhole: boolean } | undefined>;
  /** Those of these days that are kept, in order. */
  days(ticker: string, interval: BarInterval, days: readonly string[]): Promise<KeptDay[]>;
  /** The last known price of each ticker that has one. */
  prices(tickers: readonly string[]): Promise<Map<string, KeptPrice>>;
  keep(prices: KeptBars | KeptQuote): Promise<void>;
}

const DAY_MS = 86_400_000;
/** Some providers deliver a day only after it is over, and correct it in the night. */
const SETTLES_AFTER_MS = 2 * DAY_MS;
const MOST_BARS = 20_000;
const AT_ONCE = 500;

/** Bars of a range are final when they were fetched well after its last day. */
const isSettled = (end: string, fetchedAt: number): boolean => fetchedAt >= Date.parse(end) + DAY_MS + SETTLES_AFTER_MS;

export function priceKeep({ store }: { readonly store: Store }): PriceKeep {
  return {
    async bars({ ticker, interval, start, end }) {
      const rows = await store.db
        .selectFrom('kept_bars')
        .select(['day', 'provider', 'fetched_at', 'bars'])
        .where('ticker', '=', ticker)
        .where('interval', '=', interval)
        .where('day', '>=', start)
        .where('day', '<=', end)
        .orderBy('day')
        .execute();
      const bars = barsOf(ticker, joinSeries(rows.map((row) => decodeBars(row.bars))));
      if (bars.length === 0) return undefined;
      const newest = rows.reduce((a, b) => (b.fetched_at > a.fetched_at ? b : a));
      const { provider, fetched_at: fetchedAt } = newest;
      const asked = (Date.parse(end) - Date.parse(start)) / DAY_MS + 1;
      return {
        kept: { what: 'bars', ticker, interval, start, end, provider, fetchedAt, bars },
        isWhole: rows.length === asked && rows.every((row) => isSettled(row.day, row.fetched_at)),
      };
    },

    async days(ticker, interval, days) {
      const found: KeptDay[] = [];
      for (let from = 0; from < days.length; from += AT_ONCE) {
        const rows = await store.db
          .selectFrom('kept_bars')
          .select(['day', 'provider', 'fetched_at', 'bars'])
          .where('ticker', '=', ticker)
          .where('interval', '=', interval)
          .where('day', 'in', days.slice(from, from + AT_ONCE))
          .orderBy('day')
          .execute();
        for (const { day, provider, fetched_at: fetchedAt, bars } of rows)
          found.push({ day, provider, fetchedAt, series: decodeBars(bars) });
      }
      return found;
    },

    async prices(tickers) {
      const found = new Map<string, KeptPrice>();
      const quotes = await store.db
        .selectFrom('kept_quotes')
        .selectAll()
        .where('ticker', 'in', [...tickers])
        .execute();
      for (const { ticker, price, quoted_at, provider } of quotes)
        found.set(ticker, { price, at: quoted_at, provider });
      const closes = await store.db
        .selectFrom('kept_bars')
        // What stands beside a largest value is of its row.
        .select((eb) => ['ticker', 'provider', 'last_price', eb.fn.max('last_at').as('last_at')])
        .where('ticker', 'in', [...tickers])
        .where('last_at', 'is not', null)
        .groupBy('ticker')
        .execute();
      for (const { ticker, provider, last_at, last_price } of closes)
        if (last_at !== null && last_price !== null && last_at > (found.get(ticker)?.at ?? ''))
          found.set(ticker, { price: last_price, at: last_at, provider });
      return found;
    },

    async keep(prices) {
      if (prices.what === 'quote') return keepQuote(store, prices);
      return prices.bars.length > MOST_BARS
        ? undefined
        : void (await store.db
            .transaction()
            .execute((tx) => storeSeries(tx, { ...prices, series: seriesOf(prices.bars) })));
    },
  };
}

async function keepQuote({ db }: Store, { ticker, price, at, provider }: KeptQuote): Promise<void> {
  const row = { price, quoted_at: at, provider };
  await db
    .insertInto('kept_quotes')
    .values({ ticker, ...row })
    .onConflict((conflict) => conflict.column('ticker').doUpdateSet(row).where('kept_quotes.quoted_at', '<=', at))
    .execute();
}

interface KnownDay {
  readonly day: string;
  readonly provider: string;
  readonly bars: Uint8Array;
}

interface ToStore extends Omit<KeptBars, 'what' | 'bars'> {
  readonly series: BarSeries;
}

/**
 * Day by day, each moment once: what is told later stands in place of what was told before. A day without bars is kept as such
 * once it is over for good, so that it is not asked for again. How many are new; `tell` hears of each day.
 */
export async function storeSeries(
  db: Db,
  { ticker, interval, start, end, provider, fetchedAt, series: told }: ToStore,
  tell: (change: RowChange) => void = () => {},
): Promise<number> {
  const days = daysBetween(start, end);
  const known = new Map<string, KnownDay>();
  for (let from = 0; from < days.length; from += AT_ONCE)
    for (const row of await db
      .selectFrom('kept_bars')
      .select(['day', 'provider', 'bars'])
      .where('ticker', '=', ticker)
      .where('interval', '=', interval)
      .where('day', 'in', days.slice(from, from + AT_ONCE))
      .execute())
      known.set(row.day, row);
  let stored = 0;
  let from = 0;
  for (const day of days) {
    const ends = Date.parse(day) + DAY_MS;
    const first = from;
    while ((told.at[from] ?? Infinity) < ends) from += 1;
    const ofDay = cutSeries(told, first, from);
    const was = known.get(day);
    const before = was && decodeBars(was.bars);
    if (ofDay.at.length === 0 && (before !== undefined || !isSettled(day, fetchedAt))) continue;
    const series = mergeSeries(before ?? emptySeries(0), ofDay);
    stored += series.at.length - (before?.at.length ?? 0);
    const last = series.at.at(-1);
    const row = {
      provider,
      fetched_at: fetchedAt,
      last_at: last === undefined ? null : new Date(last).toISOString(),
      last_price: series.close.at(-1) ?? null,
      bars: encodeBars(series),
    };
    await db
      .insertInto('kept_bars')
      .values({ ticker, interval, day, ...row })
      .onConflict((conflict) => conflict.columns(['ticker', 'interval', 'day']).doUpdateSet(row))
      .execute();
    const shown = (of: Omit<KnownDay, 'day'>): StoredRow => ({
      ticker,
      interval,
      day,
      provider: of.provider,
      bars: of.bars,
    });
    tell({ table: 'kept_bars', before: was ? shown(was) : null, after: shown(row) });
  }
  return stored;
}

function daysBetween(start: string, end: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(start); at <= Date.parse(end); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

/** How many bytes of bars are kept. */
export async function bytesKept(db: Db): Promise<number> {
  const { bytes } = await db
    .selectFrom('kept_bars')
    .select((eb) => eb.fn.sum<number>(eb.fn<number>('length', ['bars'])).as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

/** What of a day goes before others. */
export interface BarsToDrop {
  readonly ticker: string;
  readonly interval: string;
  readonly day: string;
}

/** Drops days in this order until at most so many bytes are left; how many went. `tell` hears of each. */
export async function dropBars(
  db: Db,
  most: number,
  inOrder: Iterable<BarsToDrop>,
  tell: (change: RowChange) => void = () => {},
): Promise<number> {
  let left = (await bytesKept(db)) - most;
  let dropped = 0;
  for (const { ticker, interval, day } of inOrder) {
    if (left <= 0) break;
    const row = await db
      .deleteFrom('kept_bars')
      .where('ticker', '=', ticker)
      .where('interval', '=', interval)
      .where('day', '=', day)
      .returning('bars')
      .executeTakeFirst();
    left -= row?.bars.length ?? 0;
    dropped += 1;
    tell({ table: 'kept_bars', before: { ticker, interval, day }, after: null });
  }
  return dropped;
}
