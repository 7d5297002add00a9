// The list of trades in pages, for those whose readers dislike rows that come and go.
import { nameTrade } from '@zorivest/vocabulary';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { FigureText } from '../../amount/amount.tsx';
import { SmallLine } from '../../charts/small-line.tsx';
import { useFigureDisplay } from '../../amount/figure-display.tsx';
import { withFilter } from '../../filter/filter.ts';
import type { TripQuery } from '../../filter/trip-query.ts';
import { Pager } from '../../components/pager.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { withPath } from './use-rows.ts';
import type { GridColumn, Trip } from './columns.ts';

const SIZE = 50;

interface TripPagesProps {
  readonly query: TripQuery;
  readonly columns: readonly GridColumn[];
  readonly chosen: ReadonlyMap<string, Trip>;
  readonly onChoose: (trip: Trip) => void;
}

export function TripPages({ query, columns, chosen, onChoose }: TripPagesProps): ReactNode {
  const [offset, setOffset] = useState(0);
  const search = useSearch();
  const { show } = useFigureDisplay();
  // Another filter is another list.
  useEffect(() => setOffset(0), [query]);
  const trips = useEndpoint('roundTrips', 'list', { query: { ...query, limit: SIZE, offset } });
  const drawn = useEndpoint('roundTrips', 'list', { query: { ...query, limit: SIZE, offset, with_paths: true } });
  const pathOf = new Map(drawn.data?.items.map(({ id, path }) => [id, path]));
  return (
    <WhenLoaded query={trips} height={400}>
      {({ items, total, time_zone }) => (
        <>
          <Table
            label="Trades"
            rows={items.map((trip, i) => ({ trip, at: offset + i }))}
            keyOf={({ trip }) => trip.id}
            columns={[
              {
                name: 'Selected',
                silent: true,
                text: true,
                cell: ({ trip }) => (
                  <input
                    type="checkbox"
                    aria-label={`Select ${nameTrade(trip)}`}
                    checked={chosen.has(trip.id)}
                    onChange={() => onChoose(trip)}
                  />
                ),
              },
              ...columns.map((column) => ({
                name: column.name,
                text: column.text !== undefined,
                cell: ({ trip, at }: { readonly trip: Trip; readonly at: number }) => {
                  if ('path' in column) return <SmallLine points={column.path(withPath(trip, pathOf.get(trip.id)))} />;
                  if ('figure' in column) return <FigureText figure={column.figure(trip, show)} />;
                  const text = column.cell(trip, time_zone);
                  if (column.id !== 'instrument') return text;
                  return (
                    <Link href={`/trades/${encodeURIComponent(trip.id)}${withFilter(search, { at: String(at) })}`}>
                      {text}
                    </Link>
                  );
                },
              })),
            ]}
          />
          <Pager offset={offset} size={SIZE} total={total} onChange={setOffset} />
        </>
      )}
    </WhenLoaded>
  );
}
