import { type BarInterval, type DataType, marketProviders } from '@zorivest/vocabulary';
import { seriesOf } from './bars-codec.ts';
import { isMarketOpen } from './calendar.ts';
import { Busy, providerHttp, type AnswerCache, type AnswerSource, type Credentials } from './http.ts';
import type { StoredDay, StoredPrice, PriceStore } from './stored-prices.ts';
import type { Bar, QueryOf, Quote, RowOf, SourcedRow } from './model.ts';
import { ProviderError } from './provider-error.ts';
import type { Feed, Http, Provider } from './provider.ts';
import { findProvider, providers, providersFor } from './registry.ts';
import { circuitBreaker, rateLimit, type CircuitBreaker, type Clock, type RateLimit } from './resilience.ts';

/** Seconds an answer stays good while the US market is open. */
const SECONDS: Readonly<Record<DataType, number>> = {
  quote: 60,
  ohlcv: 3_600,
  news: 1_800,
  search: 86_400,
  sec_filings: 3_600,
  fundamentals: 86_400,
  earnings: 86_400,
  dividends: 86_400,
  splits: 86_400,
  insider: 21_600,
  company_profile: 604_800,
  economic_calendar: 21_600,
  // The day's rates are published once, in the afternoon.
  fx_rates: 3_600,
};

/** Prices cannot move while the market is closed: they keep four times as long. */
function timeToLive(type: DataType, marketOpen: boolean): number {
  return SECONDS[type] * (!marketOpen && (type === 'quote' || type === 'ohlcv') ? 4 : 1);
}

export type TestStatus = 'success' | 'failed';

export interface ProviderSettings {
  readonly isEnabled: boolean;
  readonly apiKey: string | null;
  readonly apiSecret: string | null;
  /** Calls per minute and seconds; `null`: the provider's own. */
  readonly rateLimit: number | null;
  readonly timeout: number | null;
  readonly lastTestStatus: TestStatus | null;
}

export type ProviderPatch = { readonly [K in keyof ProviderSettings]?: ProviderSettings[K] };

/** Where the person's settings and keys live: the encrypted book. */
export interface ProviderStore {
  get(name: string): Promise<ProviderSettings | undefined>;
  patch(name: string, change: ProviderPatch): Promise<void>;
}

export interface MarketOptions {
  readonly store: ProviderStore;
  readonly cache: AnswerCache;
  /** Where prices stay that will not change. */
  readonly prices: PriceStore;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly random: () => number;
  /** Sent as User-Agent; the SEC requires contact details of the operator. */
  readonly userAgent: string;
  /** The market of a book that is marked as demo; without it, or in any other book, there is none. */
  readonly demo?: { readonly isOn: () => boolean; readonly provider: Provider };
}

export interface ProviderStatus {
  readonly provider_name: string;
  readonly display_name: string;
  readonly is_enabled: boolean;
  readonly has_api_key: boolean;
  readonly needs_api_key: boolean;
  readonly rate_limit: number;
  readonly used_last_minute: number;
  readonly timeout: number;
  readonly last_test_status: TestStatus | null;
  readonly data_types: readonly DataType[];
  readonly signup_url: string;
  readonly docs_url: string;
  readonly note: string | null;
}

/** Every provider failed, or none could be asked: each with its reason. */
export class NoProvider extends Error {
  readonly reasons: readonly { readonly provider: string; readonly reason: string }[];

  constructor(type: DataType, reasons: NoProvider['reasons']) {
    const list = reasons.map(({ provider, reason }) => `${provider}: ${reason}`).join('; ');
    super(
      reasons.length > 0
        ? `No provider could answer (${type}). ${list}.`
        : `No provider for ${type} is set up. Give one a key with "zorivest providers set".`,
    );
    this.name = 'NoProvider';
    this.reasons = reasons;
  }
}

export class UnknownProvider extends Error {
  constructor(name: string, known: readonly Provider[]) {
    super(`There is no provider "${name}". There are: ${known.map((one) => one.name).join(', ')}.`);
    this.name = 'UnknownProvider';
  }
}

/** No provider has answered, but one will be free again. */
class AllBusy {
  readonly freeInMs: number;
  constructor(freeInMs: number) {
    this.freeInMs = freeInMs;
  }
}

const DEFAULT_TIMEOUT_SECONDS = 30;
const MOST_CONCURRENT_TESTS = 2;
/** Its prices are invented: they are computed on demand and never stored. */
const DEMO = 'demo';

