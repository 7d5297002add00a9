// The forms of the year: to print, or as rows for a program that files them.
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Download } from '../../components/download.tsx';
import { showPrintable } from '../../components/printable.ts';
import { Table } from '../../components/table.tsx';
import { api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';

const forms = [
  { form: '8949', name: 'Form 8949', what: 'Each sale, by box' },
  { form: 'schedule-d', name: 'Schedule D', what: 'Capital gains and losses, by line' },
  { form: '6781', name: 'Form 6781', what: 'Section 1256 contracts' },
] as const;

export function Forms({ year }: { readonly year: number }): ReactNode {
  return (
    <section className="card" aria-labelledby="forms">
      <h2 id="forms">Forms</h2>
      <Table
        stacked
        label="Forms"
        rows={forms}
        keyOf={({ form }) => form}
        columns={[
          { name: 'Form', cell: ({ name }) => name, text: true },
          { name: 'What', cell: ({ what }) => what, text: true },
          {
            name: 'Actions',
            silent: true,
            cell: ({ form, name }) => (
              <span className="page-tools">
                <Print name={name} form={form} year={year} />
                <Download
                  name={`form-${form}-${year}.csv`}
                  get={() => api.tax.form({ params: { form }, query: { year, format: 'csv' } })}
                >
                  CSV<span className="visually-hidden"> of {name}</span>
                </Download>
              </span>
            ),
          },
        ]}
      />
      <p className="page-tools">
        <Download name={`sales-${year}.txf`} get={() => api.tax.txf({ query: { tax_year: year } })}>
          TXF for tax software
        </Download>
        <span className="quiet">The sales of Form 8949 except coins, which the format does not support.</span>
      </p>
    </section>
  );
}

interface PrintProps {
  readonly name: string;
  readonly form: (typeof forms)[number]['form'];
  readonly year: number;
}

function Print({ name, form, year }: PrintProps): ReactNode {
  const open = useMutation<void, Problem, Window | null>({
    mutationFn: (tab) => showPrintable(`/api/v1/tax/forms/${form}?year=${year}&format=html`, tab),
  });
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={open.isPending}
        // A tab is only opened for a press of a button, so before the answer is there.
        onClick={() => open.mutate(window.open('', '_blank'))}
      >
        Open to print<span className="visually-hidden"> {name}</span>
      </button>
      {open.error && <span role="alert">{open.error.message}</span>}
    </>
  );
}
