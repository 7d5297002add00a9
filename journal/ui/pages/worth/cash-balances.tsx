import type { ReactNode } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { weekday } from '../../amount/time.ts';
import { Convention } from '../../components/convention.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useAccountOptions } from '../../components/accounts.ts';
import { useEndpoint } from '../../client/cache.ts';

interface CashBalancesProps {
  /** The evening meant. */
  readonly date: string;
  readonly accounts: readonly string[];
}

export function CashBalances({ date, accounts }: CashBalancesProps): ReactNode {
  const names = new Map(useAccountOptions());
  const cash = useEndpoint('worth', 'cashBalances', { query: { date } });
  return (
    <WhenLoaded query={cash} height={120}>
      {({ items, convention }) => {
        const shown = items.filter(({ account_id }) => accounts.includes(account_id));
        if (shown.length === 0)
          return <Empty>No cash balance is known for these accounts. Set one; later rows are added to it.</Empty>;
        return (
          <>
            <Table
              stacked="named"
              label="Cash"
              rows={shown}
              keyOf={({ account_id, currency }) => `${account_id} ${currency}`}
              columns={[
                { name: 'Account', cell: ({ account_id }) => names.get(account_id) ?? account_id, text: true },
                { name: 'Balance', cell: ({ balance, currency }) => <Amount value={balance} currency={currency} /> },
                { name: 'End of day', cell: ({ as_of }) => weekday(as_of) },
                { name: 'Stated on', cell: ({ stated_on }) => weekday(stated_on) },
                { name: 'Last moved', cell: ({ last_moved }) => weekday(last_moved) },
              ]}
            />
            <Convention>{convention}</Convention>
          </>
        );
      }}
    </WhenLoaded>
  );
}
