// The trade before and after in the list it was opened from.
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { count } from '../../amount/format.ts';
import { withFilter } from '../../filter/filter.ts';
import { useTripQuery } from '../../filter/trip-query.ts';
import { isTyping } from '../../components/typing.ts';
import { useEndpoint } from '../../client/cache.ts';

/** The position of the trade in the list it was opened from; null where it was not opened from one. */
function placeIn(search: string): number | null {
  const at = Number(new URLSearchParams(search).get('at') ?? Number.NaN);
  return Number.isInteger(at) && at >= 0 ? at : null;
}

/** The three around it. */
function useAround(at: number, enabled = true) {
  const query = useTripQuery();
  const from = Math.max(0, at - 1);
  const list = useEndpoint('roundTrips', 'list', { query: { ...query, limit: 3, offset: from } }, { enabled });
  const tripAt = (index: number) => (index < 0 ? undefined : list.data?.items[index - from]);
  return { list, tripAt };
}

/** The next trade after a review: a list of trades without one loses this trade, and the next takes its place. */
export function useNextToReview(): string | null {
  const search = useSearch();
  const at = placeIn(search);
  const { slice = '' } = useTripQuery();
  const next = useAround(at ?? 0, at !== null).tripAt((at ?? 0) + 1);
  if (at === null || next === undefined) return null;
  const place = String(slice.includes('review:none') ? at : at + 1);
  return `/trades/${encodeURIComponent(next.id)}${withFilter(search, { at: place, review: 'keys' })}`;
}

export function Neighbours(): ReactNode {
  const search = useSearch();
  const at = placeIn(search);
  return at === null ? null : <Around at={at} search={search} />;
}

interface AroundProps {
  readonly at: number;
  readonly search: string;
}

function Around({ at, search }: AroundProps): ReactNode {
  const [, navigate] = useLocation();
  const { list, tripAt } = useAround(at);
  const addressOf = (index: number) => {
    const trip = tripAt(index);
    return trip === undefined
      ? null
      : `/trades/${encodeURIComponent(trip.id)}${withFilter(search, { at: String(index) })}`;
  };
  const [before, after] = [addressOf(at - 1), addressOf(at + 1)];
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const to = { ArrowLeft: before, ArrowRight: after }[event.key];
      if (to && !isTyping(event.target) && document.querySelector('dialog[open]') === null) navigate(to);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [before, after, navigate]);
  return (
    <nav aria-label="Trades around" className="page-tools">
      {before !== null && <Link href={before}>Previous</Link>}
      {list.data !== undefined && (
        <span className="quiet">
          {count(at + 1)} of {count(list.data.total)}
        </span>
      )}
      {after !== null && <Link href={after}>Next</Link>}
    </nav>
  );
}
