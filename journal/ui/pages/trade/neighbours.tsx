// The trade before and after in the list it was opened from.
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { count } from '../../amount/format.ts';
import { withFilter } from '../../filter/filter.ts';
import { useTripQuery } from '../../filter/trip-query.ts';
import { isTyping } from '../../parts/typing.ts';
import { useEndpoint } from '../../service/cache.ts';

export function Neighbours(): ReactNode {
  const search = useSearch();
  const params = new URLSearchParams(search);
  const at = Number(params.get('at') ?? Number.NaN);
  return Number.isInteger(at) && at >= 0 ? <Around at={at} search={search} /> : null;
}

interface AroundProps {
  readonly at: number;
  readonly search: string;
}

function Around({ at, search }: AroundProps): ReactNode {
  const query = useTripQuery();
  const [, navigate] = useLocation();
  const from = Math.max(0, at - 1);
  const list = useEndpoint('roundTrips', 'list', {
    query: { ...query, limit: 3, offset: from },
  });
  const addressOf = (index: number) => {
    const trip = index < 0 ? undefined : list.data?.items[index - from];
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
