// What is open, asked once for the table of it and for what is said of it elsewhere.
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
