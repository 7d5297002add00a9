// Every round trip of the filter: looked through, searched, sorted, changed one by one or together.
import { useMutation } from '@tanstack/react-query';
import { mistakeName, nameTrade } from '@zorivest/vocabulary';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { count } from '../../amount/format.ts';
import { SumResult } from '../../amount/result.tsx';
import { withFilter } from '../../filter/filter.ts';
import { type TripQuery, useTripQuery } from '../../filter/trip-query.ts';
import { useTwoLines } from '../../theme/narrow.ts';
import { Download } from '../../components/download.tsx';
import { Icon } from '../../components/icon.tsx';
import { imageBody } from '../../components/images.tsx';
import { Menu } from '../../components/menu.tsx';
import { Page } from '../../components/page.tsx';
import { MissingRates } from '../../components/rates.tsx';
import { isTyping } from '../../components/typing.ts';
import { WhenLoaded } from '../../components/states.tsx';
import { NoneInPeriod } from '../../components/none-in-period.tsx';
import { noteWrite, useEndpoint } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';
import { type ActKind, TripAct } from './acts.tsx';
import { Bulk } from './bulk.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { shortColumns, type Trip, usualResult } from './columns.ts';
import { Executions } from './executions.tsx';
import { Grid } from './grid.tsx';
import { ListChoice, ResultChoice, useListKind } from './list-choice.tsx';
import { NewTrade } from './new-trade.tsx';
import { Peek } from './peek.tsx';
import { TradeGroups } from './trade-groups.tsx';
import { ViewTabs } from './view-tabs.tsx';
import { TripPages } from './trip-pages.tsx';
import { useColumns } from './use-columns.ts';
import { PAGE } from './use-rows.ts';

type Trips = Answer<'roundTrips', 'list'>;
type SelectedTrips = ReadonlyMap<string, Trip>;

interface Doing {
  readonly kind: ActKind;
  readonly trips: readonly Trip[];
}

export function TradesPage(): ReactNode {
  const query = useTripQuery();
  const kind = useListKind();
  return (
    <Page
      title="Trades"
      aside={
        <div className="page-tools">
          {query.slice !== undefined && <SliceMark slice={query.slice} />}
          <SearchBox value={query.search ?? ''} />
          <ListChoice />
          {kind !== 'executions' && (
            <>
              <ResultChoice />
              <Menu of="the list">
                <ColumnChoice />
                <Download name="trades.csv" get={() => api.exports.roundTrips({ query })}>
                  CSV
                </Download>
              </Menu>
            </>
          )}
          <NewTrade />
        </div>
      }
    >
      <ViewTabs />
      {kind === 'executions' ? (
        <Executions query={query} />
      ) : kind === 'day' || kind === 'week' ? (
        <GroupedTrips query={query} by={kind} />
      ) : (
        <TripList query={query} kind={kind} />
      )}
    </Page>
  );
}

/** Days are of the whole filter: what is searched for, or one part of a breakdown, is a list. */
function GroupedTrips({ query, by }: { readonly query: TripQuery; readonly by: 'day' | 'week' }): ReactNode {
  if (query.search === undefined && query.slice === undefined) return <TradeGroups by={by} />;
  return (
    <>
      <p className="quiet">Search results are shown as a list, not by day.</p>
      <TripList query={query} kind="grid" />
    </>
  );
}

interface TripListProps {
  readonly query: TripQuery;
  readonly kind: 'grid' | 'pages';
}

function TripList({ query, kind }: TripListProps): ReactNode {
  const first = useEndpoint('roundTrips', 'list', {
    query: { ...query, limit: PAGE, offset: 0 },
  });
  const isShort = useTwoLines();
  const own = useColumns();
  const columns = isShort ? shortColumns : own;
  const [peeked, setPeeked] = useState<Trip | null>(null);
  const [chosen, setChosen] = useState<SelectedTrips>(new Map());
  const [doing, setDoing] = useState<Doing | null>(null);
  const picture = usePictures();
  const clear = () => setChosen(new Map());
  const choose = (trip: Trip) => setChosen((before) => toggle(before, trip));
  return (
    <>
      {picture.status !== null && <p role="status">{picture.status}</p>}
      {picture.error && <p role="alert">{picture.error.message}</p>}
      <WhenLoaded query={first} height={400}>
        {(page) => (
          <>
            <MissingRates problems={page.problems} />
            {page.total === 0 ? (
              <NoneInPeriod>
                {query.search === undefined
                  ? 'No trades in this period. Import a statement, or record one by hand.'
                  : 'No trade in this period contains this text.'}
              </NoneInPeriod>
            ) : (
              <>
                <Bulk
                  chosen={[...chosen.values()]}
                  onAct={(act) => setDoing({ kind: act, trips: [...chosen.values()] })}
                  onClear={clear}
                />
                {kind === 'pages' ? (
                  <TripPages query={query} columns={columns} chosen={chosen} onChoose={choose} />
                ) : (
                  <div className="with-peek">
                    <Grid
                      query={query}
                      total={page.total}
                      zone={page.time_zone}
                      columns={columns}
                      usual={usualResult(page.items)}
                      chosen={chosen}
                      onChoose={choose}
                      onAct={(act, trip) =>
                        setDoing({ kind: act, trips: chosen.size > 0 ? [...chosen.values()] : [trip] })
                      }
                      onPicture={picture.attach}
                      onPeek={setPeeked}
                    />
                    {peeked !== null && <Peek trip={peeked} zone={page.time_zone} />}
                  </div>
                )}
                <Sums page={page} />
              </>
            )}
          </>
        )}
      </WhenLoaded>
      {doing !== null && <TripAct {...doing} onClose={() => setDoing(null)} onGone={clear} />}
    </>
  );
}

function toggle(before: SelectedTrips, trip: Trip): SelectedTrips {
  const after = new Map(before);
  if (!after.delete(trip.id)) after.set(trip.id, trip);
  return after;
}

/** A screenshot pasted on a row belongs to its trade. */
function usePictures() {
  const add = useMutation<string, Problem, { readonly trip: Trip; readonly files: readonly File[] }>({
    mutationFn: async ({ trip, files }) => {
      const params = { exec_id: trip.entry_exec_ids[0] ?? '' };
      for (const file of files) await api.images.attachToTrade({ params, body: imageBody(file) });
      return nameTrade(trip);
    },
    onSettled: () => noteWrite('image'),
  });
  return {
    attach: (trip: Trip, files: readonly File[]) => add.mutate({ trip, files }),
    status: add.data === undefined ? null : `The screenshot was added to ${add.data}.`,
    error: add.error,
  };
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
  const label = slice
    .split(';')
    .map((part) => mistakeName(part.slice(part.indexOf(':') + 1)))
    .join(', ');
  return (
    <button
      type="button"
      className="button"
      onClick={() => navigate(`${path}${withFilter(search, { slice: null })}`, { replace: true })}
    >
      <span className="visually-hidden">Clear filter: </span>
      {label} <Icon name="close" />
    </button>
  );
}

function Sums({ page }: { readonly page: Trips }): ReactNode {
  const { total, trade_count, sums, currency, left_out } = page;
  const others = total - trade_count;
  return (
    <p className="sums">
      {count(trade_count)} {trade_count === 1 ? 'trade' : 'trades'}, <SumResult value={sums.pnl} currency={currency} />,{' '}
      {count(sums.wins)} won, {count(sums.losses)} lost
      {others > 0 && `, and ${count(others)} without an exit`}
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
