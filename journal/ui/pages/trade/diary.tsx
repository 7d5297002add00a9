// What the diary says about a trade.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { moment } from '../../amount/time.ts';
import { Markdown } from '../../components/markdown.tsx';
import { useEndpoint } from '../../client/cache.ts';
import type { Answer } from '../../client/client.ts';
import { idsOf } from './ids-of.ts';

type Trip = Answer<'roundTrips', 'get'>;

/** An entry is linked to one execution. */
const LIMIT = 20;

export function TradeDiary({ trip }: { readonly trip: Trip }): ReactNode {
  const trade_exec_ids = idsOf(trip);
  const found = useEndpoint('journal', 'list', { query: { trade_exec_ids, limit: LIMIT } });
  const entries = found.data?.items ?? [];
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
