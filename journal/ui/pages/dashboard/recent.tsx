// The trades that were closed last.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { TripResult } from '../../amount/result.tsx';
import { moment } from '../../amount/time.ts';
import { useFilter, useFilterSearch } from '../../filter/filter.ts';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { useEndpoint } from '../../service/cache.ts';

export function Recent(): ReactNode {
  const [filter] = useFilter();
  const search = useFilterSearch();
  const trips = useEndpoint('roundTrips', 'list', {
    query: { ...filter, status: 'closed', sort: '-closed_at', limit: 8 },
  });
  return (
    <Loaded query={trips} height={200}>
      {({ items, time_zone }) =>
        items.length === 0 ? (
          <Empty>Closed trades show up here.</Empty>
        ) : (
          <Table
            label="Recent trades"
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              {
                name: 'Trade',
                cell: ({ id, instrument, direction }) => (
                  <>
                    <Link href={`/trades/${encodeURIComponent(id)}${search}`}>{instrument}</Link>{' '}
                    {direction === 'BOT' ? 'long' : 'short'}
                  </>
                ),
                text: true,
              },
              { name: 'Closed', cell: ({ closed_at }) => moment(closed_at, time_zone) },
              { name: 'Result', cell: (trip) => <TripResult trip={trip} /> },
            ]}
          />
        )
      }
    </Loaded>
  );
}
