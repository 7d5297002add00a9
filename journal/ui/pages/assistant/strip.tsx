// The last things assistants did, on the dashboard.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { clock } from '../../amount/time.ts';
import { useLive } from '../../frame/live.tsx';
import { Empty } from '../../parts/states.tsx';
import { sentenceOf } from './sentence.ts';

export function AssistantStrip(): ReactNode {
  const { events } = useLive();
  const rows = events.filter(({ type }) => type === 'call_ended' || type === 'write').slice(0, 5);
  if (rows.length === 0)
    return (
      <Empty action={<Link href="/assistant">Assistant</Link>}>
        Nothing has been asked since this page was opened.
      </Empty>
    );
  return (
    <ul className="strip">
      {rows.map((event) => (
        <li key={event.id}>
          <span className="quiet">{clock(event.at)}</span> {sentenceOf(event)}
        </li>
      ))}
    </ul>
  );
}
