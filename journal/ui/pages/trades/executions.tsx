// Every single execution, newest first: what statements brought in before it became trades.
import { nameTrade } from '@zorivest/vocabulary';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { Amount } from '../../amount/amount.tsx';
import { Moment } from '../../amount/moment.tsx';
import type { TripQuery } from '../../filter/trip-query.ts';
import { AccountName } from '../../components/account-name.tsx';
import { Download } from '../../components/download.tsx';
import { Pager } from '../../components/pager.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';
import { useZone } from '../../client/zone.ts';

const SIZE = 50;

/** Of the filter what is about an execution: a period counts trades by the day they closed on. */
export function Executions({ query: { account_ids, instrument, search } }: { readonly query: TripQuery }): ReactNode {
  const [offset, setOffset] = useState(0);
  useEffect(() => setOffset(0), [account_ids, instrument, search]);
  const query = {
    ...(account_ids !== undefined && { account_id: account_ids }),
    ...(instrument !== undefined && { instrument }),
    ...(search !== undefined && { search }),
    limit: SIZE,
    offset,
  };
  const zone = useZone();
  const executions = useEndpoint('trades', 'list', { query });
  return (
    <WhenLoaded query={executions} height={400}>
      {({ items, total }) =>
        total === 0 ? (
          <Empty>No execution of this account contains this text.</Empty>
        ) : (
          <>
            <p className="quiet">All time: the period filter applies to trades by closing day.</p>
            <Table
              label="Executions"
              rows={items}
              keyOf={({ exec_id }) => exec_id}
              columns={[
                { name: 'Time', cell: (of) => <Moment at={of.time} zone={zone} of={of} />, text: true },
                {
                  name: 'Instrument',
                  cell: ({ exec_id, instrument: name }) => (
                    <Link href={`/trades/${encodeURIComponent(exec_id)}`}>{nameTrade({ instrument: name })}</Link>
                  ),
                  text: true,
                },
                { name: 'Side', cell: ({ action }) => (action === 'BOT' ? 'Buy' : 'Sell'), text: true },
                {
                  name: 'Quantity',
                  cell: ({ quantity, quantity_exact }) => (
                    <Amount value={quantity} as="quantity" exact={quantity_exact} />
                  ),
                },
                { name: 'Price', cell: ({ price }) => <Amount value={price} as="price" /> },
                { name: 'Fees', cell: ({ commission }) => <Amount value={commission} /> },
                { name: 'Account', cell: ({ account_id }) => <AccountName id={account_id} />, text: true },
              ]}
            />
            <Pager offset={offset} size={SIZE} total={total} onChange={setOffset}>
              <Download name="executions.csv" get={() => api.exports.trades({ query: {} })}>
                All as CSV
              </Download>
            </Pager>
          </>
        )
      }
    </WhenLoaded>
  );
}
