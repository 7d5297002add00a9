// From a mark of a chart to the trades behind it: the same filter, narrowed by what the mark stands for.
import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { useFilterSearch, withFilter } from '../filter/filter.ts';

export type Narrowing = Readonly<Partial<Record<string, string | null>>>;

export function useOpenTrades(): (narrowed: Narrowing) => void {
  const search = useFilterSearch();
  const [, navigate] = useLocation();
  return useCallback((narrowed) => navigate(`/trades${withFilter(search, narrowed)}`), [navigate, search]);
}

/** The same as an address, for a link. */
export function useTradesAddress(): (narrowed: Narrowing) => string {
  const search = useFilterSearch();
  return (narrowed) => `/trades${withFilter(search, narrowed)}`;
}

/** The days from one to another, in place of a named period. */
export const onDays = (from: string, to: string): Narrowing => ({ from, to, period: null });

/** The days of a month, YYYY-MM. */
export function inMonth(month: string): Narrowing {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return onDays(`${month}-01`, new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10));
}
