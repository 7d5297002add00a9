// Equity is net worth: what the accounts of the filter were worth on an evening.
import type { Filter } from './filter.ts';
import { useEndpoint } from '../client/cache.ts';

type Stretch = Pick<Filter, 'account_ids' | 'period' | 'from' | 'to'>;

/** What they were worth before the first day; null where a price or somebody's cash is not known. */
export function useStartingEquity({ account_ids, period, from, to }: Stretch, enabled: boolean): number | null {
  const query = Object.fromEntries(
    Object.entries({ account_ids, period, from, to }).filter(([, value]) => value !== undefined),
  ) as Stretch;
  const worth = useEndpoint('worth', 'netWorth', { query }, { enabled }).data;
  return worth === undefined || worth.without_cash.length > 0 ? null : (worth.series[0]?.value ?? null);
}

/** Of these the last evening is this one. */
const untilToday: ReadonlySet<string> = new Set(['ytd', 'mtd', 'wtd', 'qtd', 'all']);

/** What they are worth now, whatever the period: out of the curve of the period where that ends today. */
export function useEquity({ account_ids, period, from, to }: Stretch) {
  const isUntilToday = from === undefined && to === undefined && period !== undefined && untilToday.has(period);
  const query = { period: isUntilToday ? period : 'today', ...(account_ids !== undefined && { account_ids }) };
  const { data } = useEndpoint('worth', 'netWorth', { query });
  return data && { ...data.series.at(-1), currency: data.currency, isWhole: data.without_cash.length === 0 };
}
