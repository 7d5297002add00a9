// What is owed in which quarter, what was paid, and the next payment.
import { barChart } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { short } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { weekday } from '../../amount/time.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell } from '../../charts/table.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Empty } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { type Answer, api } from '../../client/client.ts';
import { nextPayment, standingOf } from './installment.ts';
import { TaxProfile } from './profile.tsx';

type Payment = Parameters<typeof api.tax.recordPayment>[0]['body'];
type Summary = Answer<'tax', 'ytdSummary'>;

const standings = { paid: 'paid', none: 'nothing due', short: 'overdue', open: 'due', unknown: '–' } as const;

/** What each asks for, and what of it is paid. */
function QuarterBars({ quarters }: { readonly quarters: Summary['quarterly_payments'] }): ReactNode {
  const hidden = useHidden();
  const amount = (value: number) => (hidden ? HIDDEN : short(value));
  const draw = useCallback(
    (width: number) =>
      barChart({
        label: 'Required in each quarter, with what is paid',
        width,
        bars: quarters.map(({ quarter, required, paid }) => ({
          name: `Q${quarter}`,
          value: required ?? 0,
          note: `paid ${amount(paid ?? 0)}`,
        })),
        format: amount,
        tone: 'first',
      }),
    [quarters, hidden],
  );
  return (
    <Picture
      name="Required by quarter"
      draw={draw}
      table={{
        head: ['Quarter', 'Required', 'Paid'],
        rows: quarters.map(({ quarter, required, paid }) => ({
          cells: [`Q${quarter}`, amountCell(required, hidden), amountCell(paid, hidden)],
        })),
      }}
    />
  );
}

export function Quarters({ summary, year }: { readonly summary: Summary; readonly year: number }): ReactNode {
  const { quarterly_payments: quarters, computed_at } = summary;
  const today = computed_at.slice(0, 10);
  const next = nextPayment(quarters);
  return (
    <section className="card" aria-labelledby="quarters">
      <h2 id="quarters">Quarters</h2>
      {quarters.length === 0 ? (
        <Empty>A tax profile is needed for quarterly amounts.</Empty>
      ) : (
        <>
          <QuarterBars quarters={quarters} />
          <Table
            stacked="wide"
            label="Quarters"
            rows={quarters}
            keyOf={({ quarter }) => quarter}
            columns={[
              { name: 'Quarter', cell: ({ quarter }) => `Q${quarter}`, text: true },
              { name: 'Status', cell: (quarter) => standings[standingOf(quarter, today)], text: true },
              { name: 'Due', cell: ({ due_date }) => weekday(due_date) },
              { name: 'Required', cell: ({ required }) => <Amount value={required} /> },
              { name: 'Paid', cell: ({ paid }) => <Amount value={paid} /> },
              { name: 'Still due', cell: ({ due }) => <Amount value={due} /> },
              { name: 'Cumulative still due', cell: ({ cumulative_due }) => <Amount value={cumulative_due} /> },
              { name: 'Penalty', cell: ({ penalty }) => <Amount value={penalty} /> },
            ]}
          />
        </>
      )}
      <div className="page-tools">
        <TaxProfile year={year} />
        <FormDialog
          button="Record a payment"
          title="Record a payment"
          changes="tax_payment"
          fields={[
            {
              name: 'quarter',
              label: 'Quarter',
              options: ['Q1', 'Q2', 'Q3', 'Q4'].map((each) => [each, each] as const),
              value: next === null ? undefined : `Q${next.quarter}`,
            },
            { name: 'payment_amount', label: 'Amount', kind: 'number', required: true, value: next?.amount },
            { name: 'paid_on', label: 'Paid on (empty: today)', kind: 'date' },
          ]}
          save={(values) =>
            api.tax.recordPayment({ body: { ...values, tax_year: year, confirm: true } as unknown as Payment })
          }
        />
      </div>
    </section>
  );
}
