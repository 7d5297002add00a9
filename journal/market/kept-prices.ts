// Prices that stay in the book: what is over does not change, so it is asked for once, and a chart needs no network.
import type { BarInterval } from '@zorivest/words';
import type { Store } from '@zorivest/store';
import { forgetOldest } from './forget-oldest.ts';
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

export type KeptPrice = Omit<KeptQuote, 'what' | 'ticker'>;

export interface PriceKeep {
  /** The bars of these days as far as they are kept; whole when none of them can be missing or change. */
  bars(query: QueryOf<'ohlcv'>): Promise<{ readonly kept: KeptBars; readonly isWhole: boolean } | undefined>;
  /** The last known price of each ticker that has one. */
  prices(tickers: readonly string[]): Promise<Map<string, KeptPrice>>;
  keep(prices: KeptBars | KeptQuote): Promise<void>;
}

const DAY_MS = 86_400_000;
/** Some providers deliver a day only after it is over, and correct it in the night. */
const SETTLES_AFTER_MS = 2 * DAY_MS;
/** Ranges beyond this are the oldest ones' turn to go. */
const MOST_RANGES = 5000;
const MOST_BARS = 20_000;

/** Bars of a range are final when they were fetched well after its last day. */
const isSettled = (end: string, fetchedAt: number): boolean => fetchedAt >= Date.parse(end) + DAY_MS + SETTLES_AFTER_MS;

export function priceKeep({ store }: { readonly store: Store }): PriceKeep {
  return {
    async bars({ ticker, interval, start, end }) {
      const row = await store.db
        .selectFrom('kept_bars')
        .selectAll()
        .where('ticker', '=', ticker)
        .where('interval', '=', interval)
        .where('start_day', '<=', end)
        .where('end_day', '>=', start)
        // One that has all the days before one that has some of them, then the newest.
        .orderBy((eb) => eb.case().when('start_day', '<=', start).then(0).else(1).end())
        .orderBy((eb) => eb.case().when('end_day', '>=', end).then(0).else(1).end())
        .orderBy('fetched_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const all = JSON.parse(row.bars_json) as Bar[]; // written by `keep` below
      const day = ({ timestamp }: Bar) => timestamp.slice(0, 10);
      const bars = all.filter((bar) => day(bar) >= start && day(bar) <= end);
      if (bars.length === 0) return undefined;
      const { provider, fetched_at: fetchedAt } = row;
      const covers = row.start_day <= start && row.end_day >= end;
      return {
        kept: { what: 'bars', ticker, interval, start, end, provider, fetchedAt, bars },
        isWhole: covers && isSettled(end, fetchedAt),
      };
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
        .select(['ticker', 'provider', 'last_at', 'last_price'])
        .where('ticker', 'in', [...tickers])
        .execute();
      for (const { ticker, provider, last_at, last_price } of closes)
        if (last_at > (found.get(ticker)?.at ?? '')) found.set(ticker, { price: last_price, at: last_at, provider });
      return found;
    },

    async keep(prices) {
      if (prices.what === 'quote') return keepQuote(store, prices);
      return prices.bars.length > MOST_BARS ? undefined : keepBars(store, prices);
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

async function keepBars({ db }: Store, kept: KeptBars): Promise<void> {
  const { ticker, interval, start, end, provider, fetchedAt, bars } = kept;
  const inOrder = bars.toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
  const last = inOrder.at(-1);
  if (last === undefined) return;
  await db.transaction().execute(async (tx) => {
    // What the new range holds as well is needed no more.
    await tx
      .deleteFrom('kept_bars')
      .where('ticker', '=', ticker)
      .where('interval', '=', interval)
      .where('start_day', '>=', start)
      .where('end_day', '<=', end)
      .execute();
    await tx
      .insertInto('kept_bars')
      .values({
        ticker,
        interval,
        start_day: start,
        end_day: end,
        provider,
        fetched_at: fetchedAt,
        last_at: last.timestamp,
        last_price: last.close,
        bars_json: JSON.stringify(inOrder),
      })
      .execute();
    await forgetOldest(tx, 'kept_bars', MOST_RANGES);
  });
}
