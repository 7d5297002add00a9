import type { ReactNode } from 'react';
import { useFilter } from '../../filter/filter.ts';
import { Loaded } from '../../parts/states.tsx';
import { useEndpoint } from '../../service/cache.ts';
import { Basis } from './basis.tsx';
import { Slices } from './slices.tsx';

export function Times(): ReactNode {
  const [filter] = useFilter();
  const times = useEndpoint('analytics', 'timeBreakdown', { query: filter });
  return (
    <Loaded query={times} height={400}>
      {(found) => (
        <>
          <Slices title="By hour" slices={found.by_hour} />
          <Slices title="By weekday" slices={found.by_weekday} />
          <Slices title="By time held" slices={found.by_holding_time} />
          <Slices title="By month" slices={found.by_month} />
          <Basis of={found} />
        </>
      )}
    </Loaded>
  );
}
