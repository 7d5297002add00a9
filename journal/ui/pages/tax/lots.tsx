// The lots of all years, each with what became of it.
import { type ReactNode, useState } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { day } from '../../amount/time.ts';
import { Pager } from '../../parts/pager.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { Download } from '../../parts/download.tsx';
import { useEndpoint } from '../../service/cache.ts';
import { api } from '../../service/client.ts';
import { LotLines } from './lot-lines.tsx';

const PAGE = 50;

export function Lots(): ReactNode {
  const [offset, setOffset] = useState(0);
  const lots = useEndpoint('tax', 'lots', { query: { limit: PAGE, offset, with_prices: false } });
  return (
    <Loaded query={lots} height={200}>
      {(found) =>
        found.total_count === 0 ? (
          <Empty>Lots come from purchases.</Empty>
        ) : (
          <>
            <LotLines lots={found.lots} />
            <Table
              label="Lots"
              rows={found.lots}
              keyOf={({ lot_id, date_sold, quantity }) => `${lot_id} ${date_sold} ${quantity}`}
              columns={[
                { name: 'Instrument', cell: ({ ticker }) => ticker, text: true },
                { name: 'Quantity', cell: ({ quantity }) => <Amount value={quantity} as="quantity" /> },
                { name: 'Acquired', cell: ({ date_acquired }) => day(date_acquired) },
                { name: 'Basis', cell: ({ cost_basis }) => <Amount value={cost_basis} /> },
                { name: 'Sold', cell: ({ date_sold }) => day(date_sold) },
                { name: 'Result', cell: ({ realized_gain_loss }) => <Amount value={realized_gain_loss} result /> },
                { name: 'Term', cell: ({ is_long_term }) => (is_long_term ? 'long' : 'short'), text: true },
              ]}
            />
            <Pager offset={offset} size={PAGE} total={found.total_count} onChange={setOffset}>
              <Download name="lots.csv" get={() => api.exports.lots({ query: {} })}>
                All as CSV
              </Download>
            </Pager>
          </>
        )
      }
    </Loaded>
  );
}
