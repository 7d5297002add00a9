// The log of what assistants did: stored by the service, live, unfolded row by row.
import { visible } from '@zorivest/vocabulary';
import { type ReactNode, useState } from 'react';
import { Download } from '../../components/download.tsx';
import { Empty, ErrorState, Loading } from '../../components/states.tsx';
import { Values } from '../../components/values.tsx';
import { queries, useEndpoint } from '../../client/cache.ts';
import { feedFile } from './feed-file.ts';
import { FeedFilter, isShown, type FeedChoice, showAll } from './feed-filter.tsx';
import { FeedList } from './feed-list.tsx';
import type { FeedRow } from './feed.ts';
import { SessionList } from './session-list.tsx';
import { UndoChange } from '../../components/undo.tsx';
import { type PausePoint, useLongFeed } from './use-long-feed.ts';
import { When } from './when.tsx';
import { ChangeTable } from './write.tsx';

export function Feed(): ReactNode {
  const [shown, setShown] = useState<FeedChoice>(showAll);
  const [paused, setPaused] = useState<PausePoint | null>(null);
  const { rows: all, isPending, error, ...more } = useLongFeed(paused);
  const keys = useEndpoint('auth', 'listKeys').data ?? [];
  const rows = all.filter(isShown(shown));
  return (
    <>
      <div className="page-tools" role="group" aria-label="Show">
        <FeedFilter rows={all} shown={shown} onChange={setShown} />
        <button
          type="button"
          className="button"
          aria-pressed={paused !== null}
          onClick={() => setPaused(paused === null ? { until: all[0]?.at ?? '', now: new Date() } : null)}
        >
          Pause
        </button>
        <Download name="activity.csv" get={() => feedFile(shown, keys)}>
          CSV
        </Download>
      </div>
      {error ? (
        <Log>
          <ErrorState problem={error} retry={() => void queries.invalidateQueries({ queryKey: ['activity'] })} />
        </Log>
      ) : isPending ? (
        <Log>
          <Loading height={160} />
        </Log>
      ) : rows.length === 0 && !more.hasOlder ? (
        <Log>
          <Empty>Calls and changes of your assistants are listed here, for 90 days.</Empty>
        </Log>
      ) : (
        <>
          <SessionList feed={all} />
          <FeedList rows={rows} {...more} row={(row) => <Row row={row} />} />
        </>
      )}
    </>
  );
}

const Log = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <div role="log" aria-label="Activity" className="feed" tabIndex={0}>
    {children}
  </div>
);

function Row({ row: { at, who, sentence, details, change, undo } }: { readonly row: FeedRow }): ReactNode {
  const line = (
    <>
      <When at={at} /> <strong>{who}</strong> {visible(sentence)}
    </>
  );
  const isSent = details !== undefined && Object.keys(details).length > 0;
  if (!isSent && change === undefined) return line;
  return (
    <details>
      <summary>{line}</summary>
      {change !== undefined && <ChangeTable change={change} />}
      {isSent && (
        <>
          <p className="quiet">As the program sent it:</p>
          <Values of={details} />
        </>
      )}
      {undo !== undefined && <UndoChange undo={undo} />}
    </details>
  );
}
