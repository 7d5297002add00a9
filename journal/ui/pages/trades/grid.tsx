// The grid of trades: it holds a hundred thousand rows and draws those in sight.
import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLocation, useSearch } from 'wouter';
import { withFilter } from '../../filter/filter.ts';
import { useRowHeight } from '../../look/look.ts';
import { api } from '../../service/client.ts';
import type { ActKind } from './acts.tsx';
import { type GridColumn, templateOf, type Trip, widthOf } from './columns.tsx';

export const PAGE = 200;

/** Pages of rows, fetched as they come into sight. */
function useRows(query: object, wanted: readonly number[]): (index: number) => Trip | undefined {
  const pages = [...new Set(wanted.map((index) => Math.floor(index / PAGE)))];
  const found = useQueries({
    queries: pages.map((page) => {
      const input = { query: { ...query, limit: PAGE, offset: page * PAGE } };
      return {
        queryKey: ['roundTrips', 'list', input],
        queryFn: ({ signal }: { signal: AbortSignal }) => api.roundTrips.list(input, { signal }),
      };
    }),
  });
  return (index) => {
    const at = pages.indexOf(Math.floor(index / PAGE));
    return found[at]?.data?.items[index % PAGE];
  };
}

/** What a key does to the row that is looked at. */
const actKeys: Readonly<Record<string, ActKind>> = {
  r: 'review',
  t: 'tag',
  m: 'mistake',
  e: 'change',
  Delete: 'delete',
};

interface GridProps {
  readonly query: object;
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
  });
  useEffect(() => rows.measure(), [rows, height]);
  const shown = rows.getVirtualItems();
  const tripAt = useRows(
    query,
    shown.map(({ index }) => index),
  );
  useEffect(() => {
    if (active >= total) setActive(Math.max(0, total - 1));
  }, [active, total]);
  // Sizes are set by script on the element: the page's policy allows no style attributes in markup.
  useLayoutEffect(() => {
    scroller.current?.style.setProperty('--columns', templateOf(columns));
    scroller.current?.style.setProperty('--width', `${widthOf(columns)}px`);
  }, [columns]);
  const open = (index: number) => {
    const trip = tripAt(index);
    // Where it stands in the list goes along, so that the one before and after can be found.
    if (trip) navigate(`/trades/${encodeURIComponent(trip.id)}${withFilter(search, { at: String(index) })}`);
  };
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
      <Spacer height={rows.getTotalSize()}>
        {shown.map(({ index, start }) => {
          const trip = tripAt(index);
          return (
            <Placed
              key={index}
              top={start}
              id={`trip-${index}`}
              index={index}
              isActive={index === active}
              isChosen={trip !== undefined && chosen.has(trip.id)}
              onOpen={() => open(index)}
            >
              <span role="gridcell" onClick={(event) => event.stopPropagation()}>
                {trip !== undefined && (
                  <input
                    type="checkbox"
                    tabIndex={-1}
                    aria-label={`Choose ${trip.instrument}`}
                    checked={chosen.has(trip.id)}
                    onChange={() => onChoose(trip)}
                  />
                )}
              </span>
              {columns.map(({ id, cell, text }) => (
                <span key={id} role="gridcell" className={text === true ? 'text' : undefined}>
                  {trip === undefined ? <span className="skeleton cell" /> : cell(trip, zone)}
                </span>
              ))}
            </Placed>
          );
        })}
      </Spacer>
    </div>
  );
}

/** The order stands in the address: `sort=-pnl` is the largest result first. */
export function useSort(): readonly [sort: string, sortBy: (column: string) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const sort = new URLSearchParams(search).get('sort') ?? '-closed_at';
  const sortBy = (column: string) => {
    const next = sort === `-${column}` ? column : `-${column}`;
    navigate(`${path}${withFilter(search, { sort: next === '-closed_at' ? null : next })}`, { replace: true });
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
          <span key={id} role="columnheader" className={text === true ? 'text' : undefined} aria-sort={order}>
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

function Spacer({ height, children }: { readonly height: number; readonly children: ReactNode }): ReactNode {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.style.setProperty('height', `${height}px`), [height]);
  return (
    <div ref={ref} className="grid-body" role="rowgroup">
      {children}
    </div>
  );
}

interface PlacedProps {
  readonly top: number;
  readonly id: string;
  readonly index: number;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

function Placed({ top, id, index, isActive, isChosen, onOpen, children }: PlacedProps): ReactNode {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.style.setProperty('transform', `translateY(${top}px)`), [top]);
  return (
    <div
      ref={ref}
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      className={`grid-row${isActive ? ' active' : ''}`}
      onClick={onOpen}
    >
      {children}
    </div>
  );
}
