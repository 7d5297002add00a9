// Closed trades in short: what, when, with which result.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Moment } from '../amount/moment.tsx';
import { TripResult } from '../amount/result.tsx';
import { useFilterSearch } from '../filter/filter.ts';
import type { Answer } from '../service/client.ts';
import { Table } from './table.tsx';

interface ClosedTripsProps {
  readonly label: string;
  readonly trips: Pick<Answer<'roundTrips', 'list'>, 'items' | 'time_zone'>;
}

export function ClosedTrips({ label, trips: { items, time_zone } }: ClosedTripsProps): ReactNode {
  const search = useFilterSearch();
  return (
    <Table
      label={label}
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
        {
          name: 'Closed',
          cell: (trip) => (
            <Moment at={trip.closed_at} zone={time_zone} of={{ ...trip, currency: trip.trade_currency }} />
          ),
        },
        { name: 'Result', cell: (trip) => <TripResult trip={trip} /> },
      ]}
    />
  );
}
