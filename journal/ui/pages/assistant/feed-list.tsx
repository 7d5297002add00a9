// The visible rows of the feed, of however many there are. Those before and after are room alone, so that the
// browser itself holds what is being read in its place when rows come above it.
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import type { FeedRow } from './feed.ts';
import type { LongFeed } from './use-long-feed.ts';

type Older = Pick<LongFeed, 'hasOlder' | 'isCut' | 'loadOlder' | 'isLoadingOlder' | 'olderError'>;

interface FeedListProps extends Older {
  readonly rows: readonly FeedRow[];
  readonly row: (row: FeedRow) => ReactNode;
}

/** A row of one line. */
const USUAL_HEIGHT = 30;
/** The next rows are fetched this many rows before the end. */
const AHEAD = 30;

export function FeedList({ rows, row, ...older }: FeedListProps): ReactNode {
  const { hasOlder, isCut, loadOlder, isLoadingOlder, olderError } = older;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 10,
    useFlushSync: false,
  });
  const shown = list.getVirtualItems();
  const last = shown.at(-1);
  const isNearEnd = (last?.index ?? -1) >= rows.length - AHEAD;
  useEffect(() => {
    if (isNearEnd && hasOlder && !isLoadingOlder && olderError === null) loadOlder();
  }, [isNearEnd, hasOlder, isLoadingOlder, olderError, loadOlder, rows.length]);
  return (
    <div ref={scroller} role="log" aria-label="Activity" className="feed" tabIndex={0}>
      <Room height={shown[0]?.start ?? 0} />
      {shown.length > 0 && (
        <ul>
          {shown.map(({ index, key }) => {
            const found = rows[index];
            return (
              found !== undefined && (
                <li
                  key={key}
                  ref={list.measureElement}
                  data-index={index}
                  className={found.kind}
                  aria-setsize={hasOlder ? -1 : rows.length}
                  aria-posinset={index + 1}
                >
                  {row(found)}
                </li>
              )
            );
          })}
        </ul>
      )}
      <Room height={list.getTotalSize() - (last?.end ?? 0)} />
      {isLoadingOlder && (
        <p className="quiet" aria-busy="true">
          Loading older activity
        </p>
      )}
      {isCut && <p className="quiet">Older activity is in the CSV file.</p>}
      {olderError !== null && (
        <p role="alert">
          {olderError.message}{' '}
          <button type="button" className="button" onClick={loadOlder}>
            Retry
          </button>
        </p>
      )}
    </div>
  );
}

const Room = ({ height }: { readonly height: number }): ReactNode => <div style={{ height: `${height}px` }} />;
