// One filter for every page. It stands in the address, so that a link opens the same figures.
import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Api } from '../client/client.ts';

/** The names are the service's own. */
const fields = [
  'account_ids',
  'period',
  'from',
  'to',
  'tags',
  'instrument',
  'direction',
  'result',
  'strategy',
  'unit',
] as const;
type Field = (typeof fields)[number];

type Query = NonNullable<NonNullable<Parameters<Api['analytics']['expectancy']>[0]>['query']>;
export type Filter = Pick<Query, Field>;

export const periods: readonly (readonly [value: string, label: string])[] = [
  ['ytd', 'Year to date'],
  ['mtd', 'This month'],
  ['wtd', 'This week'],
  ['qtd', 'This quarter'],
  ['last_week', 'Last week'],
  ['last_month', 'Last month'],
  ['last_quarter', 'Last quarter'],
  ['last_year', 'Last year'],
  ['all', 'All time'],
];

const USUAL = 'ytd';

function readFilter(search: string): Filter {
  const params = new URLSearchParams(search);
  const found: Partial<Record<Field, string>> = {};
  for (const field of fields) {
    const value = params.get(field);
    if (value !== null && value !== '') found[field] = value;
  }
  // A day on either side replaces the named period.
  if (found.period === undefined && found.from === undefined && found.to === undefined) found.period = USUAL;
  // What the address says of direction, result and unit the service judges.
  return found as Filter;
}

/** The address with some of the filter changed; what is not the filter's stays. */
export function withFilter(search: string, change: Readonly<Partial<Record<string, string | null>>>): string {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  }
  if (next.get('period') === USUAL) next.delete('period');
  const text = next.toString();
  return text === '' ? '' : `?${text}`;
}

export function useFilter(): readonly [Filter, (change: Readonly<Partial<Record<string, string | null>>>) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const filter = useMemo(() => readFilter(search), [search]);
  const change = useCallback(
    (changes: Readonly<Partial<Record<string, string | null>>>) =>
      navigate(`${path}${withFilter(search, changes)}`, { replace: true }),
    [navigate, path, search],
  );
  return [filter, change];
}

/** The filter as a body has it: several of a kind as a list. */
export function listsOf({ account_ids, tags, ...rest }: Filter) {
  return {
    ...rest,
    ...(account_ids !== undefined && { account_ids: account_ids.split(',') }),
    ...(tags !== undefined && { tags: tags.split(',') }),
  };
}

/** The filter's part of an address, to go along to another page. */
export function useFilterSearch(): string {
  const search = useSearch();
  return useMemo(() => {
    const filterOnly = new URLSearchParams();
    for (const [name, value] of new URLSearchParams(search))
      if ((fields as readonly string[]).includes(name) || name === 'show') filterOnly.set(name, value);
    const text = filterOnly.toString();
    return text === '' ? '' : `?${text}`;
  }, [search]);
}
