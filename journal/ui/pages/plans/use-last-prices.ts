// The last known price of the instruments of open plans, in one answer; no provider is asked for it.
import { useEndpoint } from '../../client/cache.ts';
import type { Plan } from './plan.ts';

export const isOpen = ({ status }: Pick<Plan, 'status'>): boolean => status === 'draft' || status === 'active';

export interface LastPrice {
  readonly price: number;
  readonly date: string;
}

export function useLastPrices(plans: readonly Pick<Plan, 'ticker' | 'status'>[]): ReadonlyMap<string, LastPrice> {
  const tickers = [...new Set(plans.filter(isOpen).map(({ ticker }) => ticker))].toSorted();
  const asked = useEndpoint(
    'worth',
    'prices',
    { query: { instrument: tickers.join(',') } },
    { enabled: tickers.length > 0 },
  );
  return new Map((asked.data?.items ?? []).map(({ instrument, price, date }) => [instrument, { price, date }]));
}
