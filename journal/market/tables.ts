import type { PipelineMarketTables } from './market-tables.ts';

interface ProviderRow {
  name: string;
  is_enabled: number;
  api_key: string | null;
  api_secret: string | null;
  rate_limit: number | null;
  timeout: number | null;
  last_test_status: string | null;
  updated_at: string;
}

interface FetchCacheRow {
  provider: string;
  entity_key: string;
  payload_json: string;
  etag: string | null;
  last_modified: string | null;
  fetched_at: number;
  ttl_seconds: number;
}

interface BarsRow {
  ticker: string;
  interval: string;
  day: string;
  provider: string;
  fetched_at: number;
  last_at: string | null;
  last_price: number | null;
  /** See `bars-codec.ts`. */
  bars: Uint8Array;
}

interface QuoteRow {
  ticker: string;
  price: number;
  quoted_at: string;
  provider: string;
}

export interface MarketDataTables extends PipelineMarketTables {
  market_providers: ProviderRow;
  fetch_cache: FetchCacheRow;
  kept_bars: BarsRow;
  kept_quotes: QuoteRow;
}

declare module '@zorivest/store' {
  interface Database extends MarketDataTables {}
}
