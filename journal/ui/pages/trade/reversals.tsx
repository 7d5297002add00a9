// A fill that closed one trade and opened the opposite one: its tags may be those of either, and only the person knows.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFilterSearch } from '../../filter/filter.ts';
import { Act } from '../../components/act.tsx';
import { type Answer, api } from '../../client/client.ts';

type Trip = Answer<'roundTrips', 'get'>;
type Reversal = Trip['reversals'][number];

export function Reversals({ trip }: { readonly trip: Trip }): ReactNode {
  return trip.reversals
    .filter(({ tags_of }) => tags_of === null)
    .map((reversal) => <Question key={reversal.exec_id} trip={trip} reversal={reversal} />);
}

/** Asked once: until it is answered the tags stay with the trade that the fill opened. */
function Question({ trip, reversal }: { readonly trip: Trip; readonly reversal: Reversal }): ReactNode {
  const { exec_id, tags, closed_trip_id, opened_trip_id } = reversal;
  const search = useFilterSearch();
  const isClosed = isPartOf(trip, closed_trip_id);
  const other = isClosed ? opened_trip_id : closed_trip_id;
  const give = (tags_of: 'closed' | 'opened') => () => api.trades.patch({ params: { exec_id }, body: { tags_of } });
  return (
    <section className="card" aria-label="Tags of the closing fill">
      <p>
        One fill closed {isClosed ? 'this trade' : 'the previous trade'} and opened{' '}
        {isClosed ? 'the next one' : 'this one'} (
        <Link href={`/trades/${encodeURIComponent(other)}${search}`}>the other</Link>). Which trade do its tags belong
        to: {tags.join(', ')}? Until you decide, they belong to the trade it opened.
      </p>
      <div className="page-tools">
        <Act act={give('closed')} changes="trade">
          {isClosed ? 'This trade (closed)' : 'Previous trade (closed)'}
        </Act>
        <Act act={give('opened')} changes="trade">
          {isClosed ? 'Next trade (opened)' : 'This trade (opened)'}
        </Act>
      </div>
    </section>
  );
}

const isPartOf = ({ id, legs }: Trip, tripId: string): boolean => id === tripId || legs.includes(tripId);
