// The lots, those sold in the year first, each with what became of it.
import { nameTrade } from '@zorivest/vocabulary';
import { type ReactNode, useState } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { weekday } from '../../amount/time.ts';
import { AccountName } from '../../components/account-name.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Pager } from '../../components/pager.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { Download } from '../../components/download.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import { LotLines } from './lot-lines.tsx';

type Lot = Answer<'tax', 'lots'>['lots'][number];

const PAGE = 50;

const SHORT_BOXES = [
  ['', 'as set on the account'],
  ['A', 'A: reported with the basis'],
  ['B', 'B: reported without the basis'],
  ['C', 'C: not reported'],
  ['G', 'G: coins, reported with the basis'],
  ['H', 'H: coins, reported without the basis'],
  ['I', 'I: coins, not reported'],
] as const;

const LONG_BOXES = [
  ['', 'as set on the account'],
  ['D', 'D: reported with the basis'],
  ['E', 'E: reported without the basis'],
  ['F', 'F: not reported'],
  ['J', 'J: coins, reported with the basis'],
  ['K', 'K: coins, reported without the basis'],
  ['L', 'L: coins, not reported'],
] as const;

export function Lots({ year }: { readonly year: number }): ReactNode {
  const [offset, setOffset] = useState(0);
  const lots = useEndpoint('tax', 'lots', { query: { limit: PAGE, offset, with_prices: false, tax_year: year } });
  return (
    <WhenLoaded query={lots} height={200}>
      {(found) =>
        found.total_count === 0 ? (
          <Empty>No lots yet. Purchases create them.</Empty>
        ) : (
          <>
            <LotLines lots={found.lots} />
            <Table
              stacked="wide"
              label="Lots"
              rows={found.lots}
              keyOf={({ lot_id, date_sold, quantity }) => `${lot_id} ${date_sold} ${quantity}`}
              columns={[
                { name: 'Instrument', cell: ({ ticker }) => nameTrade({ instrument: ticker }), text: true },
                { name: 'Account', cell: ({ account_id }) => <AccountName id={account_id} />, text: true },
                {
                  name: 'Quantity',
                  cell: ({ quantity, quantity_exact }) => (
                    <Amount value={quantity} as="quantity" exact={quantity_exact} />
                  ),
                },
                { name: 'Acquired', cell: ({ date_acquired }) => weekday(date_acquired) },
                { name: 'Basis', cell: ({ cost_basis }) => <Amount value={cost_basis} /> },
                { name: 'Sold', cell: ({ date_sold }) => weekday(date_sold) },
                { name: 'Result', cell: ({ realized_gain_loss }) => <Amount value={realized_gain_loss} result /> },
                { name: 'Term', cell: ({ is_long_term }) => (is_long_term ? 'long' : 'short'), text: true },
                { name: 'Box', cell: (lot) => <Box lot={lot} />, text: true },
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
    </WhenLoaded>
  );
}

/** Of Form 8949; what was sold can be put into another. */
function Box({ lot }: { readonly lot: Lot }): ReactNode {
  if (lot.box === null) return '–';
  const { lot_id, ticker, box, is_long_term } = lot;
  return (
    <FormDialog
      button={box}
      about={`box of ${ticker}`}
      title={`Form 8949: the box of ${ticker}`}
      changes="tax_lot"
      fields={[{ name: 'box', label: 'Box', options: is_long_term ? LONG_BOXES : SHORT_BOXES, value: box }]}
      save={({ box: chosen }) =>
        api.tax.changeLot({
          params: { lot_id },
          // The options are boxes, and none chosen means: as set on the account.
          body: { box: (chosen ?? null) as Lot['box'] },
        })
      }
    />
  );
}
