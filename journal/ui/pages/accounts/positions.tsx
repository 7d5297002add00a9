// What is open, and what it would bring at the price that counts today: whose price, and of which day.
import { useMutation } from '@tanstack/react-query';
import { nameTrade } from '@zorivest/vocabulary';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Amount, Multiple } from '../../amount/amount.tsx';
import { count } from '../../amount/format.ts';
import { moment, weekday } from '../../amount/time.ts';
import { useFilterSearch } from '../../filter/filter.ts';
import { AccountName } from '../../components/account-name.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { queries } from '../../client/cache.ts';
import { api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';
import { type OpenPositions, useOpenPositions } from './use-open-positions.ts';

const priceSources = { person: 'given', statement: 'statement', provider: 'provider', fill: 'own fill' } as const;

interface PositionsProps {
  /** The first few, with a link to the rest. */
  readonly most?: number | undefined;
}

export function Positions({ most }: PositionsProps): ReactNode {
  const { held, query } = useOpenPositions();
  return (
    <WhenLoaded query={held} height={120}>
      {(found) =>
        found.items.length === 0 ? <Empty>No open positions.</Empty> : <Rows held={found} query={query} most={most} />
      }
    </WhenLoaded>
  );
}

function Rows({
  held,
  query,
  most,
}: PositionsProps & { readonly held: OpenPositions; readonly query: object }): ReactNode {
  const search = useFilterSearch();
  return (
    <>
      <p>
        {held.unrealized_pnl === null ? (
          'No prices are known.'
        ) : (
          <>
            Unrealised <Amount value={held.unrealized_pnl} currency={held.currency} result />
            {held.unpriced > 0 && `, ${count(held.unpriced)} without a known price`}
          </>
        )}{' '}
        <Refresh query={query} />
      </p>
      <Table
        label="Open positions"
        rows={held.items.slice(0, most)}
        keyOf={({ trip_id }) => trip_id}
        columns={[
          {
            name: 'Instrument',
            cell: ({ trip_id, instrument, opened_at }) => (
              <>
                <Link href={`/trades/${encodeURIComponent(trip_id)}${search}`}>{nameTrade({ instrument })}</Link>
                <span className="quiet narrow-only">{weekday(opened_at, held.time_zone)}</span>
              </>
            ),
            text: true,
          },
          { name: 'Account', cell: ({ account_id }) => <AccountName id={account_id} />, text: true, minor: 'tablet' },
          { name: 'Side', cell: ({ direction }) => (direction === 'BOT' ? 'long' : 'short'), text: true, minor: true },
          {
            name: 'Quantity',
            cell: ({ open_quantity }) => <Amount value={open_quantity} as="quantity" />,
            minor: true,
          },
          { name: 'Entry', cell: ({ avg_price }) => <Amount value={avg_price} as="mean" />, minor: true },
          { name: 'Price', cell: ({ price }) => <Amount value={price} as="price" />, minor: true },
          { name: 'Open risk', cell: ({ risk }) => <Amount value={risk} />, minor: true },
          {
            name: 'Unrealised',
            cell: ({ unrealized_pnl, risk }) => (
              <span data-part="result">
                <Amount value={unrealized_pnl} result />
                <span className="narrow-only">
                  <Multiple value={multipleOf(unrealized_pnl, risk)} />
                </span>
              </span>
            ),
          },
          {
            name: 'Price of',
            cell: ({ price_date, price_source, provider }) =>
              price_date === null || price_source === null
                ? '–'
                : `${weekday(price_date)}, ${provider ?? priceSources[price_source]}`,
            text: true,
            minor: 'tablet',
          },
          { name: 'Opened', cell: ({ opened_at }) => moment(opened_at, held.time_zone), text: true, minor: 'tablet' },
        ]}
      />
      {most !== undefined && held.items.length > most && (
        <Link href={`/accounts${search}`}>{`All ${count(held.items.length)} positions`}</Link>
      )}
    </>
  );
}

/** Of what it risks to its stop. */
const multipleOf = (pnl: number | null, risk: number | null): number | null =>
  pnl === null || risk === null || risk <= 0 ? null : pnl / risk;

/** Asks the providers now; without it only stored prices are shown. */
function Refresh({ query }: { readonly query: object }): ReactNode {
  const ask = useMutation<OpenPositions, Problem>({
    mutationFn: () => api.roundTrips.open({ query: { ...query, prices: 'current' } }),
    onSuccess: (found) => queries.setQueryData(['roundTrips', 'open', { query }], found),
  });
  return (
    <>
      <button
        type="button"
        className="button small"
        disabled={ask.isPending}
        aria-busy={ask.isPending}
        onClick={() => ask.mutate()}
      >
        Refresh prices
      </button>
      {ask.isPending && <span role="status"> Asking …</span>}
      {ask.data !== undefined && ask.data.unpriced === ask.data.items.length && (
        <span role="status">
          {' '}
          No price provider answered. <Link href="/settings/providers">Set up a provider</Link>
        </span>
      )}
      {ask.error && <span role="alert"> {ask.error.message}</span>}
    </>
  );
}
