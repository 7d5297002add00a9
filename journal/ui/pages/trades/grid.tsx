// The grid of trades: it holds a hundred thousand rows and draws those in sight.
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLocation, useSearch } from 'wouter';
import { withFilter } from '../../filter/filter.ts';
import { type TripQuery, USUAL_SORT } from '../../filter/trip-query.ts';
import { useRowHeight } from '../../look/look.ts';
import type { ActKind } from './acts.tsx';
import { type GridColumn, templateOf, type Trip, widthOf } from './columns.tsx';
import { GridRow } from './grid-row.tsx';
import { useRows } from './use-rows.ts';

/** What a key does to the row that is looked at. */
const actKeys: Readonly<Record<string, ActKind>> = {
  r: 'review',
  t: 'tag',
  m: 'mistake',
  e: 'change',
  Delete: 'delete',
};

interface GridProps {
  readonly query: TripQuery;
  readonly total: number;
  readonly zone: string;
  readonly columns: readonly GridColumn[];
  readonly chosen: ReadonlyMap<string, Trip>;
  readonly onChoose: (trip: Trip) => void;
  readonly onAct: (kind: ActKind, trip: Trip) => void;
  readonly onPicture: (trip: Trip, files: readonly File[]) => void;
}

export function Grid({ query, total, zone, columns, chosen, onChoose, onAct, onPicture }: GridProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [, navigate] = useLocation();
  const search = useSearch();
  const height = useRowHeight();
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 10,
    // A scroll is drawn with the next frame, together with whatever else has come until then.
    useFlushSync: false,
  });
  useEffect(() => rows.measure(), [rows, height]);
  // The next click is most likely on a row.
  useEffect(() => void import('../trade/page.tsx'), []);
  const shown = rows.getVirtualItems();
  const tripAt = useRows(query, total, shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0);
  useEffect(() => {
    if (active >= total) setActive(Math.max(0, total - 1));
  }, [active, total]);
  useLayoutEffect(() => {
    scroller.current?.style.setProperty('--columns', templateOf(columns));
    scroller.current?.style.setProperty('--width', `${widthOf(columns)}px`);
  }, [columns]);
  const open = useLatest((index: number) => {
    const trip = tripAt(index);
    // Where it stands in the list goes along, so that the one before and after can be found.
    if (trip) navigate(`/trades/${encodeURIComponent(trip.id)}${withFilter(search, { at: String(index) })}`);
  });
  const choose = useLatest(onChoose);
  const move = (to: number) => {
    const index = Math.max(0, Math.min(total - 1, to));
    setActive(index);
    rows.scrollToIndex(index);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 20, PageUp: -20 }[event.key];
    const act = actKeys[event.key];
    const trip = tripAt(active);
    if (step !== undefined) move(active + step);
    else if (event.key === 'Home') move(0);
    else if (event.key === 'End') move(total - 1);
    else if (event.key === 'Enter') open(active);
    else if (trip !== undefined && (event.key === 'x' || event.key === ' ')) onChoose(trip);
    else if (trip !== undefined && act !== undefined) onAct(act, trip);
    else return;
    event.preventDefault();
    // `g t` goes to a page; `t` alone is the grid's.
    event.stopPropagation();
  };
  const onPaste = (event: ClipboardEvent) => {
    const pictures = [...event.clipboardData.files].filter(({ type }) => type.startsWith('image/'));
    const trip = tripAt(active);
    if (pictures.length === 0 || trip === undefined) return;
    event.preventDefault();
    onPicture(trip, pictures);
  };
  return (
    <div
      ref={scroller}
      className="grid"
      role="grid"
      aria-label="Trades"
      aria-rowcount={total}
      aria-multiselectable
      aria-activedescendant={`trip-${active}`}
      tabIndex={0}
      onKeyDown={onKey}
      onPaste={onPaste}
    >
      <Head columns={columns} />
      <div className="grid-body" role="rowgroup" style={{ height: `${rows.getTotalSize()}px` }}>
        {shown.map(({ index, start }) => {
          const trip = tripAt(index);
          return (
            <GridRow
              key={index}
              index={index}
              top={start}
              trip={trip}
              zone={zone}
              columns={columns}
              isActive={index === active}
              isChosen={trip !== undefined && chosen.has(trip.id)}
              onOpen={open}
              onChoose={choose}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The same function every time, which does what the newest one does. */
function useLatest<Args extends readonly unknown[]>(work: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(work);
  useLayoutEffect(() => {
    latest.current = work;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}

/** The order stands in the address: `sort=-pnl` is the largest result first. */
function useSort(): readonly [sort: string, sortBy: (column: string) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const sort = new URLSearchParams(search).get('sort') ?? USUAL_SORT;
  const sortBy = (column: string) => {
    const next = sort === `-${column}` ? column : `-${column}`;
    navigate(`${path}${withFilter(search, { sort: next === USUAL_SORT ? null : next })}`, { replace: true });
  };
  return [sort, sortBy];
}

function Head({ columns }: { readonly columns: readonly GridColumn[] }): ReactNode {
  const [sorted, sortBy] = useSort();
  const orderOf = (column: string | undefined) =>
    sorted === `-${column}` ? 'descending' : sorted === column ? 'ascending' : undefined;
  return (
    <div role="row" className="grid-row head" aria-rowindex={1}>
      <span role="columnheader">
        <span className="visually-hidden">Chosen</span>
      </span>
      {columns.map(({ id, name, text, sort }) => {
        const order = orderOf(sort);
        return (
          <span key={id} role="columnheader" className={text && `text ${text}`} aria-sort={order}>
            {sort === undefined ? (
              name
            ) : (
              <button type="button" className="sort" onClick={() => sortBy(sort)}>
                {name}
                <span aria-hidden="true">{order === undefined ? '' : order === 'descending' ? ' ↓' : ' ↑'}</span>
              </button>
            )}
          </span>
        );
      })}
    </div>
  );
}
