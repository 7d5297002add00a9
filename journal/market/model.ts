import type { BarInterval, DataType } from '@zorivest/vocabulary';

/** The common form of market data, the same for every provider. Missing is `null`, never zero. */

export interface Quote {
  readonly ticker: string;
  readonly price: number;
  /** Best bid and offer, from those who give them. */
  readonly bid: number | null;
  readonly ask: number | null;
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly previous_close: number | null;
  readonly change: number | null;
  readonly change_pct: number | null;
  readonly volume: number | null;
  /** Of the last trade; of bid and ask where these are newer. */
  readonly timestamp: string | null;
}

export interface NewsItem {
  readonly title: string;
  readonly source: string;
  readonly url: string | null;
  readonly published_at: string | null;
  readonly tickers: readonly string[];
  readonly summary: string | null;
}

export interface TickerMatch {
  readonly symbol: string;
  readonly name: string;
  readonly exchange: string | null;
  readonly currency: string | null;
}

export interface Filing {
  readonly ticker: string;
  readonly company_name: string;
  readonly cik: string;
  readonly filing_type: string | null;
  readonly filing_date: string | null;
  readonly url: string | null;
}

export interface Bar {
  readonly ticker: string;
  readonly timestamp: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly adj_close: number | null;
  readonly volume: number;
  readonly vwap: number | null;
  readonly trade_count: number | null;
}

export interface Fundamentals {
  readonly ticker: string;
  readonly market_cap: number | null;
  readonly pe_ratio: number | null;
  readonly pb_ratio: number | null;
  readonly ps_ratio: number | null;
  readonly eps: number | null;
  readonly dividend_yield: number | null;
  readonly beta: number | null;
  readonly sector: string | null;
  readonly industry: string | null;
  readonly employees: number | null;
}

export interface Earnings {
  readonly ticker: string;
  readonly fiscal_period: string;
  readonly fiscal_year: number;
  readonly report_date: string;
  readonly eps_actual: number | null;
  readonly eps_estimate: number | null;
  readonly eps_surprise: number | null;
  readonly revenue_actual: number | null;
  readonly revenue_estimate: number | null;
}

export interface Dividend {
  readonly ticker: string;
  readonly dividend_amount: number;
  readonly currency: string;
  readonly ex_date: string;
  readonly record_date: string | null;
  readonly pay_date: string | null;
  readonly declaration_date: string | null;
}

export interface Split {
  readonly ticker: string;
  readonly execution_date: string;
  readonly ratio_from: number;
  readonly ratio_to: number;
}

export interface InsiderTrade {
  readonly ticker: string;
  readonly name: string;
  readonly title: string | null;
  readonly transaction_date: string;
  readonly transaction_code: string;
  readonly shares: number;
  readonly price: number | null;
  readonly value: number | null;
  readonly shares_owned_after: number | null;
}

export interface CompanyProfile {
  readonly ticker: string;
  readonly name: string;
  readonly exchange: string | null;
  readonly currency: string | null;
  readonly country: string | null;
  readonly sector: string | null;
  readonly industry: string | null;
  readonly website: string | null;
  readonly description: string | null;
}

export interface EconomicEvent {
  readonly event: string;
  readonly country: string;
  readonly date: string;
  readonly time: string | null;
  readonly impact: 'low' | 'medium' | 'high' | null;
  readonly actual: number | null;
  readonly forecast: number | null;
  readonly previous: number | null;
}

/** One of the base in the quote. */
export interface FxRate {
  readonly date: string;
  readonly base: string;
  readonly quote: string;
  readonly rate: number;
}

interface ForTicker {
  readonly ticker: string;
}
/** Days, both included, `YYYY-MM-DD`. */
export interface Range {
  readonly start: string;
  readonly end: string;
}

/** Each kind of data: what is asked and what one row of the answer is. */
export interface DataTypes {
  readonly quote: { readonly query: ForTicker; readonly row: Quote };
  readonly news: {
    readonly query: { readonly ticker?: string; readonly count: number } & Range;
    readonly row: NewsItem;
  };
  readonly search: { readonly query: { readonly query: string }; readonly row: TickerMatch };
  readonly sec_filings: { readonly query: ForTicker; readonly row: Filing };
  readonly ohlcv: { readonly query: ForTicker & Range & { readonly interval: BarInterval }; readonly row: Bar };
  readonly fundamentals: { readonly query: ForTicker; readonly row: Fundamentals };
  readonly earnings: { readonly query: ForTicker; readonly row: Earnings };
  readonly dividends: { readonly query: ForTicker & Range; readonly row: Dividend };
  readonly splits: { readonly query: ForTicker & Range; readonly row: Split };
  readonly insider: { readonly query: ForTicker; readonly row: InsiderTrade };
  readonly company_profile: { readonly query: ForTicker; readonly row: CompanyProfile };
  /** The ticker is the pair, base first: `EURUSD`. */
  readonly fx_rates: { readonly query: ForTicker & Range; readonly row: FxRate };
  readonly economic_calendar: { readonly query: Range & { readonly country?: string }; readonly row: EconomicEvent };
}

export type QueryOf<T extends DataType> = DataTypes[T]['query'];
export type RowOf<T extends DataType> = DataTypes[T]['row'];

/** A row with where it came from and how old it is. */
export type SourcedRow<Row> = Row & { readonly provider: string; readonly age_seconds: number };
