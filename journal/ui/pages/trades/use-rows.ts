// Rows by their place in the list, from pages that are fetched as they come into sight and one ahead of the scroll.
import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { TripQuery } from '../../filter/trip-query.ts';
import { api } from '../../service/client.ts';
import type { Trip } from './columns.ts';
import { pagesAround } from './pages-around.ts';

/** Three screens: what a jump waits for is read and drawn sooner than a long page, and the next one is fetched ahead. */
export const PAGE = 100;

export function useRows(
  query: TripQuery,
  total: number,
  inSight: readonly [first: number, last: number],
  isForward: boolean,
): (index: number) => Trip | undefined {
  const pages = pagesAround(inSight, { total, size: PAGE, isForward });
  const key = pages.join(' ');
  const queries = useMemo(
    () =>
      pages.map((page) => {
        const input = { query: { ...query, limit: PAGE, offset: page * PAGE } };
        return {
          queryKey: ['roundTrips', 'list', input],
          queryFn: ({ signal }: { signal: AbortSignal }) => api.roundTrips.list(input, { signal }),
        };
      }),
    [query, key],
  );
  const found = useQueries({ queries });
  return useCallback(
    (index) => found[pages.indexOf(Math.floor(index / PAGE))]?.data?.items[index % PAGE],
    [found, key],
  );
}