function dropSource(row: SourcedRow<Bar>): Bar {
  const { provider: _provider, age_seconds: _age, ...bar } = row;
  return bar;
}

/** Days in order, as stretches without a gap. */
function runsOf(days: readonly string[]): [start: string, end: string][] {
  const runs: [string, string][] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last !== undefined && Date.parse(day) - Date.parse(last[1]) === 86_400_000) last[1] = day;
    else runs.push([day, day]);
  }
  return runs;
}

function none(error: unknown): never[] {
  if (error instanceof NoProvider) return [];
  throw error;
}

export interface GetOptions {
  /** Asked alone. */
  readonly provider?: string;
  readonly signal?: AbortSignal;
  /** Ask even if the cache has an answer. */
  readonly fresh?: boolean;
  /** Only from the cache, however old: no provider is asked. */
  readonly cachedOnly?: boolean;
  /** Wait for our own rate limits instead of failing: for background work. */
  readonly patient?: boolean;
  /** Called with the source of the answer. */
  readonly onSource?: (how: AnswerSource) => void;
}

export type MarketService = ReturnType<typeof createMarketService>;

export function createMarketService(options: MarketOptions) {
  const { store, clock, prices } = options;
  const isDemo = () => options.demo?.isOn() === true;
  const health = new Map<string, { limit: RateLimit; perMinute: number; breaker: CircuitBreaker }>();
  let testing = 0;

  /** Asked for each time: a book becomes a demo while it is open. */
  const inPlay = (): readonly Provider[] =>
    options.demo !== undefined && isDemo() ? [options.demo.provider, ...providers] : providers;

  const settingsOf = async (provider: Provider): Promise<ProviderSettings> =>
    (await store.get(provider.name)) ?? {
      isEnabled: provider.offByDefault === undefined && (provider.key.in === 'none' || provider.keyOptional === true),
      apiKey: null,
      apiSecret: null,
      rateLimit: null,
      timeout: null,
      lastTestStatus: null,
    };

  const healthOf = (provider: Provider, perMinute: number) => {
    let known = health.get(provider.name);
    if (!known || known.perMinute !== perMinute) {
      known = { perMinute, limit: rateLimit(perMinute, clock), breaker: known?.breaker ?? circuitBreaker(clock) };
      health.set(provider.name, known);
    }
    return known;
  };

  const httpFor = (
    provider: Provider,
    settings: ProviderSettings,
    ttlSeconds: number,
    { signal, fresh = false, cachedOnly = false }: GetOptions,
    onAnswer: (fetchedAt: number, how: AnswerSource) => void,
  ): Http => {
    const credentials: Credentials = { apiKey: settings.apiKey, apiSecret: settings.apiSecret };
    const { limit, breaker } = healthOf(provider, settings.rateLimit ?? provider.perMinute);
    return providerHttp({
      provider,
      credentials,
      limit,
      breaker,
      ttlSeconds,
      fresh,
      cachedOnly,
      onAnswer,
      fetch: options.fetch,
      clock,
      random: options.random,
      timeoutMs: (settings.timeout ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
      cache: options.cache,
      userAgent: options.userAgent,
      ...(signal ? { signal } : {}),
    });
  };

  const lacksKey = (provider: Provider, settings: ProviderSettings): boolean =>
    provider.key.in !== 'none' &&
    provider.keyOptional !== true &&
    (settings.apiKey === null || (provider.key.in === 'headers' && settings.apiSecret === null));

  function requireProvider(name: string): Provider {
    const provider = findProvider(name, inPlay());
    if (!provider) throw new UnknownProvider(name, inPlay());
    return provider;
  }

  /** One round: the first answer, or that the only thing in the way is time. */
  async function askInOrder<T extends DataType>(
    type: T,
    query: QueryOf<T>,
    asked: GetOptions,
  ): Promise<SourcedRow<RowOf<T>>[] | AllBusy> {
    const { provider: only } = asked;
    const candidates = only === undefined ? providersFor(type, inPlay()) : [requireProvider(only)];
    const ttl = timeToLive(type, isMarketOpen(new Date(clock.now())));
    const reasons: { provider: string; reason: string }[] = [];
    let empty: SourcedRow<RowOf<T>>[] | undefined;
    let freeInMs = Number.POSITIVE_INFINITY;
    for (const provider of candidates) {
      const settings = await settingsOf(provider);
      const feed: Feed<T> | undefined = provider.feeds[type];
      if (feed === undefined) reasons.push({ provider: provider.name, reason: `has no ${type}` });
      else if (!settings.isEnabled || lacksKey(provider, settings)) {
        if (only !== undefined) {
          reasons.push({
            provider: provider.name,
            reason: settings.isEnabled ? 'has no API key' : 'is switched off',
          });
        }
      } else {
        try {
          let oldest = clock.now();
          let source: AnswerSource = 'miss';
          const http = httpFor(provider, settings, ttl, asked, (at, how) => {
            oldest = Math.min(oldest, at);
            source = how;
          });
          const found = await feed(query, http);
          const age_seconds = Math.round((clock.now() - oldest) / 1000);
          const sourced = found.map((row) => ({ ...row, provider: provider.name, age_seconds }));
          // Nothing found is an answer, but another provider may know the symbol.
          if (sourced.length > 0) {
            asked.onSource?.(source);
            return sourced;
          }
          empty ??= sourced;
          reasons.push({ provider: provider.name, reason: 'has no data for it' });
        } catch (error) {
          if (!(error instanceof ProviderError)) throw error;
          if (error instanceof Busy) freeInMs = Math.min(freeInMs, error.freeInMs);
          reasons.push({ provider: provider.name, reason: error.message });
        }
      }
    }
    if (asked.patient === true && Number.isFinite(freeInMs)) return new AllBusy(freeInMs);
    if (empty && type !== 'quote') return empty;
    throw new NoProvider(type, reasons);
  }

  /** Asks the providers in order until one has an answer. A named provider is asked alone. */
  async function get<T extends DataType>(
    type: T,
    query: QueryOf<T>,
    options: GetOptions = {},
  ): Promise<SourcedRow<RowOf<T>>[]> {
    for (;;) {
      const answer = await askInOrder(type, query, options);
      if (!(answer instanceof AllBusy)) return answer;
      await clock.sleep(answer.freeInMs, options.signal);
    }
  }

  return {
    get,
    isDemo,

    /** The quote of a ticker, from the first that has one; the last price stays in the book. */
    async quote(ticker: string, options: GetOptions = {}): Promise<SourcedRow<Quote> | undefined> {
      const [quote] = await get('quote', { ticker }, options);
      if (quote !== undefined && quote.provider !== DEMO) {
        const { price, provider } = quote;
        const at = quote.timestamp ?? new Date(clock.now() - 1000 * quote.age_seconds).toISOString();
        await prices.keep({ what: 'quote', ticker, price, at, provider });
      }
      return quote;
    },

    /** Bars of some days: from the book where they are stored, else from a provider, and then stored. */
    async bars(query: QueryOf<'ohlcv'>, options: GetOptions = {}): Promise<SourcedRow<Bar>[]> {
      // A demo book has its market at hand. Who names a provider wants its answer.
      const isAsked = isDemo() || options.provider !== undefined;
      const known = isAsked ? undefined : await prices.bars(query);
      const fromBook = () => {
        const age_seconds = Math.round((clock.now() - (known?.stored.fetchedAt ?? 0)) / 1000);
        const provider = known?.stored.provider ?? '';
        return (known?.stored.bars ?? []).map((bar) => ({ ...bar, provider, age_seconds }));
      };
      if (known?.isWhole === true && options.fresh !== true) return fromBook();
      const found = await get('ohlcv', query, options).catch((error: unknown) => {
        if (known !== undefined && error instanceof NoProvider) return fromBook();
        throw error;
      });
      const [first] = found;
      if (first === undefined) return fromBook();
      if (first.provider !== DEMO && first.age_seconds === 0) {
        const bars = found.map(dropSource);
        const { ticker, interval, start, end } = query;
        const { provider } = first;
        await prices.keep({ what: 'bars', ticker, interval, start, end, provider, fetchedAt: clock.now(), bars });
      }
      return found;
    },

    /** Bars of days that cannot change any more, if all of them are stored; asks no provider. */
    async storedBars(query: QueryOf<'ohlcv'>): Promise<SourcedRow<Bar>[]> {
      if (isDemo()) return get('ohlcv', query, { provider: DEMO }).catch(none);
      const known = await prices.bars(query);
      if (known?.isWhole !== true) return [];
      const { provider, fetchedAt, bars } = known.stored;
      const age_seconds = Math.round((clock.now() - fetchedAt) / 1000);
      return bars.map((bar) => ({ ...bar, provider, age_seconds }));
    },

    /** The stored bars of these days, in order; asks no provider. */
    async storedDays(ticker: string, interval: BarInterval, days: readonly string[]): Promise<StoredDay[]> {
      const found = await prices.days(ticker, interval, days);
      if (!isDemo()) return found;
      // What somebody imported to try it out stands in place of what is made up.
      const own = new Set(found.map(({ day }) => day));
      for (const [start, end] of runsOf(days.filter((day) => !own.has(day)))) {
        const bars = await get('ohlcv', { ticker, interval, start, end }, { provider: DEMO }).catch(none);
        for (const [day, some] of Map.groupBy(bars, ({ timestamp }) => timestamp.slice(0, 10)))
          found.push({ day, provider: DEMO, fetchedAt: clock.now(), series: seriesOf(some) });
      }
      return found.toSorted((a, b) => (a.day < b.day ? -1 : 1));
    },

    /** The last known price of each ticker; asks no provider. */
    async knownPrices(tickers: readonly string[]): Promise<Map<string, StoredPrice>> {
      if (!isDemo()) return prices.prices(tickers);
      const quotes = await Promise.all(
        tickers.map((ticker) => get('quote', { ticker }, { provider: DEMO }).catch(none)),
      );
      return new Map(
        quotes.flatMap(([quote]) =>
          quote === undefined || quote.timestamp === null
            ? []
            : [[quote.ticker, { price: quote.price, at: quote.timestamp, provider: DEMO }] as const],
        ),
      );
    },

    async status(): Promise<ProviderStatus[]> {
      const all = inPlay().map(async (provider): Promise<ProviderStatus> => {
        const settings = await settingsOf(provider);
        return {
          provider_name: provider.name,
          display_name: marketProviders[provider.name],
          is_enabled: settings.isEnabled,
          has_api_key: settings.apiKey !== null,
          needs_api_key: provider.key.in !== 'none' && provider.keyOptional !== true,
          rate_limit: settings.rateLimit ?? provider.perMinute,
          used_last_minute: health.get(provider.name)?.limit.used() ?? 0,
          timeout: settings.timeout ?? DEFAULT_TIMEOUT_SECONDS,
          last_test_status: settings.lastTestStatus,
          data_types: Object.keys(provider.feeds) as DataType[],
          signup_url: provider.signupUrl,
          docs_url: provider.docsUrl,
          note: provider.offByDefault ?? null,
        };
      });
      return Promise.all(all);
    },

    /** Changes only the given settings; a new key also switches its provider on, unless the change says otherwise. */
    async configure(name: string, change: Omit<ProviderPatch, 'lastTestStatus'>): Promise<void> {
      const provider = requireProvider(name);
      const gainsKey = typeof change.apiKey === 'string' && change.isEnabled === undefined;
      await store.patch(provider.name, {
        ...(await settingsOf(provider)),
        ...change,
        ...(gainsKey ? { isEnabled: true } : {}),
        ...(change.apiKey === undefined ? {} : { lastTestStatus: null }),
      });
    },

    /** Forgets the key and the secret, and switches the provider off. */
    async disconnect(name: string): Promise<void> {
      const provider = requireProvider(name);
      await store.patch(provider.name, {
        ...(await settingsOf(provider)),
        apiKey: null,
        apiSecret: null,
        isEnabled: false,
        lastTestStatus: null,
      });
    },

    /** One real call. A failed test is a result, not an error. */
    async test(name: string): Promise<{ readonly success: boolean; readonly message: string }> {
      const provider = requireProvider(name);
      const settings = await settingsOf(provider);
      if (lacksKey(provider, settings)) return { success: false, message: 'No API key configured' };
      if (testing >= MOST_CONCURRENT_TESTS)
        return { success: false, message: 'Other tests are running; try again shortly' };
      testing++;
      try {
        const result = await tryOut(
          provider,
          httpFor(provider, settings, 0, {}, () => {}),
        );
        await store.patch(provider.name, { ...settings, lastTestStatus: result.success ? 'success' : 'failed' });
        return result;
      } finally {
        testing--;
      }
    },
  };
}

async function tryOut(provider: Provider, http: Http): Promise<{ success: boolean; message: string }> {
  try {
    return (await provider.probe(http))
      ? { success: true, message: 'Connection successful' }
      : { success: false, message: 'It answered with unexpected data' };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const messages: Partial<Record<ProviderError['fault'], string>> = {
      bad_key: 'Invalid API key',
      rate_limited: 'Rate limit exceeded; the key may be fine, try again later',
      timeout: 'Connection timed out',
      unreachable: 'Connection failed',
      forbidden: 'Access forbidden: the key works but may not have this data',
    };
    return { success: false, message: messages[error.fault] ?? `Unexpected answer: ${error.message}` };
  }
}
