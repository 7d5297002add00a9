// Dividends that are declared or expected, and what comes before an open option ends.
import { type ReactNode, useState } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { weekday } from '../../amount/time.ts';
import { useStretch } from '../../filter/stretch.ts';
import { Empty } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useEndpoint } from '../../client/cache.ts';
import type { Income } from './income.ts';

const kinds = {
  dividend: 'Dividend, declared',
  expected: 'Dividend, as last year',
  ex_date: 'Ex-dividend date',
  earnings: 'Earnings',
} as const;

export function Ahead({ income }: { readonly income: Income }): ReactNode {
  const { stretch } = useStretch();
  const [isAsked, setAsked] = useState(false);
  const current = useEndpoint(
    'worth',
    'income',
    { query: { ...stretch, by: 'month', ahead: 'current' } },
    { enabled: isAsked },
  );
  return (
    <>
      <Coming ahead={(current.data ?? income).ahead} />
      <p>
        <button type="button" className="button small" disabled={current.isFetching} onClick={() => setAsked(true)}>
          Fetch dividends and earnings
        </button>
        {current.isFetching && <span role="status"> Fetching …</span>}
        {current.error && <span role="alert"> {current.error.message}</span>}
      </p>
    </>
  );
}

function Coming({ ahead }: Pick<Income, 'ahead'>): ReactNode {
  if (ahead.length === 0)
    return <Empty>No upcoming dividends or earnings are known. Market-data providers supply them.</Empty>;
  return (
    <Table
      stacked
      label="Upcoming"
      rows={ahead}
      keyOf={({ kind, instrument, date, option }) => `${kind} ${instrument} ${date} ${option ?? ''}`}
      columns={[
        { name: 'Day', cell: ({ date }) => weekday(date), text: true },
        { name: 'Instrument', cell: ({ instrument }) => instrument, text: true },
        { name: 'What', cell: ({ kind }) => kinds[kind], text: true },
        { name: 'Amount', cell: ({ amount }) => <Amount value={amount} /> },
        ...(ahead.some(({ option }) => option !== null)
          ? [{ name: 'Before the expiry of', cell: ({ option }: Income['ahead'][number]) => option ?? '–', text: true }]
          : []),
      ]}
    />
  );
}
