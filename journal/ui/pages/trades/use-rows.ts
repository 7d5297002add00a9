// Rows by their place in the list, from pages that are fetched as they come into sight and one ahead of the scroll.
import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { TripQuery } from '../../filter/trip-query.ts';
import { api } from '../../client/client.ts';
import type { Trip } from './columns.ts';
import { pagesAround } from './pages-around.ts';

/** Three screens: what a jump waits for is read and drawn sooner than a long page, and the next one is fetched ahead. */
export const PAGE = 100;

export function useRows(
  query: TripQuery,
  total: number,
  visible: readonly [first: number, last: number],
  isForward: boolean,
): (index: number) => Trip | undefined {
  const { seen, ahead } = pagesAround(visible, { total, size: PAGE, isForward });
  const key = `${seen.join(' ')} ${ahead.join()}`;
  const found = useQueries({ queries: useMemo(() => seen.map((page) => pageOf(query, page)), [query, key]) });
  // What is looked at comes alone: the page after it and the bars behind the small pictures would be read in its time.
  const enabled = found.every(({ isSuccess }) => isSuccess);
  useQueries({
    queries: useMemo(() => ahead.map((page) => ({ ...pageOf(query, page), enabled })), [query, key, enabled]),
  });
  const drawn = useQueries({
    queries: useMemo(
      () => [...seen, ...ahead].map((page) => ({ ...pageOf({ ...query, with_paths: true }, page), enabled })),
      [query, key, enabled],
    ),
  });
  return useCallback(
    (index) => {
      const [page, place] = [seen.indexOf(Math.floor(index / PAGE)), index % PAGE];
      const row = found[page]?.data?.items[place];
      const same = drawn[page]?.data?.items[place];
      return row !== undefined && same?.id === row.id ? withPath(row, same.path) : row;
    },
    [found, drawn, key],
  );
}

const drawnRows = new WeakMap<Trip, Trip>();

/** Always the same for the same: a row that did not change is not drawn again. */
export function withPath(row: Trip, path: Trip['path']): Trip {
  if (path === undefined) return row;
  let known = drawnRows.get(row);
  if (known?.path !== path) drawnRows.set(row, (known = { ...row, path }));
  return known;
}

function pageOf(query: TripQuery & { readonly with_paths?: boolean }, page: number) {
  const input = { query: { ...query, limit: PAGE, offset: page * PAGE } };
  return {
    queryKey: ['roundTrips', 'list', input],
    queryFn: ({ signal }: { signal: AbortSignal }) => api.roundTrips.list(input, { signal }),
  };
}
