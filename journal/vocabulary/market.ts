// Market data and who delivers it.

/** The length of a bar. `1m` is a minute, `1M` a month. */
export const barIntervals = ['1m', '5m', '15m', '30m', '1h', '1d', '1w', '1M'] as const;
export type BarInterval = (typeof barIntervals)[number];

/** How long each lasts; of a month the longest. */
export const barSeconds: Readonly<Record<BarInterval, number>> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '30m': 1800,
  '1h': 3600,
  '1d': 86_400,
  '1w': 604_800,
  '1M': 2_678_400,
};

/** Kinds of market data that are asked for by the same few words: a ticker, a range of days. */
export const rangedDataTypes = [
  'ohlcv',
  'fundamentals',
  'earnings',
  'dividends',
  'splits',
  'insider',
  'company_profile',
  'economic_calendar',
] as const;

/** Every kind of market data. */
export const dataTypes = ['quote', 'news', 'search', 'sec_filings', 'fx_rates', ...rangedDataTypes] as const;
export type DataType = (typeof dataTypes)[number];

type HyphenCase<T extends string> = T extends `${infer Head}_${infer Rest}` ? `${Head}-${HyphenCase<Rest>}` : T;
type SnakeCase<T extends string> = T extends `${infer Head}-${infer Rest}` ? `${Head}_${SnakeCase<Rest>}` : T;

/** A kind of data as a path names it: `company-profile`. */
export function pathOfDataType<T extends DataType>(type: T): HyphenCase<T> {
  return type.replaceAll('_', '-') as HyphenCase<T>; // the type says what replaceAll does
}

/** The kind of data a path names. */
export function dataTypeOfPath<P extends HyphenCase<DataType>>(path: P): SnakeCase<P> {
  return path.replaceAll('-', '_') as SnakeCase<P>; // the type says what replaceAll does
}

/** The providers of market data: how the service names each, and how it is written for people. */
export const marketProviders = {
  alpha_vantage: 'Alpha Vantage',
  polygon: 'Polygon.io',
  finnhub: 'Finnhub',
  fmp: 'Financial Modeling Prep',
  eodhd: 'EODHD',
  nasdaq_data_link: 'Nasdaq Data Link',
  sec_api: 'SEC API',
  api_ninjas: 'API Ninjas',
  benzinga: 'Benzinga',
  openfigi: 'OpenFIGI',
  alpaca: 'Alpaca',
  tradier: 'Tradier',
  sec_edgar: 'SEC EDGAR',
  ecb: 'European Central Bank',
  yahoo: 'Yahoo Finance',
  demo: 'Demo market',
} as const;
export type MarketProvider = keyof typeof marketProviders;
