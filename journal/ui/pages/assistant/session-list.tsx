// The last sessions of the assistants as lines of time: one goes along them from moment to moment, and takes back what was
// done at one.
import { type ReactNode, useState } from 'react';
import { clock } from '../../amount/time.ts';
import type { FeedRow } from './feed.ts';
import { type Session, sessionsOf, tellSession } from './sessions.ts';
import { UndoChange } from '../../components/undo.tsx';
import { When } from './when.tsx';

const MOST = 4;
/** One row is a row of the log. */
const FEWEST_ROWS = 2;
const [WIDTH, HEIGHT] = [100, 10];

export function SessionList({ feed }: { readonly feed: readonly FeedRow[] }): ReactNode {
  const sessions = sessionsOf(feed)
    .filter(({ rows }) => rows.length >= FEWEST_ROWS)
    .slice(0, MOST);
  if (sessions.length === 0) return null;
  return (
    <ul className="sessions" aria-label="Sessions">
      {sessions.map((session) => (
        <li key={session.id}>
          <SessionLine session={session} />
        </li>
      ))}
    </ul>
  );
}

function SessionLine({ session }: { readonly session: Session }): ReactNode {
  const { who, rows } = session;
  // By the row and not by its place: more come while one looks.
  const [at, setAt] = useState<string | null>(null);
  const place = rows.findIndex(({ id }) => id === at);
  const looked = rows[place];
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <>
      <p>
        <strong>{who}</strong>{' '}
        <span className="quiet">
          <When at={first.at} /> to {clock(last.at)}, {tellSession(session)}
        </span>
      </p>
      <Strip session={session} />
      <input
        type="range"
        min={0}
        max={rows.length - 1}
        value={place === -1 ? rows.length - 1 : place}
        aria-label={`Moments of ${who}`}
        aria-valuetext={(looked ?? last).sentence}
        onChange={({ target }) => setAt(rows[Number(target.value)]?.id ?? null)}
      />
      {looked !== undefined && (
        <p className="page-tools" role="status">
          <span>
            <When at={looked.at} /> {looked.sentence}
          </span>
          {looked.undo !== undefined && <UndoChange key={looked.id} undo={looked.undo} />}
        </p>
      )}
    </>
  );
}

/** A tick for every row, in turn as the handle below it goes. */
function Strip({ session: { who, rows } }: { readonly session: Session }): ReactNode {
  const step = WIDTH / rows.length;
  return (
    <svg
      className="session-strip"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`What ${who} did, ${rows.length} rows`}
    >
      {rows.map(({ id, kind }, i) => (
        <rect
          key={id}
          className={kind}
          x={i * step}
          y={kind === 'read' ? HEIGHT / 2 : 0}
          width={step * 0.8}
          height={kind === 'read' ? HEIGHT / 2 : HEIGHT}
        />
      ))}
    </svg>
  );
}
