// The figures of the period month by month, the oldest first: asked for after what the first look is about.
import { useFilter } from '../../filter/filter.ts';
import { useEndpoint } from '../../client/cache.ts';
import type { Answer } from '../../client/client.ts';

export type MonthPart = Answer<'analytics', 'breakdown'>['parts'][number];

const NONE: readonly MonthPart[] = [];

export function useMonths(): readonly MonthPart[] {
  const [filter] = useFilter();
  const curve = useEndpoint('analytics', 'equityCurve', { query: filter });
  const query = { ...filter, by: 'month' as const, limit: 500 };
  return useEndpoint('analytics', 'breakdown', { query }, { enabled: curve.isSuccess }).data?.parts ?? NONE;
}
