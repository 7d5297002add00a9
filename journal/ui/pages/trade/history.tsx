// Who changed what of a trade, with which tool, from what to what; and the way back.
import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { moment } from '../../amount/time.ts';
import { Empty, Loading } from '../../parts/states.tsx';
import { type Answer, api } from '../../service/client.ts';
import { useEndpoint } from '../../service/cache.ts';
import { changedFields } from '../assistant/changed-fields.ts';
import { UndoChange } from '../assistant/undo.tsx';

type Trip = Answer<'roundTrips', 'get'>;
type Entry = Answer<'audit', 'list'>['items'][number];

/** A trade of more fills has its first ones looked up. */
const MOST = 10;
const LIMIT = 50;

export function History({ trip }: { readonly trip: Trip }): ReactNode {
  const asked = useQueries({
    queries: trip.executions.slice(0, MOST).map(({ exec_id }) => {
      const input = { query: { resource_id: exec_id, limit: LIMIT } };
      return { queryKey: ['audit', 'list', input], queryFn: () => api.audit.list(input) };
    }),
  });
  const keys = useEndpoint('auth', 'listKeys');
  const names = new Map(keys.data?.map(({ key_id, label }) => [key_id, label]));
  const entries = asked.flatMap(({ data }) => data?.items ?? []).toSorted((a, b) => (a.at < b.at ? 1 : -1));
  return (
    <section className="card" aria-labelledby="history">
      <h2 id="history">History</h2>
      {asked.some(({ isPending }) => isPending) ? (
        <Loading height={80} />
      ) : entries.length === 0 ? (
        <Empty>Nothing of this trade has been changed.</Empty>
      ) : (
        <ul className="strip">
          {entries.map((entry) => (
            <Change key={entry.id} entry={entry} who={whoOf(entry, names)} />
          ))}
        </ul>
      )}
    </section>
  );
}

const whoOf = ({ key_id, actor }: Entry, names: ReadonlyMap<string, string>): string =>
  key_id === null ? (actor === 'person' ? 'You' : actor) : (names.get(key_id) ?? key_id);

function Change({ entry, who }: { readonly entry: Entry; readonly who: string }): ReactNode {
  const { at, action, tool, before, after, undo } = entry;
  const isChange = before !== null && after !== null;
  return (
    <li>
      <span className="quiet">{moment(at)}</span> <strong>{who}</strong> {action.replaceAll(/[._]/g, ' ')}
      {tool === null ? '' : ` with ${tool}`}
      {isChange && (
        <ul>
          {changedFields(before, after).map(({ name, old, now }) => (
            <li key={name}>
              {name}: {old} → {now}
            </li>
          ))}
        </ul>
      )}{' '}
      <UndoChange undo={undo} />
    </li>
  );
}
