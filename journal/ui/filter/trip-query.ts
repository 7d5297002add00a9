// The list of trades as the address describes it: the filter, what is searched for, what a chart narrowed it to, and in
// which order. The list itself and the trade opened from it ask for the same.
import { useMemo } from 'react';
import { useSearch } from 'wouter';
import type { Api } from '../client/client.ts';
import { type Filter, useFilter } from './filter.ts';

type Query = NonNullable<NonNullable<Parameters<Api['roundTrips']['list']>[0]>['query']>;
export type TripQuery = Filter & Pick<Query, 'sort' | 'search' | 'slice'>;

export const USUAL_SORT = '-closed_at';

export function useTripQuery(): TripQuery {
  const [filter] = useFilter();
  const search = useSearch();
  return useMemo(() => {
    const params = new URLSearchParams(search);
    const [wanted, slice] = [params.get('search') ?? '', params.get('slice') ?? ''];
    return {
      ...filter,
      // What the address says of the order the service judges.
      sort: (params.get('sort') ?? USUAL_SORT) as NonNullable<Query['sort']>,
      ...(wanted !== '' && { search: wanted }),
      ...(slice !== '' && { slice }),
    };
  }, [filter, search]);
}
