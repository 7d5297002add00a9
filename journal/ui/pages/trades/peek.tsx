// A trade next to the list, for going through it row by row.
import { mistakeNames, nameTrade } from '@zorivest/vocabulary';
import type { ReactNode } from 'react';
import { Link, useSearch } from 'wouter';
import { Amount, Multiple } from '../../amount/amount.tsx';
import { TripResult } from '../../amount/result.tsx';
import { duration, moment } from '../../amount/time.ts';
import { Facts } from '../../components/facts.tsx';
import { useEndpoint } from '../../client/cache.ts';
import type { Trip } from './columns.ts';

interface PeekProps {
  readonly trip: Trip;
  readonly zone: string;
}

export function Peek({ trip, zone }: PeekProps): ReactNode {
  const search = useSearch();
  const whole = useEndpoint('roundTrips', 'get', { params: { trip_id: trip.id } }).data;
  const { report, mistakes, images, executions } = whole ?? {};
  return (
    <aside className="card peek" aria-label="Preview">
      <h2>{nameTrade(trip)}</h2>
      <p className="peek-result">
        <TripResult trip={trip} currency={trip.currency} /> <Multiple value={trip.r} />
      </p>
      <Facts
        rows={[
          ['Side', trip.direction === 'BOT' ? 'long' : 'short'],
          ['Quantity', <Amount key="q" value={trip.total_quantity} as="quantity" />],
          ['Entry', <Amount key="i" value={trip.entry_avg_price} as="mean" />],
          ['Exit', <Amount key="o" value={trip.exit_avg_price} as="mean" />],
          ['Fees', <Amount key="f" value={trip.total_commission} />],
          ['Holding time', duration(trip.holding_period_seconds)],
          ['Opened', moment(trip.opened_at, zone)],
          ['Closed', trip.closed_at === null ? 'open' : moment(trip.closed_at, zone)],
          ['Fills', String(executions?.length ?? trip.entry_exec_ids.length + trip.exit_exec_ids.length)],
          ['Tags', trip.tags.join(', ') || '–'],
        ]}
      />
      {whole !== undefined && (
        <>
          <p className={report === null ? 'quiet' : 'own-words'}>
            {report === null || report === undefined
              ? 'No review yet.'
              : report.lessons_learned || `Setup ${report.setup_quality}, execution ${report.execution_quality}.`}
          </p>
          {(mistakes ?? []).length > 0 && (
            <p>Mistakes: {(mistakes ?? []).map(({ category }) => mistakeNames[category]).join(', ')}</p>
          )}
          {(images ?? []).length > 0 && <p className="quiet">Screenshots: {(images ?? []).length}</p>}
        </>
      )}
      <Link href={`/trades/${encodeURIComponent(trip.id)}?${search}`}>Open the trade</Link>
    </aside>
  );
}
