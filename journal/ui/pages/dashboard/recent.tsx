// The trades that were closed last.
import type { ReactNode } from 'react';
import { useFilter } from '../../filter/filter.ts';
import { ClosedTrips } from '../../parts/closed-trips.tsx';
import { NoneInPeriod } from '../../parts/none-in-period.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useEndpoint } from '../../service/cache.ts';

export function Recent(): ReactNode {
  const [filter] = useFilter();
  const trips = useEndpoint('roundTrips', 'list', {
    query: { ...filter, status: 'closed', sort: '-closed_at', limit: 8 },
  });
  return (
    <Loaded query={trips} height={200}>
      {(found) =>
        found.items.length === 0 ? (
          <NoneInPeriod>Closed trades show up here.</NoneInPeriod>
        ) : (
          <ClosedTrips label="Recent trades" trips={found} />
        )
      }
    </Loaded>
  );
}
