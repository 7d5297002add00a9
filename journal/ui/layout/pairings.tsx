// A program that wants a key, on whatever page the person is: who it says it is, and what they let it do.
import { useMutation } from '@tanstack/react-query';
import { visible } from '@zorivest/vocabulary';
import { type ReactNode, useState } from 'react';
import { queries, useEndpoint } from '../client/cache.ts';
import { type Answer, api } from '../client/client.ts';
import type { Problem } from '../client/problem.ts';

type Pairing = Answer<'pairings', 'list'>['items'][number];
type Decision = Parameters<typeof api.pairings.decide>[0]['body'];

const modes = [
  ['read', 'Read', 'reads the book, changes nothing'],
  ['ask', 'Ask', 'reads the book; each change needs your approval'],
  ['write', 'Write', 'reads and changes the book without asking'],
] as const;

export function Pairings(): ReactNode {
  const { data } = useEndpoint('pairings', 'list');
  return data?.items.map((pairing) => <Card key={pairing.id} pairing={pairing} />);
}

function Card({ pairing: { id, client } }: { readonly pairing: Pairing }): ReactNode {
  const [mode, setMode] = useState<(typeof modes)[number][0]>('ask');
  const decide = useMutation<unknown, Problem, Decision>({
    mutationFn: (body) => api.pairings.decide({ params: { id }, body }),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['pairings'] }),
  });
  const name = visible(client);
  return (
    <section className="card waiting" aria-labelledby={id} aria-live="polite">
      <h2 id={id}>{`${name} wants to connect: read / ask / write`}</h2>
      <fieldset className="pairing-modes">
        <legend>Choose its access to your book; you can change it later on the Assistant page</legend>
        {modes.map(([value, label, what]) => (
          <label key={value}>
            <input type="radio" name={`mode-${id}`} checked={mode === value} onChange={() => setMode(value)} />
            <span>
              <strong>{label}</strong> {what}
            </span>
          </label>
        ))}
      </fieldset>
      {decide.error && <p role="alert">{decide.error.message}</p>}
      <p className="page-tools">
        <button
          type="button"
          className="button main"
          disabled={decide.isPending}
          onClick={() => decide.mutate({ decision: 'allow', mode })}
        >
          {`Allow ${name}`}
        </button>
        <button
          type="button"
          className="button"
          disabled={decide.isPending}
          onClick={() => decide.mutate({ decision: 'deny' })}
        >
          No
        </button>
      </p>
    </section>
  );
}
