// The log of what assistants did: kept by the service, live, unfolded row by row.
import { type ReactNode, useState } from 'react';
import { clock, day } from '../../amount/time.ts';
import { Empty, ErrorState, Loading } from '../../parts/states.tsx';
import { Values } from '../../parts/values.tsx';
import { queries } from '../../service/cache.ts';
import { api } from '../../service/client.ts';
import { Download } from '../../parts/download.tsx';
import type { FeedRow } from './feed.ts';
import { UndoChange } from './undo.tsx';
import { useFeed } from './use-feed.ts';

const STEP = 200;
const MOST = 1000;

const kinds: readonly (readonly [value: string, label: string])[] = [
  ['', 'Everything'],
  ['write', 'Writes'],
  ['read', 'Reads'],
  ['refused', 'Refused and failed'],
  ['person', 'What you decided'],
];

export function Feed(): ReactNode {
  const [limit, setLimit] = useState(STEP);
  const [kind, setKind] = useState('');
  const [who, setWho] = useState('');
  const [tool, setTool] = useState('');
  const [paused, setPaused] = useState<readonly FeedRow[] | null>(null);
  const { rows: current, isPending, error } = useFeed(limit);
  const all = paused ?? current;
  const shown = all.filter(
    (row) =>
      (kind === '' || row.kind === kind) &&
      (who === '' || row.who === who) &&
      (tool === '' || row.tools.includes(tool)),
  );
  const names = [...new Set(all.map((row) => row.who))];
  const tools = [...new Set(all.flatMap((row) => row.tools))].toSorted();
  return (
    <>
      <div className="page-tools" role="group" aria-label="Show">
        <select
          className="plain-select"
          aria-label="Assistant"
          value={who}
          onChange={(event) => setWho(event.target.value)}
        >
          <option value="">All assistants</option>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <select
          className="plain-select"
          aria-label="Kind"
          value={kind}
          onChange={(event) => setKind(event.target.value)}
        >
          {kinds.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <select
          className="plain-select"
          aria-label="Tool"
          value={tool}
          onChange={(event) => setTool(event.target.value)}
        >
          <option value="">All tools</option>
          {tools.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <button
          type="button"
          className="button"
          aria-pressed={paused !== null}
          onClick={() => setPaused(paused === null ? current : null)}
        >
          Pause
        </button>
        <Download name="activity.csv" get={() => api.activity.export()}>
          CSV
        </Download>
      </div>
      <div role="log" aria-label="Activity" className="feed" tabIndex={0}>
        {error ? (
          <ErrorState problem={error} retry={() => void queries.invalidateQueries({ queryKey: ['activity'] })} />
        ) : isPending ? (
          <Loading height={160} />
        ) : shown.length === 0 ? (
          <Empty>Calls and changes of your assistants are listed here, for 90 days.</Empty>
        ) : (
          <ul>
            {shown.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
        )}
        {limit < MOST && all.length >= STEP && (
          <button type="button" className="button" onClick={() => setLimit(Math.min(MOST, limit + STEP))}>
            Earlier
          </button>
        )}
      </div>
    </>
  );
}

const today = () => day(new Date().toISOString());

export function When({ at }: { readonly at: string }): ReactNode {
  const isToday = day(at) === today();
  return (
    <time className="quiet" dateTime={at}>
      {isToday ? clock(at) : `${day(at)} ${clock(at)}`}
    </time>
  );
}

function Row({ row }: { readonly row: FeedRow }): ReactNode {
  const line = (
    <>
      <When at={row.at} /> <strong>{row.who}</strong> {row.sentence}
    </>
  );
  return (
    <li className={row.kind}>
      {row.details === undefined || Object.keys(row.details).length === 0 ? (
        line
      ) : (
        <details>
          <summary>{line}</summary>
          <Values of={row.details} />
          {row.undo !== undefined && <UndoChange id={row.undo} />}
        </details>
      )}
    </li>
  );
}
