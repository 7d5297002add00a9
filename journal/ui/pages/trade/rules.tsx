// The playbook a trade belongs to, and what of its rules it followed. Nothing where no setup is described.
import type { ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Card } from '../../components/card.tsx';
import { noteWrite, useEndpoint } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';
import { describeRule } from '../playbooks/rule-words.ts';
import { Ticks } from '../playbooks/ticks.tsx';

type Rules = Answer<'roundTrips', 'rules'>;

export function TradeRules({ tripId }: { readonly tripId: string }): ReactNode {
  const playbooks = useEndpoint('playbooks', 'list').data?.items ?? [];
  const found = useEndpoint('roundTrips', 'rules', { params: { trip_id: tripId } }).data;
  const say = useMutation<unknown, Problem, number | null>({
    mutationFn: (playbook_id) => api.roundTrips.update({ params: { trip_id: tripId }, body: { playbook_id } }),
    onSettled: () => noteWrite('round_trip'),
  });
  if (found === undefined || playbooks.length === 0) return null;
  const { playbook, stated } = found;
  return (
    <Card name="Rules" headed>
      <p>
        <select
          className="plain-select"
          aria-label="Playbook"
          disabled={say.isPending}
          value={stated ? playbook?.id : ''}
          onChange={({ target }) => say.mutate(target.value === '' ? null : Number(target.value))}
        >
          <option value="">By its tags and plan{stated || playbook === null ? '' : `: ${playbook.name}`}</option>
          {playbooks.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>{' '}
        <Link href="/playbooks">Playbooks</Link>
        {say.error && <span role="alert"> {say.error.message}</span>}
      </p>
      {playbook !== null && <Verdicts of={found} playbookId={playbook.id} />}
    </Card>
  );
}

function Verdicts({ of, playbookId }: { readonly of: Rules; readonly playbookId: number }): ReactNode {
  const rules = Object.fromEntries(of.rules.map(({ id, verdict }) => [id, verdict]));
  return (
    <ul className="verdicts">
      {of.rules.map((rule) => (
        <li key={rule.id}>
          <Ticks playbook={{ id: playbookId, rules: [rule as never] }} trade={{ ...of, rules }} /> {describeRule(rule)}:{' '}
          {rule.verdict}
        </li>
      ))}
    </ul>
  );
}
