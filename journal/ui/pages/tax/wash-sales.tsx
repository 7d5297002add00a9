// Losses that a purchase nearby holds back, and which purchases to beware of.
import { nameTrade } from '@zorivest/vocabulary';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { count } from '../../amount/format.ts';
import { weekday } from '../../amount/time.ts';
import { AccountName } from '../../components/account-name.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';

type WashSaleReport = Answer<'washSales', 'find'>;
type Chain = WashSaleReport['wash_sales'][number];

const MOST = 200;

const became: Readonly<Record<Chain['status'], string>> = {
  ABSORBED: 'added to the shares bought',
  RELEASED: 'released when they were sold',
  CONTINUED: 'deferred again with them',
  DESTROYED: 'lost for good',
};

export function WashSales({ year }: { readonly year: number }): ReactNode {
  const body = { date_range_start: `${year}-01-01`, date_range_end: `${year}-12-31`, limit: MOST };
  const found = useQuery<WashSaleReport, Problem>({
    queryKey: ['washSales', 'find', body],
    queryFn: () => api.washSales.find({ body }),
  });
  return (
    <>
      <Cautions year={year} />
      <WhenLoaded query={found} height={160}>
        {({ wash_sales, total, total_disallowed }) =>
          total === 0 ? (
            <Empty>No loss of {year} is disallowed by a purchase within 30 days.</Empty>
          ) : (
            <>
              <p>
                {count(total)} wash sales disallow <Amount value={total_disallowed} />
                {total > MOST ? `; the first ${count(MOST)}:` : ''}
              </p>
              <Table
                label="Wash sales"
                rows={wash_sales}
                keyOf={({ chain_id }) => chain_id}
                columns={[
                  { name: 'Sold at a loss', cell: ({ ticker }) => nameTrade({ instrument: ticker }), text: true },
                  { name: 'On', cell: ({ sold_on }) => weekday(sold_on) },
                  {
                    name: 'Bought',
                    cell: ({ replacement_instrument: instrument }) => nameTrade({ instrument }),
                    text: true,
                  },
                  { name: 'Bought on', cell: ({ replaced_on }) => weekday(replaced_on) },
                  { name: 'In', cell: ({ replacement_account_id: id }) => <AccountName id={id} />, text: true },
                  { name: 'Shares', cell: ({ shares }) => <Amount value={shares} as="quantity" /> },
                  { name: 'Disallowed', cell: ({ disallowed_loss }) => <Amount value={disallowed_loss} /> },
                  { name: 'Status of the loss', cell: ({ status }) => became[status], text: true },
                ]}
              />
            </>
          )
        }
      </WhenLoaded>
    </>
  );
}

function Cautions({ year }: { readonly year: number }): ReactNode {
  const body = { tax_year: year, limit: 1 };
  const scan = useQuery<Answer<'washSales', 'scan'>, Problem>({
    queryKey: ['washSales', 'scan', body],
    queryFn: () => api.washSales.scan({ body }),
  });
  if (scan.data === undefined || scan.data.alerts.length === 0) return null;
  return (
    <ul aria-label="Cautions">
      {scan.data.alerts.map(({ ticker, sold_on, message }) => (
        <li key={`${ticker} ${sold_on}`}>{message}</li>
      ))}
    </ul>
  );
}
