// What an import did or would do, in lines for a person.
import { basename } from 'node:path';
import type { JournalClient } from '@zorivest/contract';

export type ImportSummary = Awaited<ReturnType<JournalClient['imports']['brokerCsv']>>;

/** What became of rows, in the order they are listed. */
const FATES = [
  ['trades', 'trades'],
  ['events', 'position events'],
  ['cash', 'cash movements'],
  ['known', 'already in the book'],
  ['changed', 'corrected or cancelled earlier rows'],
  ['asked', 'waiting for your decision'],
  ['unreadable', 'unreadable'],
] as const;

export function describeImport(path: string, summary: ImportSummary): string {
  const lines = [
    `${basename(path)}: ${summary.detected_format}, ${fateOf(summary)}`,
    ...(summary.needs_review ? [`  ${summary.reason}`] : []),
    ...reviewLines(summary),
    ...rowLines(summary),
    ...summary.errors.slice(0, 10).map(({ row, message }) => `  row ${row}: ${message}`),
    ...summary.left_out
      .filter(({ outcome }) => outcome === 'flagged' || outcome === 'cancelled')
      .slice(0, 10)
      .map(({ row, message }) => (row === 0 ? `  ${message}` : `  row ${row}: ${message}`)),
    ...summary.warnings.slice(0, 10).map((warning) => `  ${warning}`),
    ...heldLines(summary),
    ...(summary.run_id === null || summary.rows.read === summary.rows.known
      ? []
      : [`  run ${summary.run_id}; undo it with \`zorivest imports undo ${summary.run_id}\``]),
  ];
  return lines.join('\n');
}

/** An import is done when every row has been handled. */
function fateOf({ preview, needs_review, status, rows }: ImportSummary): string {
  const waiting = rows.asked + rows.unreadable;
  const need = waiting === 0 ? '' : `, ${count(waiting)} ${waiting === 1 ? 'needs' : 'need'} you`;
  if (preview) return `would be imported${need}`;
  return needs_review || status === 'failed' ? 'not imported' : `done${need}`;
}

/** Every row of data, once. */
function rowLines({ rows }: ImportSummary): string[] {
  const lines: (readonly [number, string])[] = FATES.flatMap(([name, what]) =>
    rows[name] === 0 ? [] : [[rows[name], what] as const],
  );
  for (const { count: left, reason, example_row } of rows.left_out)
    lines.push([left, `left out: ${reason}${example_row === 0 ? '' : ` (row ${example_row})`}`]);
  if (rows.read === 0) return [];
  const width = String(rows.read).length;
  return [
    `  ${count(rows.read)} read${lines.length === 0 ? '' : ':'}`,
    ...lines.map(([rowsOfIt, what]) => `    ${String(rowsOfIt).padStart(width)}  ${what}`),
  ];
}

function count(rows: number): string {
  return rows === 1 ? '1 row' : `${rows} rows`;
}

/** What the person has to look at: which column was taken for what, a few rows, and what is not clear. */
function reviewLines({ review }: ImportSummary): string[] {
  if (review === null) return [];
  return [
    ...Object.entries(review.columns).map(([field, column]) => `  ${field} is the column “${column}”`),
    ...review.samples.slice(0, 5).map(({ row, after }) => `  row ${row}: ${inWords(after)}`),
    ...review.unclear.map((sentence) => `  not clear: ${sentence}`),
  ];
}

/** A row as it was understood, but for the id that was made for it. */
const inWords = (row: Readonly<Record<string, unknown>>): string =>
  Object.entries(row)
    .filter(([name, value]) => name !== 'exec_id' && value !== null && value !== '')
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');

/** The figures a statement states in addition to its rows, reconciled with the book. */
function heldLines({ reconciliation }: ImportSummary): string[] {
  if (reconciliation === null) return [];
  const { equal, explained, open, differences } = reconciliation;
  const counted = [
    `${equal} equal`,
    ...(explained === 0 ? [] : [`${explained} explained`]),
    ...(open === 0 ? [] : [`${open} open:`]),
  ];
  return [
    `  reconciled with the statement: ${counted.join(', ')}`,
    ...differences
      .filter((one) => one.open)
      .slice(0, 10)
      .flatMap(({ kind, subject, cause, act }) => [
        `    ${kind} ${subject}: ${cause}`,
        ...(act === null ? [] : [`      -> ${act}`]),
      ]),
  ];
}
