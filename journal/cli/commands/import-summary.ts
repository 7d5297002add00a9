// What an import did or would do, in lines for a person.
import { basename } from 'node:path';
import type { JournalClient } from '@zorivest/contract';

export type ImportSummary = Awaited<ReturnType<JournalClient['imports']['brokerCsv']>>;

const counted = [
  ['imported', 'imported'],
  ['cash_imported', 'cash movements'],
  ['events_imported', 'events'],
  ['duplicates', 'in the book already'],
  ['updated', 'corrected'],
  ['look_alikes', 'look-alikes'],
  ['flagged', 'left for you to decide'],
  ['skipped', 'skipped'],
  ['invalid', 'could not be read'],
] as const;

const FATES: Readonly<Record<ImportSummary['status'], string>> = {
  success: 'done',
  partial: 'done in part',
  failed: 'not imported',
};

export function describeImport(path: string, summary: ImportSummary): string {
  const counts = counted.filter(([name]) => summary[name] > 0).map(([name, word]) => `${summary[name]} ${word}`);
  const what = summary.preview ? 'would bring' : summary.needs_review ? 'not imported' : FATES[summary.status];
  const lines = [
    `${basename(path)}: ${summary.detected_format}, ${what}: ${counts.join(', ') || 'nothing new'} (${summary.total_rows} rows)`,
    ...(summary.needs_review ? [`  ${summary.reason}`] : []),
    ...reviewLines(summary),
    ...summary.errors.slice(0, 10).map(({ row, message }) => `  row ${row}: ${message}`),
    ...summary.warnings.slice(0, 10).map((warning) => `  ${warning}`),
    ...(summary.run_id === null || counts.length === 0
      ? []
      : [`  run ${summary.run_id}; \`zorivest imports undo ${summary.run_id}\` takes it back`]),
  ];
  return lines.join('\n');
}

/** What the person has to look at: which column was taken for what, a few rows, and what is not clear. */
function reviewLines({ review }: ImportSummary): string[] {
  if (review === null) return [];
  return [
    ...Object.entries(review.columns).map(([field, column]) => `  ${field} is the column “${column}”`),
    ...review.samples.slice(0, 5).map(({ row, after }) => `  row ${row}: ${JSON.stringify(after)}`),
    ...review.unclear.map((sentence) => `  not clear: ${sentence}`),
  ];
}
