// What a trade followed, rule by rule; a press says otherwise by hand.
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { noteWrite } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';
import { describeRule } from './rule-words.ts';

type Playbook = Pick<Answer<'playbooks', 'list'>['items'][number], 'id' | 'rules'>;
type Trade = Pick<Answer<'playbooks', 'adherence'>['trades'][number], 'trip_id' | 'instrument' | 'rules'>;

const MARKS = { followed: '✓', broken: '✗', unknown: '?' } as const;
/** What a press says next. */
const NEXT = { followed: false, broken: null, unknown: true } as const;

export function Ticks({ playbook, trade }: { readonly playbook: Playbook; readonly trade: Trade }): ReactNode {
  const tick = useMutation<unknown, Problem, { rule_id: string; followed: boolean | null }>({
    mutationFn: (answer) =>
      api.playbooks.tick({ params: { id: playbook.id }, body: { trip_id: trade.trip_id, ...answer } }),
    onSettled: () => noteWrite('playbook_tick'),
  });
  return (
    <>
      {playbook.rules.map((rule) => {
        const verdict = trade.rules[rule.id] ?? 'unknown';
        return (
          <button
            key={rule.id}
            type="button"
            className="button"
            title={`${describeRule(rule)}: ${verdict}`}
            aria-label={`${describeRule(rule)}: ${verdict}. ${trade.instrument}`}
            disabled={tick.isPending}
            onClick={() => tick.mutate({ rule_id: rule.id, followed: NEXT[verdict] })}
          >
            {MARKS[verdict]}
          </button>
        );
      })}
      {tick.error && <span role="alert">{tick.error.message}</span>}
    </>
  );
}
