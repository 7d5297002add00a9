// Of the filter what a question about money over time can use: whose, and of which days.
import { type Filter, useFilter } from './filter.ts';

type Stretch = Pick<Filter, 'account_ids' | 'period' | 'from' | 'to'>;

const used: ReadonlySet<string> = new Set<keyof Stretch>(['account_ids', 'period', 'from', 'to']);

interface UsedFilter {
  readonly stretch: Stretch;
  /** Whether more is chosen than these pages can look at. */
  readonly isMoreChosen: boolean;
}

export function useStretch(): UsedFilter {
  const [filter] = useFilter();
  const stretch: Stretch = Object.fromEntries(Object.entries(filter).filter(([name]) => used.has(name)));
  return { stretch, isMoreChosen: Object.keys(filter).some((name) => !used.has(name)) };
}
