// What an import did, or would do, in numbers.
import type { ReactNode } from 'react';
import { count } from '../../amount/format.ts';
import { UndoChange } from '../assistant/undo.tsx';
import type { Answer } from '../../service/client.ts';

export type Summary = Answer<'imports', 'previewUpload'>;
export type Upload = Answer<'imports', 'upload'>['uploads'][number];

type Counted = Pick<
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

export function countsOf(summary: Counted): string {
  const parts: readonly (readonly [number, string])[] = [
    [summary.imported, 'new'],
    [summary.cash_imported, 'movements of cash'],
    [summary.events_imported, 'events'],
    [summary.updated, 'completed'],
    [summary.duplicates, 'already there'],
    [summary.look_alikes, 'look alike'],
    [summary.cancelled, 'taken back by the broker'],
    [summary.skipped, 'left out'],
    [summary.invalid, 'unreadable'],
  ];
  return (
    parts
      .filter(([n]) => n > 0)
      .map(([n, name]) => `${count(n)} ${name}`)
      .join(' · ') || 'Nothing new in it.'
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
          {typeof bin_id === 'number' && <UndoChange undo={{ bin_id, why_not: null }}>Bring back</UndoChange>}
        </li>
      ))}
      {lines.length > MOST && <li>{`and ${count(lines.length - MOST)} more`}</li>}
    </ul>
  );
}
