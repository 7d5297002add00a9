// What waits tonight, in one answer: asked for after what the first look is about.
import { useFilter } from '../../filter/filter.ts';
import { useEndpoint } from '../../client/cache.ts';

export function useEvening() {
  const [filter] = useFilter();
  const curve = useEndpoint('analytics', 'equityCurve', { query: filter });
  return useEndpoint('app', 'evening', undefined, { enabled: !curve.isPending });
}
