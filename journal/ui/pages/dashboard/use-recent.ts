// The last closed trades: as a list, and as a streak.
import { useFilter } from '../../filter/filter.ts';
import { useEndpoint } from '../../client/cache.ts';

export function useRecent() {
  const [filter] = useFilter();
  return useEndpoint('roundTrips', 'list', {
    query: { ...filter, status: 'closed', sort: '-closed_at', limit: 10 },
  });
}
