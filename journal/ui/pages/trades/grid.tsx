// The grid of trades: it holds a hundred thousand rows and draws the visible ones.
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
import { useRowHeight } from '../../client/look.ts';
import { TWO_LINES, useTwoLines } from '../../theme/narrow.ts';
import { Icon } from '../../components/icon.tsx';
import { picturesIn } from '../../components/picture-files.ts';
import { usePlace } from '../../components/place.ts';
import type { ActKind } from './acts.tsx';
import { type GridColumn, templateOf, type Trip, widthOf } from './columns.ts';
import { GridRow, rowId } from './grid-row.tsx';
import { isDrawn, rowOfSlot } from './row-window.ts';
import { useActiveRow } from './use-active-row.ts';
import { useRows } from './use-rows.ts';
import { useRowWindow } from './use-row-window.ts';

/** What a key does to the active row. */
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
  readonly usual: number;
  readonly chosen: ReadonlyMap<string, Trip>;
  readonly onChoose: (trip: Trip) => void;
  readonly onAct: (kind: ActKind, trip: Trip) => void;
  readonly onPicture: (trip: Trip, files: readonly File[]) => void;
  /** Next to the list: the active row, until the person closes it. */
  readonly onPeek: (trip: Trip | null) => void;
}

export function Grid({
  query,
  total,
  zone,
  columns,
  usual,
  chosen,
  onChoose,
  onAct,
  onPicture,
  onPeek,
}: GridProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const [, navigate] = useLocation();
  const search = useSearch();
  const isShort = useTwoLines();
  const oneLine = useRowHeight();
  const height = isShort ? TWO_LINES : oneLine;
  usePlace(scroller, 'trades');
  const { window, isForward, scrollTo } = useRowWindow({ scroller, total, rowHeight: height });
  const slots = Array.from({ length: window.size }, (_, slot) => slot);
  const tripAt = useRows(query, total, [window.start, window.start + window.size - 1], isForward);
  const [active, activate] = useActiveRow(total, window, tripAt);
  useLayoutEffect(() => {
    scroller.current?.style.setProperty('--columns', templateOf(columns));
    scroller.current?.style.setProperty('--width', `${widthOf(columns)}px`);
  }, [columns]);
  const open = useLatest((index: number) => {
    const trip = tripAt(index);
    // Its position in the list goes along, so that the previous and the next one can be found.
    if (trip) navigate(`/trades/${encodeURIComponent(trip.id)}${withFilter(search, { at: String(index) })}`);
  });
  const choose = useLatest(onChoose);
  // The keyboard stays with the grid and with a trade: an element of a row shows another one after a scroll.
  const touch = useLatest((index: number) => {
    activate(index);
    scroller.current?.focus({ preventScroll: true });
  });
  const [isPeeking, setPeeking] = useState(false);
  const move = (to: number) => scrollTo(activate(to));
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 20, PageUp: -20 }[event.key];
    const act = actKeys[event.key];
    const trip = tripAt(active);
    if (step !== undefined) move(active + step);
    else if (event.key === 'Home') move(0);
    else if (event.key === 'End') move(total - 1);
    else if (event.key === 'Enter') open(active);
    else if (trip !== undefined && event.key === 'x') onChoose(trip);
    else if (trip !== undefined && event.key === ' ') setPeeking(!isPeeking);
    else if (event.key === 'Escape' && isPeeking) setPeeking(false);
    else if (trip !== undefined && act !== undefined) onAct(act, trip);
    else return;
    event.preventDefault();
    // `g t` goes to a page; `t` alone is the grid's.
    event.stopPropagation();
  };
  // Who has just come to the page has the keyboard nowhere: the first step down or up goes to the list.
  const begin = useLatest((event: globalThis.KeyboardEvent) => {
    if (document.activeElement !== document.body || !['j', 'k'].includes(event.key)) return;
    scroller.current?.focus({ preventScroll: true });
    move(active);
  });
  useEffect(() => {
    document.addEventListener('keydown', begin);
    return () => document.removeEventListener('keydown', begin);
  }, [begin]);
  const peeked = isPeeking ? tripAt(active) : undefined;
  useEffect(() => onPeek(peeked ?? null), [peeked]);
  const onPaste = (event: ClipboardEvent) => {
    const pictures = picturesIn(event.clipboardData.files);
    const trip = tripAt(active);
    if (pictures.length === 0 || trip === undefined) return;
    event.preventDefault();
    onPicture(trip, pictures);
  };
  return (
    <div
      ref={scroller}
      className={isShort ? 'grid two-lines' : 'grid'}
      role="grid"
      aria-label="Trades"
      aria-rowcount={total}
      aria-multiselectable
      // Scrolled out of sight it stays the active one: the next key comes back to it.
      aria-activedescendant={isDrawn(active, window) ? rowId(active) : undefined}
      tabIndex={0}
      onKeyDown={onKey}
      onPaste={onPaste}
    >
      <Head columns={columns} />
      <div
        className="grid-body"
        role="rowgroup"
        style={{ height: total * height }}
        // Elements stand in the order of their slots, rows are read in that of the list.
        aria-owns={slots.map((slot) => rowId(window.start + slot)).join(' ')}
      >
        {slots.map((slot) => {
          const index = rowOfSlot(slot, window);
          const trip = tripAt(index);
          return (
            <GridRow
              key={slot}
              index={index}
              top={index * height}
              trip={trip}
              zone={zone}
              columns={columns}
              usual={usual}
              isActive={index === active}
              isChosen={trip !== undefined && chosen.has(trip.id)}
              onOpen={open}
              onChoose={choose}
              onTouch={touch}
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
        <span className="visually-hidden">Selected</span>
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
                {order !== undefined && <Icon name={order === 'descending' ? 'down' : 'up'} />}
              </button>
            )}
          </span>
        );
      })}
    </div>
  );
}
