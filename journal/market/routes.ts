import { contract } from '@zorivest/contract';
import { type BarInterval, type DataType, dataTypeOfPath } from '@zorivest/vocabulary';
import { type Call, Fault, route, shownTime } from '@zorivest/store';
import type { QueryOf, RowOf, SourcedRow } from './model.ts';
import { providerTickers } from './provider-tickers.ts';
import { type MarketService, NoProvider, UnknownProvider } from './service.ts';

const DAY_MS = 86_400_000;
const NEWS_DAYS = 14;
const DEFAULT_DAYS = 365;

/** Maps provider faults to statuses: 404 for an unknown provider, 503 when no provider could answer. */
async function answerOrRefuse<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UnknownProvider) throw new Fault(404, error.message);
    if (error instanceof NoProvider) throw new Fault(503, error.message, { code: 'no_provider' });
    throw error;
  }
}

/** Whom to ask, and for how long. */
interface Asking {
  readonly market: MarketService;
  readonly signal: AbortSignal;
}

function ask<T extends DataType>(
  { market, signal }: Asking,
  type: T,
  query: QueryOf<T>,
  provider?: string,
): Promise<SourcedRow<RowOf<T>>[]> {
  return answerOrRefuse(market.get(type, query, { signal, ...(provider === undefined ? {} : { provider }) }));
}

function lastDays(now: Date, days: number) {
  return {
    start: new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10),
    end: now.toISOString().slice(0, 10),
  };
}

interface DataQuery {
  readonly ticker?: string | undefined;
  readonly provider?: string | undefined;
  readonly interval: BarInterval;
  readonly start_date?: string | undefined;
  readonly end_date?: string | undefined;
  readonly limit: number;
  readonly country?: string | undefined;
}

async function anyData(call: Asking & Pick<Call, 'now'>, type: DataType, query: DataQuery) {
  if (type !== 'economic_calendar' && query.ticker === undefined) {
    throw new Fault(422, [{ field: 'ticker', message: 'is needed for this kind of data' }]);
  }
  const range = lastDays(call.now(), DEFAULT_DAYS);
  // One query serves every kind; a feed reads only the fields its own kind has.
  const asked = {
    ticker: query.ticker ?? '',
    interval: query.interval,
    start: query.start_date ?? range.start,
    end: query.end_date ?? range.end,
    ...(query.country === undefined ? {} : { country: query.country }),
  } as QueryOf<DataType> as never;
  const options = { signal: call.signal, ...(query.provider !== undefined && { provider: query.provider }) };
  const rows = await (type === 'ohlcv'
    ? answerOrRefuse(call.market.bars(asked, options))
    : ask(call, type, asked, query.provider));
  return (rows as { provider: string; age_seconds: number }[]).slice(-query.limit);
}

const UNPRICED = { price: null, at: null, provider: null };

/** The last known price when no provider can be asked or none knows the ticker. */
async function lastPrice(
  ticker: string,
  prices: 'known' | 'current',
  { market, signal, now }: Asking & Pick<Call, 'now'>,
) {
  if (prices === 'current') {
    const quote = await market.quote(ticker, { signal }).catch((error: unknown) => {
      if (error instanceof NoProvider) return undefined;
      throw error;
    });
    if (quote !== undefined) {
      const { price, provider, timestamp, age_seconds } = quote;
      const at = timestamp ?? new Date(now().getTime() - 1000 * age_seconds).toISOString();
      return { price, at: shownTime(at), provider };
    }
  }
  const known = (await market.knownPrices([ticker])).get(ticker);
  return known === undefined ? UNPRICED : { price: known.price, at: shownTime(known.at), provider: known.provider };
}

export const marketRoutes = ({ market }: { readonly market: MarketService }) =>
  [
    route(contract.market.quote, async ({ query }, { signal }) => {
      const { ticker, provider } = query;
      const quote = await answerOrRefuse(market.quote(ticker, { signal, ...(provider !== undefined && { provider }) }));
      if (!quote) throw new Fault(404, `no provider knows the ticker ${query.ticker}`);
      return quote;
    }),
    route(contract.market.price, async ({ query: { ticker: typed, prices } }, { signal, now }) => {
      const symbol = typed.trim().toUpperCase();
      const [ticker] = providerTickers(symbol, now().getUTCFullYear());
      return {
        ticker: symbol,
        ...(ticker === undefined ? UNPRICED : await lastPrice(ticker, prices, { market, signal, now })),
      };
    }),
    route(contract.market.news, ({ query }, { signal, now }) =>
      ask({ market, signal }, 'news', {
        count: query.count,
        ...lastDays(now(), NEWS_DAYS),
        ...(query.ticker === undefined ? {} : { ticker: query.ticker }),
      }).then((items) => items.map((item) => ({ ...item, tickers: [...item.tickers] }))),
    ),
    route(contract.market.search, ({ query }, { signal }) => ask({ market, signal }, 'search', { query: query.query })),
    route(contract.market.secFilings, ({ query }, { signal }) =>
      ask({ market, signal }, 'sec_filings', { ticker: query.ticker }),
    ),
    route(contract.market.providers, async () =>
      (await market.status()).map((status) => ({ ...status, data_types: [...status.data_types] })),
    ),
    route(contract.market.configureProvider, async ({ params, body }, call) => {
      await answerOrRefuse(
        market.configure(params.name, {
          ...(body.api_key === undefined ? {} : { apiKey: body.api_key }),
          ...(body.api_secret === undefined ? {} : { apiSecret: body.api_secret }),
          ...(body.rate_limit === undefined ? {} : { rateLimit: body.rate_limit }),
          ...(body.timeout === undefined ? {} : { timeout: body.timeout }),
          ...(body.is_enabled === undefined ? {} : { isEnabled: body.is_enabled }),
        }),
      );
      // What changed is noted by name; a key is never written down twice.
      await call.write(({ audit }) => {
        audit({ resource: 'market_provider', id: params.name, after: { changed: Object.keys(body) } });
        return Promise.resolve();
      });
      return { status: 'updated' as const };
    }),
    route(contract.market.testProvider, ({ params }) => answerOrRefuse(market.test(params.name)), { by: 'writer' }),
    route(contract.market.disconnectProvider, async ({ params }, call) => {
      await answerOrRefuse(market.disconnect(params.name));
      await call.write(({ audit }) => {
        audit({ resource: 'market_provider', id: params.name, after: { has_api_key: false, is_enabled: false } });
        return Promise.resolve();
      });
      return { status: 'removed' as const };
    }),
    route(contract.market.data, ({ params, query }, { signal, now }) =>
      anyData({ market, signal, now }, dataTypeOfPath(params.data_type), query),
    ),
  ] as const;
