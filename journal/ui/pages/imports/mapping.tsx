// The columns of a table, mapped by the person and saved under a name for the next file like it.
import { type ReactNode, useState } from 'react';
import type { Options } from '../../components/field.tsx';
import { type FieldSpec, OpenForm } from '../../components/form-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import { bankColumnFields, bankProfileOf } from './bank-profile.ts';
import { columnFields, columnName, profileOf } from './profile.ts';
import type { Upload } from './summary.tsx';

type TableOf = Answer<'imports', 'uploadTable'>;
type Body = Parameters<typeof api.imports.saveProfile>[0]['body'];
type BankBody = Parameters<typeof api.banking.saveProfile>[0]['body'];

interface MapColumnsProps {
  readonly upload: Upload;
  readonly kind: 'broker_csv' | 'bank';
  readonly onSaved: (name: string) => void;
}

export function MapColumns({ upload, ...mapping }: MapColumnsProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={upload.format === 'unknown' ? 'button main' : 'button'}
        onClick={() => setOpen(true)}
      >
        Map columns
      </button>
      {open && <Mapping upload={upload} {...mapping} onClose={() => setOpen(false)} />}
    </>
  );
}

function Mapping({ upload, kind, onSaved, onClose }: MapColumnsProps & { readonly onClose: () => void }): ReactNode {
  const table = useEndpoint('imports', 'uploadTable', { params: { upload_id: upload.id } });
  if (!table.isSuccess)
    return (
      <Dialog title="Column mapping" onClose={onClose}>
        <WhenLoaded query={table} height={200}>
          {() => null}
        </WhenLoaded>
      </Dialog>
    );
  const usualName = upload.name.replace(/\.\w+$/, '').slice(0, 100);
  return (
    <OpenForm
      title="Column mapping"
      changes="import_profile"
      fields={[
        { name: 'name', label: 'Name of the mapping', required: true, value: usualName },
        ...(kind === 'bank' ? bankFieldsOf(table.data) : fieldsOf(table.data)),
      ]}
      save={async (values) => {
        const name = String(values['name'] ?? usualName);
        const params = { name };
        // The service judges what was chosen; a form cannot know more.
        await (kind === 'bank'
          ? api.banking.saveProfile({ params, body: bankProfileOf(values) as unknown as BankBody })
          : api.imports.saveProfile({ params, body: profileOf(values) as unknown as Body }));
        onSaved(name);
      }}
      onClose={onClose}
    />
  );
}

const marks: Options = [
  ['.', '1,234.50'],
  [',', '1.234,50'],
];

const orders: Options = [
  ['mdy', 'month first'],
  ['dmy', 'day first'],
];

const bankKinds: Options = [
  ['bank', 'A bank account'],
  ['creditcard', 'A credit card'],
  ['investment', 'An investment account'],
];

/** A choice of column for each field; a heading alone says little, what stands below it says more. */
function columnChoices(
  { columns, rows: [first = []] }: TableOf,
  fields: readonly (readonly [field: string, label: string])[],
  known: Readonly<Partial<Record<string, string>>>,
): readonly FieldSpec[] {
  const options: Options = [
    ['', '–'],
    ...columns.map((column, at) => [column, first[at] ? `${column} (${first[at]})` : column] as const),
  ];
  return fields.map(([field, label]) => ({ name: columnName(field), label, options, value: known[field] }));
}

function fieldsOf(table: TableOf): readonly FieldSpec[] {
  return [
    ...columnChoices(table, columnFields, table.fields),
    { name: 'buy', label: 'Words for a buy, separated by commas' },
    { name: 'sell', label: 'Words for a sell, separated by commas' },
    { name: 'signed_quantity', label: 'Sales have negative quantities', kind: 'flag' },
    { name: 'decimal_mark', label: 'Number format', options: marks, value: table.decimal_mark },
    { name: 'date_order', label: 'Date order (03/04/2026)', options: orders, value: table.date_order },
    { name: 'time_zone', label: 'Time zone (empty: America/New_York)' },
    { name: 'currency', label: 'Default currency' },
  ];
}

function bankFieldsOf(table: TableOf): readonly FieldSpec[] {
  return [
    ...columnChoices(table, bankColumnFields, table.bank_fields),
    { name: 'kind', label: 'Statement type', options: bankKinds },
    { name: 'invert_sign', label: 'Expenses are positive', kind: 'flag' },
    { name: 'decimal_mark', label: 'Number format', options: marks, value: table.decimal_mark },
    { name: 'date_order', label: 'Date order (03/04/2026)', options: orders, value: table.date_order },
    { name: 'currency', label: 'Default currency (empty: the account’s)' },
  ];
}
