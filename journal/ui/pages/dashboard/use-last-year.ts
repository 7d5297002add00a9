// A book whose last trade is older than this year opens on the last year it has: an empty page says nothing.
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useEndpoint } from '../../client/cache.ts';

export function useLastYear(count: number | undefined): void {
  const search = useSearch();
  const [path, navigate] = useLocation();
  // Who chose anything gets what was chosen.
  const isAsked = count === 0 && search === '';
  const last = useEndpoint(
    'roundTrips',
    'list',
    { query: { period: 'all', status: 'closed', sort: '-closed_at', limit: 1 } },
    { enabled: isAsked },
  );
  const year = last.data?.items[0]?.closed_at?.slice(0, 4);
  useEffect(() => {
    if (isAsked && year !== undefined) navigate(`${path}?from=${year}-01-01&to=${year}-12-31`, { replace: true });
  }, [isAsked, year, path, navigate]);
}
