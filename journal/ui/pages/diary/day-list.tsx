// The days that were written about, each with what it brought: a press goes to what was written.
import type { ReactNode } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { day, weekday } from '../../amount/time.ts';
import { useEndpoint } from '../../client/cache.ts';
import type { Entry } from './entry-fields.ts';

interface DayListProps {
  readonly entries: readonly Entry[];
}

export function DayList({ entries }: DayListProps): ReactNode {
  const dayOf = (entry: Entry) => day(entry.created_at);
  const days = [...Map.groupBy(entries, dayOf)];
  const [last, first] = [days[0]?.[0], days.at(-1)?.[0]];
  const curve = useEndpoint(
    'analytics',
    'equityCurve',
    { query: { from: first ?? '', to: last ?? '' } },
    { enabled: first !== undefined },
  );
  const results = new Map((curve.data?.days ?? []).map((each) => [each.day, each]));
  return (
    <nav aria-label="Days" className="day-list">
      <ul>
        {days.map(([at, written]) => {
          const result = results.get(at);
          return (
            <li key={at}>
              <p>
                <strong>{weekday(at)}</strong>{' '}
                {result !== undefined && <Amount value={result.pnl} currency={curve.data?.currency} result />}
              </p>
              <ul>
                {written.map(({ id, title }) => (
                  <li key={id}>
                    <a
                      href={`#entry-${id}`}
                      onClick={(event) => {
                        // The address is the filter's and the editor's.
                        event.preventDefault();
                        document.getElementById(`entry-${id}`)?.scrollIntoView({ block: 'start' });
                      }}
                    >
                      {title}
                    </a>
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
