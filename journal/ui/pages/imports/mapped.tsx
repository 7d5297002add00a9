// A table known by its shape only, or not at all: the person states its kind and maps its columns, once; the next
// file with the same headings is read with that mapping.
import type { ReactNode } from 'react';
import { Choice, type Options } from '../../components/field.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { fitting } from './fitting.ts';
import { MapColumns } from './mapping.tsx';
import type { Upload } from './summary.tsx';

export type TableKind = 'broker_csv' | 'bank';

/** How a table is read: as what, and by which saved mapping, where there is one. */
export interface TableReading {
  readonly kind: TableKind;
  readonly profile: string;
}

export const isTable = ({ kind, format }: Upload): boolean =>
  kind === 'bank' ? format === 'csv' : kind === 'broker_csv' && ['unknown', 'generic'].includes(format);

/** The mapping of tables with the same headings; null until one is known. */
export function useSaved(upload: Upload): TableReading | null {
  const enabled = isTable(upload);
  const table = useEndpoint('imports', 'uploadTable', { params: { upload_id: upload.id } }, { enabled });
  const broker = useEndpoint('imports', 'profiles', undefined, { enabled });
  const bank = useEndpoint('banking', 'profiles', undefined, { enabled });
  const asIs: TableReading = { kind: upload.kind === 'bank' ? 'bank' : 'broker_csv', profile: '' };
  if (!enabled || table.isError || broker.isError || bank.isError) return asIs;
  if (table.data === undefined || broker.data === undefined || bank.data === undefined) return null;
  const saved = fitting(table.data.columns, [
    ...broker.data.map(({ name, columns }) => ({ kind: 'broker_csv' as const, name, columns })),
    ...bank.data.map(({ name, columns }) => ({ kind: 'bank' as const, name, columns })),
  ]);
  return saved === undefined ? asIs : { kind: saved.kind, profile: saved.name };
}

const kinds: Options = [
  ['broker_csv', 'Broker trades'],
  ['bank', 'Bank transactions'],
];

interface MappedProps {
  readonly upload: Upload;
  readonly reading: TableReading;
  readonly onChange: (reading: TableReading) => void;
}

export function MappedTable({ upload, reading, onChange }: MappedProps): ReactNode {
  const broker = useEndpoint('imports', 'profiles');
  const bank = useEndpoint('banking', 'profiles');
  const { kind, profile } = reading;
  const names = ((kind === 'bank' ? bank.data : broker.data) ?? []).map(({ name }) => name);
  return (
    <div className="page-tools">
      <Choice
        label="This table holds"
        value={kind}
        onChange={({ target }) => onChange({ kind: target.value as TableKind, profile: '' })}
        options={kinds}
      />
      {names.length > 0 && (
        <Choice
          label="Mapping"
          value={profile}
          onChange={({ target }) => onChange({ kind, profile: target.value })}
          options={[
            ['', upload.format === 'unknown' ? 'None' : 'Detect from the headings'],
            ...names.map((name) => [name, name] as const),
          ]}
        />
      )}
      <MapColumns upload={upload} kind={kind} onSaved={(name) => onChange({ kind, profile: name })} />
    </div>
  );
}
