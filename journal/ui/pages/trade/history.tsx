// Who changed what of a trade, with which tool, from what to what; and the way back.
import type { ReactNode } from 'react';
import { count } from '../../amount/format.ts';
import { moment } from '../../amount/time.ts';
import { Empty, Loading } from '../../components/states.tsx';
import type { Answer } from '../../client/client.ts';
import { useEndpoint } from '../../client/cache.ts';
import { actSentence, toolText } from '../assistant/act-words.ts';
import { changeBetween, differencesOf } from '../assistant/change.ts';
import { labelOf } from '../../components/changed-fields.ts';
import { UndoChange } from '../../components/undo.tsx';
import { useValueText } from '../assistant/write.tsx';
import { idsOf } from './ids-of.ts';

type Trip = Answer<'roundTrips', 'get'>;
type Entry = Answer<'audit', 'list'>['items'][number];

const LIMIT = 100;

export function History({ trip }: { readonly trip: Trip }): ReactNode {
  const asked = useEndpoint('audit', 'list', { query: { resource_ids: idsOf(trip), limit: LIMIT } });
  const keys = useEndpoint('auth', 'listKeys');
  const names = new Map(keys.data?.map(({ key_id, label }) => [key_id, label]));
  const entries = asked.data?.items ?? [];
  return (
    <section className="card" aria-labelledby="history">
      <details className="over">
        <summary>
          <span id="history">History</span> <span className="quiet">{asked.data && count(entries.length)}</span>
        </summary>
        {asked.isPending ? (
          <Loading height={80} />
        ) : entries.length === 0 ? (
          <Empty>No changes to this trade.</Empty>
        ) : (
          <ul className="strip">
            {entries.map((entry) => (
              <Change key={entry.id} entry={entry} who={whoOf(entry, names)} />
            ))}
          </ul>
        )}
      </details>
    </section>
  );
}

const whoOf = ({ key_id, actor }: Entry, names: ReadonlyMap<string, string>): string =>
  key_id === null ? (actor === 'person' ? 'You' : actor) : (names.get(key_id) ?? key_id);

/** A trade has none. */
const noKeys: ReadonlyMap<string, string> = new Map();

function Change({ entry, who }: { readonly entry: Entry; readonly who: string }): ReactNode {
  const { at, tool, before, after, undo } = entry;
  const tell = useValueText();
  const isChange = before !== null && after !== null;
  return (
    <li>
      <span className="quiet">{moment(at)}</span> <strong>{who}</strong> {actSentence(entry, noKeys)}
      {tool !== null && <span className="quiet"> by its tool “{toolText(tool)}”</span>}
      {isChange && (
        <ul>
          {differencesOf(changeBetween(before, after)).map(({ name, now, next }) => (
            <li key={name}>
              {labelOf(name)}: {tell(name, now ?? '–')} → {tell(name, next ?? '–')}
            </li>
          ))}
        </ul>
      )}{' '}
      <UndoChange undo={undo} />
    </li>
  );
}
