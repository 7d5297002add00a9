import type { DataType } from '@zorivest/words';

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
export function timeToLive(type: DataType, marketOpen: boolean): number {
  return SECONDS[type] * (!marketOpen && (type === 'quote' || type === 'ohlcv') ? 4 : 1);
}
