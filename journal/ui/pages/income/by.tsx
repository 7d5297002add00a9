// Who paid, and into which account.
import type { ReactNode } from 'react';
import { Amount, FigureText } from '../../amount/amount.tsx';
import { count, percent } from '../../amount/format.ts';
import { useStretch } from '../../filter/stretch.ts';
import { WhenLoaded } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useAccountOptions } from '../../components/accounts.ts';
import { useEndpoint } from '../../client/cache.ts';
import type { Income } from './income.ts';

type Item = Income['items'][number];

const paid: readonly Column<Item>[] = [
  { name: 'Payments', cell: ({ payments }) => count(payments) },
  { name: 'Gross', cell: ({ gross }) => <Amount value={gross} /> },
  { name: 'Withheld', cell: ({ withheld }) => <Amount value={withheld} /> },
  { name: 'Net', cell: ({ net }) => <Amount value={net} /> },
];

const share = (value: number | null): ReactNode => <FigureText figure={{ text: percent(value, 2), tells: 'share' }} />;

export function ByInstrument(): ReactNode {
  const { stretch } = useStretch();
  const income = useEndpoint('worth', 'income', { query: { ...stretch, by: 'instrument' } });
  return (
    <WhenLoaded query={income} height={160}>
      {({ items }) => (
        <Table
          stacked="named"
          label="Income by instrument"
          rows={items}
          keyOf={({ key }) => key}
          columns={[
            { name: 'Instrument', cell: ({ key }) => key, text: true },
            ...paid,
            { name: 'Yield on cost', cell: ({ yield_on_cost }) => share(yield_on_cost) },
            { name: 'Yield on value', cell: ({ yield_on_value }) => share(yield_on_value) },
          ]}
        />
      )}
    </WhenLoaded>
  );
}

export function ByAccount(): ReactNode {
  const { stretch } = useStretch();
  const names = new Map(useAccountOptions());
  const income = useEndpoint('worth', 'income', { query: { ...stretch, by: 'account' } });
  return (
    <WhenLoaded query={income} height={120}>
      {({ items }) => (
        <Table
          stacked="named"
          label="Income by account"
          rows={items}
          keyOf={({ key }) => key}
          columns={[{ name: 'Account', cell: ({ key }) => names.get(key) ?? key, text: true }, ...paid]}
        />
      )}
    </WhenLoaded>
  );
}
