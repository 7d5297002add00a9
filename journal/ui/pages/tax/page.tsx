// The tax year: what was realised, what is owed when, the lots, and the forms to print.
import type { ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { Amount } from '../../amount/amount.tsx';
import { day } from '../../amount/time.ts';
import { Figures } from '../../parts/facts.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { useEndpoint } from '../../service/cache.ts';
import { type Answer, api } from '../../service/client.ts';
import { Forms } from './forms.tsx';
import { TaxParts } from './parts.tsx';
import { TaxProfile } from './profile.tsx';

type Payment = Parameters<typeof api.tax.recordPayment>[0]['body'];
type Summary = Answer<'tax', 'ytdSummary'>;

export function TaxPage(): ReactNode {
  const { year: given } = useParams<{ year: string }>();
  const year = Number(given) || new Date().getFullYear();
  const summary = useEndpoint('tax', 'ytdSummary', { query: { tax_year: year } });
  return (
    <Page
      title={`Tax ${year}`}
      aside={
        <nav aria-label="Years" className="page-tools">
          <Link href={`/tax/${year - 1}`}>{year - 1}</Link>
          <Link href={`/tax/${year + 1}`}>{year + 1}</Link>
        </nav>
      }
    >
      <Loaded query={summary} height={200}>
        {(found) => (
          <>
            <p className="quiet">{found.disclaimer}</p>
            <Cards summary={found} />
            {found.problems.map(({ code, message }) => (
              <p key={`${code}${message}`}>{message}</p>
            ))}
            <Quarters summary={found} year={year} />
            <Forms year={year} />
          </>
        )}
      </Loaded>
      <TaxParts year={year} />
    </Page>
  );
}

function Cards({ summary }: { readonly summary: Summary }): ReactNode {
  const rows: readonly (readonly [string, number | null, boolean])[] = [
    ['Short term', summary.realized_st_gain, true],
    ['Long term', summary.realized_lt_gain, true],
    ['Section 1256', summary.section_1256_gain, true],
    ['Wash sales', summary.wash_sale_adjustments, false],
    ['Lost for good', summary.permanently_lost, false],
    ['Federal, estimated', summary.estimated_federal_tax, false],
    ['State, estimated', summary.estimated_state_tax, false],
  ];
  return (
    <Figures rows={rows.map(([name, value, result]) => [name, <Amount key={name} value={value} result={result} />])} />
  );
}

function Quarters({ summary, year }: { readonly summary: Summary; readonly year: number }): ReactNode {
  return (
    <section className="card" aria-labelledby="quarters">
      <h2 id="quarters">Quarters</h2>
      {summary.quarterly_payments.length === 0 ? (
        <Empty>A tax profile says what is owed in which quarter.</Empty>
      ) : (
        <Table
          label="Quarters"
          rows={summary.quarterly_payments}
          keyOf={({ quarter }) => quarter}
          columns={[
            { name: 'Quarter', cell: ({ quarter }) => `Q${quarter}`, text: true },
            { name: 'Due', cell: ({ due_date }) => day(due_date) },
            { name: 'Required', cell: ({ required }) => <Amount value={required} /> },
            { name: 'Paid', cell: ({ paid }) => <Amount value={paid} /> },
            { name: 'Open', cell: ({ due }) => <Amount value={due} /> },
            { name: 'Open so far', cell: ({ cumulative_due }) => <Amount value={cumulative_due} /> },
          ]}
        />
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
            },
            { name: 'payment_amount', label: 'Amount', kind: 'number', required: true },
            { name: 'paid_on', label: 'Paid on', kind: 'date' },
          ]}
          save={(given) =>
            api.tax.recordPayment({ body: { ...given, tax_year: year, confirm: true } as unknown as Payment })
          }
        />
      </div>
    </section>
  );
}
