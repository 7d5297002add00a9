// What waits for the person: everything an assistant wants to write, and who asks. Time running out is a no.
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Values } from '../../parts/values.tsx';
import { queries, useEndpoint } from '../../service/cache.ts';
import { type Answer, api } from '../../service/client.ts';
import type { Problem } from '../../service/problem.ts';

type Approval = Answer<'approvals', 'list'>['items'][number];
type Decision = Parameters<typeof api.approvals.decide>[0]['body'];

/** How many wait; the title of the tab says it too. */
export function useWaiting(): readonly Approval[] {
  const approvals = useEndpoint('approvals', 'list', { query: { status: 'waiting' } });
  return approvals.data?.items ?? [];
}

export function Approvals(): ReactNode {
  const waiting = useWaiting();
  if (waiting.length === 0) return null;
  return (
    <section className="card waiting" aria-labelledby="waiting" aria-live="assertive">
      <h2 id="waiting">{`Waiting for you (${waiting.length})`}</h2>
      {waiting.map((approval) => (
        <Card key={approval.id} approval={approval} />
      ))}
    </section>
  );
}

function Card({ approval }: { readonly approval: Approval }): ReactNode {
  const deny = useRef<HTMLButtonElement>(null);
  const decide = useMutation<unknown, Problem, Decision>({
    mutationFn: (body) => api.approvals.decide({ params: { id: approval.id }, body }),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['approvals'] }),
  });
  const left = useSecondsLeft(approval.expires_at);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'a') decide.mutate({ decision: 'approve' });
    else if (event.key === 'd') decide.mutate({ decision: 'deny' });
  };
  return (
    <article className="card approval" aria-label={`${nameOf(approval)} wants ${approval.tool}`} onKeyDown={onKey}>
      <p>
        <strong>{nameOf(approval)}</strong> wants: {approval.effect}{' '}
        <span className="quiet">{left > 0 ? `${left} s left, then: no` : 'time is up: no'}</span>
      </p>
      <ul>
        {approval.writes.map((write, i) => (
          <li key={i}>
            {write.summary}
            {write.input === null ? ' (what exactly is known only during the call)' : <Values of={write.input} />}
          </li>
        ))}
      </ul>
      <details open={approval.writes.length === 0}>
        <summary>All arguments of {approval.tool}</summary>
        <Values of={approval.arguments} />
      </details>
      {decide.error && <p role="alert">{decide.error.message}</p>}
      <p className="page-tools">
        <button ref={deny} type="button" className="button" onClick={() => decide.mutate({ decision: 'deny' })}>
          Deny
        </button>
        <button type="button" className="button main" onClick={() => decide.mutate({ decision: 'approve' })}>
          Approve
        </button>
        {approval.adds && (
          <button
            type="button"
            className="button"
            onClick={() => decide.mutate({ decision: 'approve', for_minutes: 15 })}
          >
            Allow for 15 minutes
          </button>
        )}
      </p>
    </article>
  );
}

const nameOf = ({ client, key_id }: Approval) => client?.name ?? key_id;

function useSecondsLeft(until: string): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.round((Date.parse(until) - now) / 1000));
}
