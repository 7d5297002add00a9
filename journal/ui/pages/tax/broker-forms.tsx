// Brokers' Forms 1099 of the year: read one, and see where it and the book differ.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { count } from '../../amount/format.ts';
import { weekday } from '../../amount/time.ts';
import { AccountName } from '../../components/account-name.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { queries, useEndpoint } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';

type FormComparison = Answer<'tax', 'forms1099'>;
type FormImport = Answer<'tax', 'import1099'>;
type ImportBody = Parameters<typeof api.tax.import1099>[0]['body'];

const KINDS: Readonly<Record<FormComparison['mismatches'][number]['kind'], string>> = {
  box: 'Box',
  basis: 'Cost basis',
  wash: 'Wash sale',
  proceeds: 'Proceeds',
  acquired: 'Day acquired',
  sold: 'Day sold',
  quantity: 'Quantity',
  not_in_book: 'Not in the book',
  not_on_form: 'Not on the form',
};

export function BrokerForms({ year }: { readonly year: number }): ReactNode {
  const query = useEndpoint('tax', 'forms1099', { query: { tax_year: year } });
  return (
    <>
      <ReadForm />
      <WhenLoaded query={query} height={120}>
        {(found) =>
          found.forms.length === 0 ? (
            <Empty>
              Import a broker’s Form 1099-B or 1099-DA: each sale is reconciled with the book, and Form 8949 takes over
              its boxes, basis and wash sales.
            </Empty>
          ) : (
            <Compare found={found} />
          )
        }
      </WhenLoaded>
    </>
  );
}

function ReadForm(): ReactNode {
  const [fileId, accountId] = [useId(), useId()];
  const accounts = useEndpoint('accounts', 'list');
  const traded = (accounts.data ?? []).filter(({ account_type }) => account_type !== 'bank');
  const [chosen, setChosen] = useState('');
  const account_id = chosen === '' ? (traded[0]?.account_id ?? '') : chosen;
  const read = useMutation<FormImport, Problem, File>({
    // A page sends a file as it is; the contract's type speaks of a program's.
    mutationFn: (file) => api.tax.import1099({ body: { file, account_id } as unknown as ImportBody }),
    onSettled: () => void queries.invalidateQueries(),
  });
  return (
    <>
      <div className="page-tools">
        <div className="field">
          <label htmlFor={accountId}>Account</label>
          <select id={accountId} value={account_id} onChange={({ target }) => setChosen(target.value)}>
            {traded.map((one) => (
              <option key={one.account_id} value={one.account_id}>
                {one.name}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor={fileId}>Form 1099-B or 1099-DA (TXF, CSV or Excel)</label>
          <input
            id={fileId}
            type="file"
            disabled={account_id === ''}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file !== undefined) read.mutate(file);
              target.value = '';
            }}
          />
        </div>
      </div>
      {read.isPending && <p aria-busy="true">Reconciling the form with the book …</p>}
      {read.data && <p role="status">{describe(read.data)}</p>}
      {read.data?.invalid.map(({ row, reason }) => (
        <p key={row}>{`Row ${row} was left out: ${reason}.`}</p>
      ))}
      {read.error && <p role="alert">{read.error.message}</p>}
    </>
  );
}

function describe({ form, tax_year, sales, replaced, matched, mismatches }: FormImport): string {
  const place = replaced ? ', replacing the previous form' : '';
  return `Form ${form} of ${tax_year}: ${count(sales)} sales${place}, ${count(matched)} in the book, ${count(mismatches.length)} differences.`;
}

function Compare({
  found: { forms, matched, mismatches: differences },
}: {
  readonly found: FormComparison;
}): ReactNode {
  return (
    <>
      <Table
        label="Forms 1099"
        rows={forms}
        keyOf={({ form_id }) => form_id}
        columns={[
          { name: 'Form', cell: ({ form }) => form, text: true },
          { name: 'Account', cell: ({ account_id }) => <AccountName id={account_id} />, text: true },
          { name: 'File', cell: ({ file_name }) => file_name ?? '–', text: true },
          { name: 'Sales', cell: ({ sales }) => count(sales) },
          { name: 'Actions', silent: true, cell: ({ form_id, form }) => <Forget id={form_id} form={form} /> },
        ]}
      />
      <p>{`Rows matched in the book: ${count(matched)}; differences: ${count(differences.length)}.`}</p>
      {differences.length === 0 ? null : (
        <Table
          label="Differences between the forms and the book"
          rows={differences.map((one, at) => ({ ...one, at }))}
          keyOf={({ at }) => at}
          columns={[
            { name: 'Sold', cell: ({ sold }) => weekday(sold) },
            { name: 'Instrument', cell: ({ instrument }) => instrument, text: true },
            { name: 'Account', cell: ({ account_id }) => <AccountName id={account_id} />, text: true },
            { name: 'What', cell: ({ kind }) => KINDS[kind], text: true },
            { name: 'Form', cell: ({ stated }) => stated ?? '–' },
            { name: 'Book', cell: ({ book }) => book ?? '–' },
            { name: 'Row', cell: ({ rows }) => (rows.length === 0 ? '–' : rows.join(', ')), text: true },
            {
              name: 'Reason and value used',
              cell: ({ cause }) => <span className="wrapped">{cause}</span>,
              text: true,
            },
          ]}
        />
      )}
    </>
  );
}

function Forget({ id, form }: { readonly id: number; readonly form: string }): ReactNode {
  const forget = useMutation<unknown, Problem>({
    mutationFn: () => api.tax.forget1099({ params: { form_id: id } }),
    onSettled: () => void queries.invalidateQueries(),
  });
  return (
    <>
      <button type="button" className="button" disabled={forget.isPending} onClick={() => forget.mutate()}>
        Undo<span className="visually-hidden"> {form}</span>
      </button>
      {forget.error && <span role="alert">{forget.error.message}</span>}
    </>
  );
}
