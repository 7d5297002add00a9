// Dividends that are declared, and what comes before an open option ends.
import type { ReactNode } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { day } from '../../amount/time.ts';
import { Empty } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import type { Income } from './income.ts';

const kinds = { dividend: 'Dividend, first day without it', earnings: 'Earnings' } as const;

export function Ahead({ income: { ahead } }: { readonly income: Income }): ReactNode {
  if (ahead.length === 0)
    return <Empty>Nothing is known to come. Dividends and earnings arrive with market data that is fetched.</Empty>;
  return (
    <Table
      label="Ahead"
      rows={ahead}
      keyOf={({ kind, instrument, date, option }) => `${kind} ${instrument} ${date} ${option ?? ''}`}
      columns={[
        { name: 'Day', cell: ({ date }) => day(date), text: true },
        { name: 'What', cell: ({ kind }) => kinds[kind], text: true },
        { name: 'Instrument', cell: ({ instrument }) => instrument, text: true },
        { name: 'Amount', cell: ({ amount }) => <Amount value={amount} /> },
        { name: 'Before the expiry of', cell: ({ option }) => option ?? '–', text: true },
      ]}
    />
  );
}
