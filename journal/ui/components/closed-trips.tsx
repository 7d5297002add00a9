// Closed trades in short: what, when, with which result.
import { nameTrade } from '@zorivest/vocabulary';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Multiple } from '../amount/amount.tsx';
import { Moment } from '../amount/moment.tsx';
import { TripResult } from '../amount/result.tsx';
import { moment } from '../amount/time.ts';
import { useFilterSearch } from '../filter/filter.ts';
import type { Answer } from '../client/client.ts';
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
          cell: (trip) => (
            <>
              <Link href={`/trades/${encodeURIComponent(trip.id)}${search}`}>{nameTrade(trip)}</Link>{' '}
              {trip.legs.length < 2 && <span className="quiet">{trip.direction === 'BOT' ? 'long' : 'short'}</span>}
              <span className="quiet narrow-only">{moment(trip.closed_at, time_zone)}</span>
            </>
          ),
          text: true,
        },
        {
          name: 'Closed',
          minor: true,
          cell: (trip) => (
            <Moment at={trip.closed_at} zone={time_zone} of={{ ...trip, currency: trip.trade_currency }} />
          ),
        },
        { name: 'R', cell: ({ r_in_period }) => <Multiple value={r_in_period} />, minor: true },
        {
          name: 'Result',
          cell: (trip) => (
            <span data-part="result">
              <TripResult trip={trip} />
              <span className="narrow-only">
                <Multiple value={trip.r_in_period} />
              </span>
            </span>
          ),
        },
      ]}
    />
  );
}
