// The tax lots that the executions of a trade opened, and what became of them.
import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { weekday } from '../../amount/time.ts';
import { Table } from '../../components/table.tsx';
import { type Answer, api } from '../../client/client.ts';

type Trip = Answer<'roundTrips', 'get'>;

const MOST = 10;

/** A lot is named after the execution that opened it. */
export function TradeLots({ trip }: { readonly trip: Trip }): ReactNode {
  const asked = useQueries({
    queries: trip.entry_exec_ids.slice(0, MOST).map((execId) => {
      const input = { params: { lot_id: `lot-${execId}` } };
      return { queryKey: ['tax', 'lot', input], queryFn: () => api.tax.lot(input), retry: false };
    }),
  });
  const parts = asked.flatMap(({ data }) => data?.parts ?? []);
  // Not every fill opens a lot: one may have closed an earlier position, and then nothing is shown.
  if (parts.length === 0) return null;
  return (
    <section className="card" aria-labelledby="lots">
      <h2 id="lots">Tax lots</h2>
      <Table
        stacked="wide"
        label="Tax lots"
        rows={parts.map((part, at) => ({ ...part, at }))}
        keyOf={({ at }) => at}
        columns={[
          { name: 'Acquired', cell: ({ date_acquired, opened_on }) => weekday(date_acquired ?? opened_on), text: true },
          {
            name: 'Quantity',
            cell: ({ quantity, quantity_exact }) => <Amount value={quantity} as="quantity" exact={quantity_exact} />,
          },
          { name: 'Basis', cell: ({ cost_basis }) => <Amount value={cost_basis} /> },
          { name: 'Sold', cell: ({ date_sold }) => weekday(date_sold) },
          { name: 'Result', cell: ({ realized_gain_loss }) => <Amount value={realized_gain_loss} result /> },
          { name: 'Added by a wash sale', cell: ({ wash_sale_adjustment }) => <Amount value={wash_sale_adjustment} /> },
          { name: 'Term', cell: ({ is_long_term }) => (is_long_term ? 'long' : 'short'), text: true },
        ]}
      />
    </section>
  );
}
