// What the diary says about a trade.
import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { moment } from '../../amount/time.ts';
import { Markdown } from '../../parts/markdown.tsx';
import { type Answer, api } from '../../service/client.ts';

type Trip = Answer<'roundTrips', 'get'>;

/** An entry is linked to one execution; a trade of more fills has its first ones looked up. */
const MOST = 10;
const LIMIT = 20;

export function TradeDiary({ trip }: { readonly trip: Trip }): ReactNode {
  const asked = useQueries({
    queries: trip.executions.slice(0, MOST).map(({ exec_id }) => {
      const input = { query: { trade_exec_id: exec_id, limit: LIMIT } };
      return { queryKey: ['journal', 'list', input], queryFn: () => api.journal.list(input) };
    }),
  });
  const found = asked.flatMap(({ data }) => data?.items ?? []);
  const entries = [...new Map(found.map((entry) => [entry.id, entry])).values()];
  if (entries.length === 0) return null;
  return (
    <section className="card" aria-labelledby="diary">
      <h2 id="diary">Diary</h2>
      {entries.map(({ id, title, body, created_at }) => (
        <article key={id} aria-label={title}>
          <h3>
            <Link href={`/diary?write=${encodeURIComponent(id)}`}>{title}</Link>{' '}
            <span className="quiet">{moment(created_at)}</span>
          </h3>
          <Markdown text={body} />
        </article>
      ))}
    </section>
  );
}
