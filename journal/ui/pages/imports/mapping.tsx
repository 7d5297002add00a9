// Which column of a table is what, said by the person and kept by a name for the next file like it.
import { type ReactNode, useState } from 'react';
import type { Options } from '../../parts/field.tsx';
import { type FieldSpec, OpenForm } from '../../parts/form-dialog.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useEndpoint } from '../../service/cache.ts';
import { type Answer, api } from '../../service/client.ts';
import { columnFields, profileOf } from './profile.ts';
import type { Upload } from './summary.tsx';

type TableOf = Answer<'imports', 'uploadTable'>;
type Body = Parameters<typeof api.imports.saveProfile>[0]['body'];

interface MapColumnsProps {
  readonly upload: Upload;
  readonly onSaved: (name: string) => void;
}

export function MapColumns({ upload, onSaved }: MapColumnsProps): ReactNode {
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
      {open && <Mapping upload={upload} onSaved={onSaved} onClose={() => setOpen(false)} />}
    </>
  );
}

function Mapping({ upload, onSaved, onClose }: MapColumnsProps & { readonly onClose: () => void }): ReactNode {
  const table = useEndpoint('imports', 'uploadTable', { params: { upload_id: upload.id } });
  if (!table.isSuccess)
    return (
      <Dialog title="Which column is what" onClose={onClose}>
        <Loaded query={table} height={200}>
          {() => null}
        </Loaded>
      </Dialog>
    );
  const usualName = upload.name.replace(/\.\w+$/, '').slice(0, 100);
  return (
    <OpenForm
      title="Which column is what"
      changes="import_profile"
      fields={fieldsOf(table.data, usualName)}
      save={async (given) => {
        const name = String(given['name'] ?? usualName);
        await api.imports.saveProfile({ params: { name }, body: profileOf(given) as unknown as Body });
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

function fieldsOf(table: TableOf, name: string): readonly FieldSpec[] {
  const [first = []] = table.rows;
  // A heading alone says little: what stands below it says more.
  const columns: Options = [
    ['', '–'],
    ...table.columns.map((column, at) => [column, first[at] ? `${column} (${first[at]})` : column] as const),
  ];
  return [
    { name: 'name', label: 'Name of the mapping', required: true, value: name },
    ...columnFields.map(([field, label]) => ({
      name: `column ${field}`,
      label,
      options: columns,
      value: table.fields[field],
    })),
    { name: 'buy', label: 'Words for a buy, by comma, where they are unusual' },
    { name: 'sell', label: 'Words for a sell, by comma' },
    { name: 'signed_quantity', label: 'A sale has a negative quantity', kind: 'flag' },
    { name: 'decimal_mark', label: 'Numbers are written', options: marks, value: table.decimal_mark },
    { name: 'date_order', label: 'In dates like 03/04/2026 comes', options: orders, value: table.date_order },
    { name: 'time_zone', label: 'Time zone of its times (America/New_York when empty)' },
    { name: 'currency', label: 'Currency of rows that name none' },
  ];
}
