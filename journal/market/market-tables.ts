// The tables of market data that pipelines fill, each described once: what a row holds, what it must hold, and what makes it
// the same row. Its type, what a pipeline may write and what it may read follow from here.

export type ValueKind = 'text' | 'number' | 'integer';

export interface MarketTable {
  readonly columns: Readonly<Record<string, ValueKind>>;
  readonly required: readonly string[];
  /** What makes a row the same row. */
  readonly key: readonly string[];
}

const tables = {
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
} as const satisfies Readonly<Record<string, MarketTable>>;

export const marketTables: Readonly<Record<string, MarketTable>> = tables;

type RowOf<T extends MarketTable> = {
  [C in keyof T['columns']]:
    | (T['columns'][C] extends 'text' ? string : number)
    | (C extends T['required'][number] ? never : null);
};

export type PipelineMarketTables = { [T in keyof typeof tables]: RowOf<(typeof tables)[T]> };
