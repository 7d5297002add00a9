// Every round trip of the filter: a grid that holds a hundred thousand rows and draws those in sight.
import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Amount } from '../../amount/amount.tsx';
import { count } from '../../amount/format.ts';
import { SumResult, TripResult } from '../../amount/result.tsx';
import { duration, moment } from '../../amount/time.ts';
import { useFilter, withFilter } from '../../filter/filter.ts';
import { Page } from '../../parts/page.tsx';
import { isTyping } from '../../parts/typing.ts';
import { Empty, Loaded } from '../../parts/states.tsx';
import { useEndpoint } from '../../service/cache.ts';
import { type Answer, api } from '../../service/client.ts';
import { Bulk } from './bulk.tsx';
import { NewTrade } from './new-trade.tsx';

const PAGE = 200;
const ROW = 28;

type Trips = Answer<'roundTrips', 'list'>;
type Trip = Trips['items'][number];

interface GridColumn {
  readonly name: string;
  readonly cell: (trip: Trip, zone: string) => ReactNode;
  readonly text?: boolean;
}

const columns: readonly GridColumn[] = [
  {
    name: 'Closed',
    cell: ({ closed_at }, zone) => (closed_at === null ? 'open' : moment(closed_at, zone)),
    text: true,
  },
  { name: 'Instrument', cell: ({ instrument }) => instrument, text: true },
  { name: 'Side', cell: ({ direction }) => (direction === 'BOT' ? 'long' : 'short'), text: true },
  { name: 'Quantity', cell: ({ total_quantity }) => <Amount value={total_quantity} as="quantity" /> },
  { name: 'In', cell: ({ entry_avg_price }) => <Amount value={entry_avg_price} as="mean" /> },
  { name: 'Out', cell: ({ exit_avg_price }) => <Amount value={exit_avg_price} as="mean" /> },
  { name: 'Held', cell: ({ holding_period_seconds }) => duration(holding_period_seconds) },
  { name: 'Costs', cell: ({ total_commission }) => <Amount value={total_commission} /> },
  { name: 'P&L', cell: (trip) => <TripResult trip={trip} /> },
];

export function TradesPage(): ReactNode {
  const [filter] = useFilter();
  const search = useSearch();
  const wanted = new URLSearchParams(search).get('search') ?? '';
  const slice = new URLSearchParams(search).get('slice') ?? '';
  const query = {
    ...filter,
    sort: '-closed_at' as const,
    ...(wanted !== '' && { search: wanted }),
    ...(slice !== '' && { slice }),
  };
  const first = useEndpoint('roundTrips', 'list', { query: { ...query, limit: PAGE, offset: 0 } });
  const [chosen, setChosen] = useState<Chosen>(new Map());
  return (
    <Page
      title="Trades"
      aside={
        <div className="page-tools">
          {slice !== '' && <SliceMark slice={slice} />}
          <SearchBox value={wanted} />
          <NewTrade />
        </div>
      }
    >
      <Loaded query={first} height={400}>
        {(page) =>
          page.total === 0 ? (
            <Empty>
              {wanted === ''
                ? 'No trades in this period. Import a statement, or record one by hand.'
                : 'No trade has this text.'}
            </Empty>
          ) : (
            <>
              <Bulk chosen={[...chosen.values()]} onClear={() => setChosen(new Map())} />
              <Grid
                query={query}
                total={page.total}
                zone={page.time_zone}
                chosen={chosen}
                onChoose={(trip) => setChosen((before) => toggled(before, trip))}
              />
              <Sums page={page} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

type Chosen = ReadonlyMap<string, Trip>;

function toggled(before: Chosen, trip: Trip): Chosen {
  const after = new Map(before);
  if (!after.delete(trip.id)) after.set(trip.id, trip);
  return after;
}

function SearchBox({ value }: { readonly value: string }): ReactNode {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event.target)) return;
      event.preventDefault();
      box.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <input
      ref={box}
      type="search"
      className="plain-select"
      aria-label="Search trades"
      placeholder="Search"
      defaultValue={value}
      onChange={(event) => navigate(`${path}${withFilter(search, { search: event.target.value })}`, { replace: true })}
    />
  );
}

/** What a chart narrowed the list by, and the way back. */
function SliceMark({ slice }: { readonly slice: string }): ReactNode {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const said = slice
    .split(';')
    .map((part) => part.slice(part.indexOf(':') + 1).replaceAll('_', ' '))
    .join(', ');
  return (
    <button
      type="button"
      className="button"
      onClick={() => navigate(`${path}${withFilter(search, { slice: null })}`, { replace: true })}
    >
      <span className="visually-hidden">Show all again, not only </span>
      {said} <span aria-hidden="true">✕</span>
    </button>
  );
}

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

interface GridProps {
  readonly query: object;
  readonly total: number;
  readonly zone: string;
  readonly chosen: Chosen;
  readonly onChoose: (trip: Trip) => void;
}

function Grid({ query, total, zone, chosen, onChoose }: GridProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [, navigate] = useLocation();
  const search = useSearch();
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
  });
  const shown = rows.getVirtualItems();
  const tripAt = useRows(
    query,
    shown.map(({ index }) => index),
  );
  useEffect(() => {
    if (active >= total) setActive(Math.max(0, total - 1));
  }, [active, total]);
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
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 20, PageUp: -20 }[event.key];
    if (step !== undefined) move(active + step);
    else if (event.key === 'Home') move(0);
    else if (event.key === 'End') move(total - 1);
    else if (event.key === 'Enter') open(active);
    else if (event.key === 'x' || event.key === ' ') {
      const trip = tripAt(active);
      if (trip) onChoose(trip);
    } else return;
    event.preventDefault();
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
    >
      <div role="row" className="grid-row head" aria-rowindex={1}>
        <span role="columnheader">
          <span className="visually-hidden">Chosen</span>
        </span>
        {columns.map(({ name, text }) => (
          <span key={name} role="columnheader" className={text === true ? 'text' : undefined}>
            {name}
          </span>
        ))}
      </div>
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
              {columns.map(({ name, cell, text }) => (
                <span key={name} role="gridcell" className={text === true ? 'text' : undefined}>
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

/** Sizes are set by script on the element: the page's policy allows no style attributes in markup. */
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

function Sums({ page }: { readonly page: Trips }): ReactNode {
  const { total, sums, currency, left_out } = page;
  return (
    <p className="sums">
      {count(total)} trades, <SumResult value={sums.pnl} currency={currency} />, {count(sums.wins)} won,{' '}
      {count(sums.losses)} lost
      {left_out.map(({ reason, count: n, amount }) => (
        <span key={reason}>
          ; not in the list: {count(n)} (
          {amount !== null && (
            <>
              <SumResult value={amount} currency={currency} />{' '}
            </>
          )}
          {reason})
        </span>
      ))}
    </p>
  );
}
