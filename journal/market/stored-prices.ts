// Prices stored in the book: past prices do not change, so they are fetched once, and a chart needs no network.
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

export interface StoredBars {
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

export interface StoredQuote {
  readonly what: 'quote';
  readonly ticker: string;
  readonly price: number;
  readonly at: string;
  readonly provider: string;
}

/** The bars of one day of UTC, none where there were none. */
export interface StoredDay {
  readonly day: string;
  readonly provider: string;
  /** In milliseconds. */
  readonly fetchedAt: number;
  readonly series: BarSeries;
}

export type StoredPrice = Omit<StoredQuote, 'what' | 'ticker'>;

export interface PriceStore {
  /** The stored bars of these days; whole when none of them can be missing or change. */
  bars(query: QueryOf<'ohlcv'>): Promise<{ readonly stored: StoredBars; readonly isWhole: boolean } | undefined>;
  /** The stored ones of these days, in order. */
  days(ticker: string, interval: BarInterval, days: readonly string[]): Promise<StoredDay[]>;
  /** The last known price of each ticker that has one. */
  prices(tickers: readonly string[]): Promise<Map<string, StoredPrice>>;
  keep(prices: StoredBars | StoredQuote): Promise<void>;
}

const DAY_MS = 86_400_000;
/** Some providers deliver a day only after it is over, and correct it in the night. */
const SETTLES_AFTER_MS = 2 * DAY_MS;
const MOST_BARS = 20_000;
const DAYS_PER_QUERY = 500;

/** Bars of a range are final when they were fetched well after its last day. */
const isSettled = (end: string, fetchedAt: number): boolean => fetchedAt >= Date.parse(end) + DAY_MS + SETTLES_AFTER_MS;

export function createPriceStore({ store }: { readonly store: Store }): PriceStore {
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
        stored: { what: 'bars', ticker, interval, start, end, provider, fetchedAt, bars },
        isWhole: rows.length === asked && rows.every((row) => isSettled(row.day, row.fetched_at)),
      };
    },

    async days(ticker, interval, days) {
      const found: StoredDay[] = [];
      for (let from = 0; from < days.length; from += DAYS_PER_QUERY) {
        const rows = await store.db
          .selectFrom('kept_bars')
          .select(['day', 'provider', 'fetched_at', 'bars'])
          .where('ticker', '=', ticker)
          .where('interval', '=', interval)
          .where('day', 'in', days.slice(from, from + DAYS_PER_QUERY))
          .orderBy('day')
          .execute();
        for (const { day, provider, fetched_at: fetchedAt, bars } of rows)
          found.push({ day, provider, fetchedAt, series: decodeBars(bars) });
      }
      return found;
    },

    async prices(tickers) {
      const found = new Map<string, StoredPrice>();
      const quotes = await store.db
        .selectFrom('kept_quotes')
        .selectAll()
        .where('ticker', 'in', [...tickers])
        .execute();
      for (const { ticker, price, quoted_at, provider } of quotes)
        found.set(ticker, { price, at: quoted_at, provider });
      const closes = await store.db
        .selectFrom('kept_bars')
        // SQLite takes the columns next to max() from the row of the maximum.
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
      if (prices.what === 'quote') return storeQuote(store, prices);
      return prices.bars.length > MOST_BARS
        ? undefined
        : void (await store.db
            .transaction()
            .execute((tx) => storeSeries(tx, { ...prices, series: seriesOf(prices.bars) })));
    },
  };
}

async function storeQuote({ db }: Store, { ticker, price, at, provider }: StoredQuote): Promise<void> {
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

interface ToStore extends Omit<StoredBars, 'what' | 'bars'> {
  readonly series: BarSeries;
}

/**
 * Day by day, one bar per moment: later data replaces earlier data. A day without bars is stored as empty
 * once it is settled, so that it is not fetched again. Returns the number of new bars; `onChange` gets each day.
 */
export async function storeSeries(
  db: Db,
  { ticker, interval, start, end, provider, fetchedAt, series: fetched }: ToStore,
  onChange: (change: RowChange) => void = () => {},
): Promise<number> {
  const days = daysBetween(start, end);
  const known = new Map<string, KnownDay>();
  for (let from = 0; from < days.length; from += DAYS_PER_QUERY)
    for (const row of await db
      .selectFrom('kept_bars')
      .select(['day', 'provider', 'bars'])
      .where('ticker', '=', ticker)
      .where('interval', '=', interval)
      .where('day', 'in', days.slice(from, from + DAYS_PER_QUERY))
      .execute())
      known.set(row.day, row);
  let stored = 0;
  let from = 0;
  for (const day of days) {
    const ends = Date.parse(day) + DAY_MS;
    const first = from;
    while ((fetched.at[from] ?? Infinity) < ends) from += 1;
    const ofDay = cutSeries(fetched, first, from);
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
    const toStoredRow = (of: Omit<KnownDay, 'day'>): StoredRow => ({
      ticker,
      interval,
      day,
      provider: of.provider,
      bars: of.bars,
    });
    onChange({ table: 'kept_bars', before: was ? toStoredRow(was) : null, after: toStoredRow(row) });
  }
  return stored;
}

function daysBetween(start: string, end: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(start); at <= Date.parse(end); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

/** The total size of the stored bars in bytes. */
export async function sumStoredBytes(db: Db): Promise<number> {
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

/** Drops days in this order until at most `most` bytes are left; returns the number of dropped days. `onChange` gets each. */
export async function dropBars(
  db: Db,
  most: number,
  inOrder: Iterable<BarsToDrop>,
  onChange: (change: RowChange) => void = () => {},
): Promise<number> {
  let left = (await sumStoredBytes(db)) - most;
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
    onChange({ table: 'kept_bars', before: { ticker, interval, day }, after: null });
  }
  return dropped;
}
