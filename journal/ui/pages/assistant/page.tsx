// What the assistants are doing, who they are, and what they may.
import type { ReactNode } from 'react';
import { clock } from '../../amount/time.ts';
import { useLive } from '../../frame/live.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { Approvals } from './approvals.tsx';
import { Keys } from './keys.tsx';
import { sentenceOf } from './sentence.ts';

export function AssistantPage(): ReactNode {
  return (
    <Page title="Assistant">
      <Approvals />
      <div className="assistant">
        <section className="card" aria-labelledby="feed">
          <h2 id="feed">What happened</h2>
          <Feed />
        </section>
        <section className="card" aria-labelledby="keys">
          <h2 id="keys">Assistants</h2>
          <Keys />
        </section>
      </div>
    </Page>
  );
}

function Feed(): ReactNode {
  const { events } = useLive();
  const rows = events.filter(({ type }) => type !== 'hello' && type !== 'call_started');
  return (
    <div role="log" aria-label="Activity" className="feed" tabIndex={0}>
      {rows.length === 0 ? (
        <Empty>Calls and changes appear here as they happen.</Empty>
      ) : (
        <ul>
          {rows.map((event) => (
            <li key={event.id} className={event.type}>
              <time className="quiet" dateTime={event.at}>
                {clock(event.at)}
              </time>{' '}
              {sentenceOf(event)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
