// What an import did, or would do, in numbers.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { count, countOf } from '../../amount/format.ts';
import { UndoChange } from '../../components/undo.tsx';
import { Table } from '../../components/table.tsx';
import type { Answer } from '../../client/client.ts';

export type Summary = Answer<'imports', 'previewUpload'>;
export type Upload = Answer<'imports', 'upload'>['uploads'][number];

type ImportCounts = Pick<
  Summary,
  | 'imported'
  | 'cash_imported'
  | 'events_imported'
  | 'updated'
  | 'duplicates'
  | 'look_alikes'
  | 'cancelled'
  | 'skipped'
  | 'invalid'
>;

export function countsOf(summary: ImportCounts): string {
  const parts: readonly (readonly [number, string])[] = [
    [summary.imported, 'new'],
    [summary.cash_imported, 'cash movements'],
    [summary.events_imported, 'events'],
    [summary.updated, 'completed'],
    [summary.duplicates, 'duplicates'],
    [summary.look_alikes, 'possible duplicates'],
    [summary.cancelled, 'cancelled by the broker'],
    [summary.skipped, 'left out'],
    [summary.invalid, 'unreadable'],
  ];
  return (
    parts
      .filter(([n]) => n > 0)
      .map(([n, name]) => `${count(n)} ${name}`)
      .join(' · ') || 'Nothing new.'
  );
}

const FATES = [
  ['trades', 'Trades'],
  ['events', 'Events'],
  ['cash', 'Cash movements'],
  ['known', 'Already in the book'],
  ['changed', 'Corrected or cancelled earlier rows'],
  ['asked', 'Waiting for your decision'],
  ['unreadable', 'Unreadable'],
] as const;

/** The rows as one strip, each kind as long as its share; what it says is written below it. */
export function Fates({ rows }: { readonly rows: Summary['rows'] }): ReactNode {
  const leftOut = rows.left_out.reduce((sum, { count: n }) => sum + n, 0);
  const parts = [
    ['new', rows.trades + rows.events + rows.cash + rows.changed],
    ['known', rows.known],
    ['left out', leftOut],
    ['waiting', rows.asked],
    ['unreadable', rows.unreadable],
  ] as const;
  const shown = parts.filter(([, n]) => n > 0);
  if (shown.length === 0) return null;
  return (
    <div
      className="fates"
      role="img"
      aria-label={`Of ${countOf(rows.read, 'row')}: ${shown.map(([name, n]) => `${count(n)} ${name}`).join(', ')}`}
    >
      {shown.map(([name, n]) => (
        <span key={name} className={name.replace(' ', '-')} style={{ flexGrow: n }} title={`${count(n)} ${name}`} />
      ))}
    </div>
  );
}

/** Every row of data once, by what became of it. */
export function RowTable({ rows }: { readonly rows: Summary['rows'] }): ReactNode {
  const fates = [
    ...FATES.map(([name, what]) => ({ what, rows: rows[name], example: 0 })),
    ...rows.left_out.map((left) => ({
      what: `Left out: ${left.reason}`,
      rows: left.count,
      example: left.example_row,
    })),
  ].filter((one) => one.rows > 0);
  const waiting = rows.asked + rows.unreadable;
  return (
    <details open={waiting > 0}>
      <summary>
        {count(rows.read)} {rows.read === 1 ? 'row' : 'rows'} read
        {waiting > 0 && `, ${count(waiting)} ${waiting === 1 ? 'needs' : 'need'} you`}
      </summary>
      <Table
        label="Rows by outcome"
        rows={fates}
        keyOf={({ what }) => what}
        columns={[
          { name: 'Rows', cell: (one) => count(one.rows) },
          { name: 'Outcome', cell: ({ what }) => <span className="wrapped">{what}</span>, text: true },
          { name: 'First row', cell: ({ example }) => (example === 0 ? '–' : count(example)) },
        ]}
      />
    </details>
  );
}

const MOST = 20;

/** What could not be read, each with its row; then what else is to be known. */
export function Remarks({
  summary,
}: {
  readonly summary: Pick<Summary, 'errors' | 'warnings' | 'left_out'>;
}): ReactNode {
  const lines = [...summary.errors.map(({ row, message }) => `Row ${row}: ${message}`), ...summary.warnings];
  const deleted = summary.left_out.filter(({ outcome }) => outcome === 'deleted');
  if (lines.length === 0 && deleted.length === 0) return null;
  return (
    <ul>
      {lines.slice(0, MOST).map((line, i) => (
        <li key={i}>{line}</li>
      ))}
      {deleted.slice(0, MOST).map(({ row, message, bin_id }) => (
        <li key={`deleted ${row}`}>
          Row {row}: {message}.{' '}
          {typeof bin_id === 'number' && <UndoChange undo={{ bin_id, why_not: null }}>Restore</UndoChange>}
        </li>
      ))}
      {lines.length > MOST && <li>{`and ${count(lines.length - MOST)} more`}</li>}
    </ul>
  );
}

/** The figures a statement states besides its rows, reconciled with the book. */
export function StatementChecks({
  summary: { reconciliation },
}: {
  readonly summary: Pick<Summary, 'reconciliation'>;
}): ReactNode {
  if (reconciliation === null) return null;
  const { equal, explained, open, differences } = reconciliation;
  const parts = [
    `${count(equal)} equal`,
    ...(explained === 0 ? [] : [`${count(explained)} explained`]),
    ...(open === 0 ? [] : [`${count(open)} open`]),
  ];
  return (
    <>
      <p>
        Reconciled with the statement: {parts.join(', ')}. <Link href="/accounts">Details</Link>
      </p>
      {open > 0 && (
        <ul>
          {differences
            .filter((one) => one.open)
            .map(({ account_id, kind, subject, cause }) => (
              <li key={`${account_id} ${kind} ${subject}`}>{`${kind} ${subject}: ${cause}`}</li>
            ))}
        </ul>
      )}
    </>
  );
}
