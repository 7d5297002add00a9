import { type DataType, type MarketProvider, marketProviders } from '@zorivest/vocabulary';
import type { Provider } from './provider.ts';
import { alpaca } from './providers/alpaca.ts';
import { alphaVantage } from './providers/alpha-vantage.ts';
import { apiNinjas } from './providers/api-ninjas.ts';
import { benzinga } from './providers/benzinga.ts';
import { ecb } from './providers/ecb.ts';
import { eodhd } from './providers/eodhd.ts';
import { finnhub } from './providers/finnhub.ts';
import { fmp } from './providers/fmp.ts';
import { nasdaqDataLink } from './providers/nasdaq-data-link.ts';
import { openFigi } from './providers/openfigi.ts';
import { polygon } from './providers/polygon.ts';
import { secApi } from './providers/sec-api.ts';
import { secEdgar } from './providers/sec-edgar.ts';
import { tradier } from './providers/tradier.ts';
import { yahoo } from './providers/yahoo.ts';

/**
 * Every provider there is, by the name it has in `@zorivest/vocabulary`: a name without a provider is a type error, and so is a
 * provider without a name. CONTRIBUTING.md says what a new one needs. The demo's comes from the demo.
 */
const byName: Readonly<Record<Exclude<MarketProvider, 'demo'>, Provider>> = {
  alpha_vantage: alphaVantage,
  polygon,
  finnhub,
  fmp,
  eodhd,
  nasdaq_data_link: nasdaqDataLink,
  sec_api: secApi,
  api_ninjas: apiNinjas,
  benzinga,
  openfigi: openFigi,
  alpaca,
  tradier,
  sec_edgar: secEdgar,
  ecb,
  yahoo,
};
export const providers: readonly Provider[] = Object.values(byName);

/** Who is asked first. Providers that have the data but are not named here come last, in the order above. */
const preferred: Readonly<Partial<Record<DataType, readonly MarketProvider[]>>> = {
  quote: ['yahoo', 'alpha_vantage', 'polygon', 'finnhub', 'eodhd', 'api_ninjas'],
  news: ['finnhub', 'benzinga', 'yahoo', 'alpaca'],
  search: ['yahoo', 'fmp', 'alpha_vantage'],
  sec_filings: ['sec_api', 'sec_edgar'],
  ohlcv: ['yahoo', 'alpaca', 'eodhd', 'polygon'],
  fundamentals: ['fmp', 'eodhd', 'alpha_vantage'],
  earnings: ['finnhub', 'fmp', 'alpha_vantage'],
  dividends: ['yahoo', 'polygon', 'eodhd', 'fmp'],
  splits: ['yahoo', 'polygon', 'eodhd', 'fmp'],
  insider: ['finnhub', 'fmp'],
  economic_calendar: ['finnhub', 'fmp'],
  fx_rates: ['ecb', 'alpha_vantage'],
  company_profile: ['fmp', 'finnhub', 'eodhd'],
};

/** Who may be asked; a book that is marked as demo has its own market before all others. */
export function providersFor(type: DataType, known: readonly Provider[] = providers): Provider[] {
  const able = known.filter((provider) => provider.feeds[type] !== undefined);
  const order = preferred[type] ?? [];
  const rank = ({ name }: Provider) => {
    if (name === 'demo') return -1;
    return order.includes(name) ? order.indexOf(name) : order.length;
  };
  return able.toSorted((a, b) => rank(a) - rank(b));
}

/** By slug or by the name people read: `alpha_vantage`, `Alpha Vantage`. */
export function findProvider(name: string, known: readonly Provider[] = providers): Provider | undefined {
  const wanted = name.trim().toLowerCase();
  return known.find((one) => one.name === wanted || marketProviders[one.name].toLowerCase() === wanted);
}
