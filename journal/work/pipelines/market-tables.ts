/**
 * The tables a pipeline may write, said once: the migration creates them from here, `transform` and
 * `market_data_store` allow nothing else.
 */

type Kind = 'text' | 'number' | 'integer';

export interface MarketTable {
  readonly columns: Readonly<Record<string, Kind>>;
  readonly required: readonly string[];
  /** What makes a row the same row. */
  readonly key: readonly string[];
}

export type Row = Readonly<Record<string, string | number | null>>;
export type WriteMode = 'insert' | 'upsert' | 'replace';

export const marketTables: Readonly<Record<string, MarketTable>> = {
  market_ohlcv: {
    columns: {
      ticker: 'text',
      timestamp: 'text',
      open: 'number',
      high: 'number',
      low: 'number',
      close: 'number',
      volume: 'number',
      vwap: 'number',
      trade_count: 'integer',
      adj_close: 'number',
      provider: 'text',
    },
    required: ['ticker', 'timestamp', 'open', 'high', 'low', 'close', 'provider'],
    key: ['ticker', 'timestamp', 'provider'],
  },
  market_quotes: {
    columns: {
      ticker: 'text',
      bid: 'number',
      ask: 'number',
      last: 'number',
      volume: 'number',
      change: 'number',
      change_pct: 'number',
      timestamp: 'text',
      provider: 'text',
    },
    required: ['ticker', 'last', 'timestamp', 'provider'],
    key: ['ticker', 'timestamp', 'provider'],
  },
  market_news: {
    columns: {
      ticker: 'text',
      headline: 'text',
      summary: 'text',
      source: 'text',
      url: 'text',
      published_at: 'text',
      sentiment: 'number',
      provider: 'text',
    },
    required: ['headline', 'url', 'provider'],
    key: ['url', 'provider'],
  },
  market_fundamentals: {
    columns: { ticker: 'text', metric: 'text', value: 'number', period: 'text', provider: 'text' },
    required: ['ticker', 'metric', 'value', 'period', 'provider'],
    key: ['ticker', 'metric', 'period', 'provider'],
  },
  market_earnings: {
    columns: {
      ticker: 'text',
      fiscal_period: 'text',
      fiscal_year: 'integer',
      report_date: 'text',
      eps_actual: 'number',
      eps_estimate: 'number',
      eps_surprise: 'number',
      revenue_actual: 'number',
      revenue_estimate: 'number',
      provider: 'text',
    },
    required: ['ticker', 'fiscal_period', 'fiscal_year', 'report_date', 'provider'],
    key: ['ticker', 'fiscal_period', 'fiscal_year'],
  },
  market_dividends: {
    columns: {
      ticker: 'text',
      dividend_amount: 'number',
      currency: 'text',
      ex_date: 'text',
      record_date: 'text',
      pay_date: 'text',
      declaration_date: 'text',
      provider: 'text',
    },
    required: ['ticker', 'dividend_amount', 'ex_date', 'provider'],
    key: ['ticker', 'ex_date'],
  },
  market_splits: {
    columns: { ticker: 'text', execution_date: 'text', ratio_from: 'number', ratio_to: 'number', provider: 'text' },
    required: ['ticker', 'execution_date', 'ratio_from', 'ratio_to', 'provider'],
    key: ['ticker', 'execution_date'],
  },
  market_insider: {
    columns: {
      ticker: 'text',
      name: 'text',
      title: 'text',
      transaction_date: 'text',
      transaction_code: 'text',
      shares: 'number',
      price: 'number',
      value: 'number',
      shares_owned_after: 'number',
      provider: 'text',
    },
    required: ['ticker', 'name', 'transaction_date', 'transaction_code', 'shares', 'provider'],
    key: ['ticker', 'name', 'transaction_date', 'transaction_code'],
  },
};

/** Where each kind of market data belongs. */
export const tableOf: Readonly<Record<string, string>> = {
  ohlcv: 'market_ohlcv',
  quote: 'market_quotes',
  news: 'market_news',
  fundamentals: 'market_fundamentals',
  earnings: 'market_earnings',
  dividends: 'market_dividends',
  splits: 'market_splits',
  insider: 'market_insider',
};

/** Our own names for what providers deliver, where the table calls it otherwise. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  market_quotes: { price: 'last' },
  market_news: { title: 'headline' },
};

export interface Mapped {
  readonly row: Row;
  /** What had no column. */
  readonly extra: readonly string[];
}

/** A record in the columns of a table; `mapping` names columns for fields of a foreign shape. */
export function mapRecord(
  table: string,
  record: Readonly<Record<string, unknown>>,
  mapping: Readonly<Record<string, string>> = {},
): Mapped {
  const spec = marketTables[table];
  const row: Record<string, string | number | null> = {};
  const extra: string[] = [];
  for (const [field, value] of Object.entries(record)) {
    const column = mapping[field] ?? RENAMED[table]?.[field] ?? field;
    const kind = spec?.columns[column];
    if (kind === undefined) extra.push(field);
    else row[column] = cell(value, kind);
  }
  if (table === 'market_news' && row.ticker === undefined && Array.isArray(record.tickers)) {
    row.ticker = typeof record.tickers[0] === 'string' ? record.tickers[0] : null;
  }
  return { row, extra };
}

function cell(value: unknown, kind: Kind): string | number | null {
  if (value === null || value === undefined || value === '') return null;
  if (kind === 'text') return typeof value === 'string' ? value : JSON.stringify(value);
  const number = Number(value);
  if (!Number.isFinite(number)) return null;
  return kind === 'integer' ? Math.trunc(number) : number;
}

type Fields = Readonly<Record<string, unknown>>;

/** What a table keeps of one record: a company's figures, told in one record, are kept one by one, by the quarter they were told in. */
export function spread(table: string, record: Fields, now: Date): readonly Fields[] {
  if (table !== 'market_fundamentals' || 'metric' in record) return [record];
  const { ticker, provider, ...figures } = record;
  const period = record.period ?? `${now.getUTCFullYear()}-Q${Math.floor(now.getUTCMonth() / 3) + 1}`;
  return Object.entries(figures)
    .filter(([, value]) => typeof value === 'number')
    .map(([metric, value]) => ({ ticker, provider, metric, value, period }));
}

const PERIOD = /^\d{4}-(?:Q[1-4]|FY|H[12])$/;

/** Why a row may not be stored; `null` when it is sound. */
export function rowFault(table: string, row: Row): string | null {
  const missing = marketTables[table]?.required.find((column) => row[column] === null || row[column] === undefined);
  if (missing !== undefined) return `"${missing}" is missing`;
  const positive = (column: string) => Number(row[column]) > 0;
  if (table === 'market_ohlcv') {
    const bad = ['open', 'high', 'low', 'close'].find((column) => !positive(column));
    if (bad !== undefined) return `"${bad}" must be above zero`;
    if (Number(row.volume ?? 0) < 0) return '"volume" must not be below zero';
    if (Number(row.high) < Number(row.low)) return '"high" is below "low"';
  }
  if (table === 'market_quotes') {
    const bad = ['last', 'bid', 'ask'].find((column) => (row[column] ?? null) !== null && !positive(column));
    if (bad !== undefined) return `"${bad}" must be above zero`;
  }
  if (table === 'market_news') {
    if (!String(row.url).startsWith('http')) return '"url" must start with http';
    const sentiment = Number(row.sentiment ?? 0);
    if (sentiment < -1 || sentiment > 1) return '"sentiment" must lie between -1 and 1';
  }
  if (table === 'market_fundamentals' && !PERIOD.test(String(row.period))) return '"period" must look like 2026-Q1';
  return null;
}
