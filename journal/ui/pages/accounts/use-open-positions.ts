// Open positions, fetched once for their table and for the figures elsewhere.
import { useFilter } from '../../filter/filter.ts';
import { useEndpoint } from '../../client/cache.ts';
import type { Answer } from '../../client/client.ts';

export type OpenPositions = Answer<'roundTrips', 'open'>;

export function useOpenPositions() {
  const [filter] = useFilter();
  // What is open has no closing day: of the filter only whose and which trades holds.
  const { period: _period, from: _from, to: _to, result: _result, unit: _unit, ...query } = filter;
  return { query, held: useEndpoint('roundTrips', 'open', { query }) };
}
