// The assistants, by the key each holds, and what each may do.
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { moment } from '../../amount/time.ts';
import { Act } from '../../components/act.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { noteWrite, useEndpoint } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';
import { Connect } from './connect.tsx';
import { CallsOfLastHour, useGuardCalls } from './calls.tsx';
import { NewKey } from './new-key.tsx';

type Key = Answer<'auth', 'listKeys'>[number];

const modes: readonly (readonly [Key['mode'], string])[] = [
  ['off', 'off'],
  ['read', 'reads only'],
  ['ask', 'may write with approval'],
  ['write', 'may write'],
];

export function Keys(): ReactNode {
  const keys = useEndpoint('auth', 'listKeys');
  const calls = new Map(useGuardCalls().map((of) => [of.key_id, of]));
  const budgets = useEndpoint('auth', 'budgets').data;
  return (
    <>
      <WhenLoaded query={keys} height={120}>
        {(all) =>
          all.length === 0 ? (
            <Empty>No keys yet. New key creates one and shows how to add it to your program.</Empty>
          ) : (
            <Table
              stacked="always"
              label="Keys"
              rows={all}
              keyOf={({ key_id }) => key_id}
              columns={[
                {
                  name: 'Assistant',
                  cell: (key) => (
                    <>
                      <Whose of={key} calls={calls.get(key.key_id)} />
                      {budgets && <Budget of={key.key_id} budgets={budgets} />}
                    </>
                  ),
                  text: true,
                },
                { name: 'May', cell: (key) => (key.revoked_at === null ? <Mode of={key} /> : 'nothing'), text: true },
                {
                  name: 'Actions',
                  silent: true,
                  cell: ({ key_id, revoked_at }) =>
                    revoked_at === null ? (
                      <Act act={() => api.auth.revokeKey({ params: { key_id } })} changes="key">
                        Revoke
                      </Act>
                    ) : (
                      `revoked ${moment(revoked_at)}`
                    ),
                },
              ]}
            />
          )
        }
      </WhenLoaded>
      <h3>Connect an assistant</h3>
      <Connect button="Connect" />
      <p className="page-tools">
        <NewKey />
        <span className="quiet">for your own program, read-only, or with an expiry date</span>
      </p>
    </>
  );
}

interface WhoseProps {
  readonly of: Key;
  readonly calls: ReturnType<typeof useGuardCalls>[number] | undefined;
}

function Whose({ of: { label, role, last_used_at }, calls }: WhoseProps): ReactNode {
  return (
    <>
      <strong className="own-words">{label}</strong>{' '}
      <span className="quiet">
        {role}, {last_used_at === null ? 'unused' : `last used ${moment(last_used_at)}`}
      </span>
      {calls !== undefined && <CallsOfLastHour {...calls} />}
    </>
  );
}

type Budgets = Answer<'auth', 'budgets'>;

/** What it takes of what it may; calls have a line of their own. */
function Budget({ of, budgets: { limits, items } }: { readonly of: string; readonly budgets: Budgets }): ReactNode {
  const own = items.find(({ key_id }) => key_id === of);
  if (own === undefined) return null;
  const money =
    limits.cents_per_day === 0
      ? 'asks before spending'
      : `${cents(own.cents_today)} of ${limits.cents_per_day} ¢ today`;
  const parts = [
    `${own.sessions} of ${limits.sessions} sessions`,
    `${own.feeds} of ${limits.feeds} feeds`,
    own.cents_today > 0 && limits.cents_per_day === 0 ? `${cents(own.cents_today)} ¢ today` : money,
    own.addresses.length === 0 ? 'no network access' : `network access: ${own.addresses.join(', ')}`,
  ];
  return (
    <ul className="budget" aria-label="Budgets">
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  );
}

const cents = (amount: number): string => amount.toFixed(2);

function Mode({ of: { key_id, label, mode } }: { readonly of: Key }): ReactNode {
  const set = useMutation<unknown, Problem, Key['mode']>({
    mutationFn: (chosen) => api.auth.setMode({ params: { key_id }, body: { mode: chosen } }),
    onSettled: () => noteWrite('key'),
  });
  return (
    <>
      <select
        className="plain-select"
        aria-label={`Permissions of ${label}`}
        value={mode}
        disabled={set.isPending}
        onChange={(event) => set.mutate(event.target.value as Key['mode'])}
      >
        {modes.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {set.error && <span role="alert"> {set.error.message}</span>}
    </>
  );
}
