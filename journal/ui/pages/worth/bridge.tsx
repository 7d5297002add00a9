// From the value at the start to the value at the end: each line with its sign, so that they add up as they stand.
import { type ReactNode, useState } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { weekday } from '../../amount/time.ts';
import { useStretch } from '../../filter/stretch.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useAccountOptions } from '../../components/accounts.ts';
import { useEndpoint } from '../../client/cache.ts';
import type { Api } from '../../client/client.ts';
import type { Worth } from './worth.ts';

type WorthQuery = NonNullable<NonNullable<Parameters<Api['worth']['netWorth']>[0]>['query']>;
type RowsLine = NonNullable<WorthQuery['rows']>;
type Bridge = NonNullable<Worth['bridge']>;

interface Line {
  readonly of: keyof Bridge;
  readonly name: string;
  /** The service has it positive and takes it off. */
  readonly isTakenOff?: boolean;
  /** Start and end are the sum of everything before. */
  readonly rows?: RowsLine;
}

const lines: readonly Line[] = [
  { of: 'start', name: 'Value at the start' },
  { of: 'deposits', name: 'Deposits', rows: 'deposits' },
  { of: 'withdrawals', name: 'Withdrawals', isTakenOff: true, rows: 'withdrawals' },
  { of: 'transfers', name: 'Transfers', rows: 'transfers' },
  { of: 'realised', name: 'Realised results', rows: 'realised' },
  { of: 'unrealised_change', name: 'Unrealised change', rows: 'unrealised_change' },
  { of: 'dividends', name: 'Dividends', rows: 'dividends' },
  { of: 'interest', name: 'Interest', rows: 'interest' },
  { of: 'fees', name: 'Account fees', isTakenOff: true, rows: 'fees' },
  { of: 'withholding', name: 'Tax withheld', isTakenOff: true, rows: 'withholding' },
  { of: 'fx', name: 'Currencies', rows: 'fx' },
  { of: 'other', name: 'Other', rows: 'other' },
  { of: 'end', name: 'Value at the end' },
];

export function BridgeTable({ worth }: { readonly worth: Worth }): ReactNode {
  const [open, setOpen] = useState<Line | null>(null);
  const { bridge, bridge_reason, currency } = worth;
  if (bridge === null) return <Empty>{bridge_reason}</Empty>;
  return (
    <>
      <Table
        label="Change in value"
        rows={lines}
        keyOf={({ of }) => of}
        columns={[
          { name: 'Line', cell: (line) => <LineName line={line} onOpen={() => setOpen(line)} />, text: true },
          {
            name: currency,
            cell: ({ of, isTakenOff = false }) => <Amount value={isTakenOff ? -bridge[of] : bridge[of]} />,
          },
        ]}
      />
      {open?.rows !== undefined && (
        <Dialog title={open.name} onClose={() => setOpen(null)} wide>
          <Rows line={open.rows} name={open.name} />
        </Dialog>
      )}
    </>
  );
}

function LineName({ line, onOpen }: { readonly line: Line; readonly onOpen: () => void }): ReactNode {
  if (line.rows === undefined) return line.name;
  return (
    <button type="button" className="link" onClick={onOpen}>
      {line.name}
    </button>
  );
}

function Rows({ line, name }: { readonly line: RowsLine; readonly name: string }): ReactNode {
  const { stretch } = useStretch();
  const names = new Map(useAccountOptions());
  const answer = useEndpoint('worth', 'netWorth', { query: { ...stretch, rows: line } });
  return (
    <WhenLoaded query={answer} height={160}>
      {({ rows = [], currency, from, to }) =>
        rows.length === 0 ? (
          <Empty>{`No rows after ${weekday(from)} and until ${weekday(to)}.`}</Empty>
        ) : (
          <Table
            label={`${name}, rows`}
            rows={rows}
            keyOf={(row) => `${row.id} ${row.date} ${row.account_id} ${row.instrument ?? ''} ${row.amount}`}
            columns={[
              { name: 'Day', cell: ({ date }) => weekday(date), text: true },
              { name: 'Account', cell: ({ account_id }) => names.get(account_id) ?? account_id, text: true },
              { name: 'Instrument', cell: ({ instrument }) => instrument ?? '–', text: true },
              { name: 'What', cell: ({ text }) => text ?? '–', text: true },
              { name: currency, cell: ({ amount }) => <Amount value={amount} result /> },
            ]}
          />
        )
      }
    </WhenLoaded>
  );
}
