// The log of imports. Bringing a file in is a command of its own: commands/import.ts.
import type { ClientOutput, contract } from '@zorivest/contract';
import type { CommandSpec } from './command-spec.ts';
import { field } from './fields.ts';

interface Run {
  readonly run_id: string;
  readonly [field: string]: unknown;
  readonly notes: {
    readonly items: readonly { row: number | null; outcome: string; message: string }[];
    readonly total: number;
  };
}

export const imports: readonly CommandSpec[] = [
  {
    name: 'imports list',
    summary: 'the log of imports, newest first',
    example: 'zorivest imports list --account main',
    endpoint: 'imports.list',
    shown: [
      'run_id',
      'started_at',
      'source',
      'file_name',
      'account_id',
      'status',
      'imported',
      'duplicates_skipped',
      'undone_at',
    ],
  },
  {
    name: 'imports show',
    summary: 'one import with what happened to its rows',
    example: 'zorivest imports show <run_id>',
    endpoint: 'imports.get',
    places: ['run_id'],
    shown: ({ notes, ...run }: Run) =>
      [
        ...Object.entries(run).flatMap(([name, value]) =>
          value === null || value === 0 || (Array.isArray(value) && value.length === 0)
            ? []
            : [
                `${name.replaceAll('_', ' ')}: ${Array.isArray(value) ? value.join('; ') : String(value as string | number)}`,
              ],
        ),
        ...notes.items.map(({ row, outcome, message }) => `  row ${row ?? '-'}: ${outcome}, ${message}`),
        ...(notes.total > notes.items.length
          ? [`  ${notes.items.length} of ${notes.total} rows; --limit and --offset show the others`]
          : []),
      ].join('\n'),
  },
  {
    name: 'imports decide',
    summary: 'decide whether possible duplicates are the same as rows of the book or new; without rows, list them',
    example: 'zorivest imports decide <run_id> --same 12,13 --new 20',
    endpoint: 'imports.decide',
    places: ['run_id'],
    without: ['decisions'],
    also: () => [
      field('same', 'Rows the book has already', { type: 'list' }),
      field('new', 'Rows that are new', { type: 'list' }),
    ],
    perform: ({ run_id, same, new: fresh }, { ask }) => {
      const rows = (list: unknown, decision: string) =>
        ((list ?? []) as string[]).map((row) => ({ row: Number(row), decision }));
      const decisions = [...rows(same, 'same'), ...rows(fresh, 'new')];
      return decisions.length === 0 ? ask({ run_id }, 'imports.lookAlikes') : ask({ run_id, decisions });
    },
    shown: ['row', 'message', 'decision', 'run_id', 'same', 'new', 'imported'],
  },
  {
    name: 'imports instruments',
    summary: 'instruments that statements name by ISIN only, and the names you gave them',
    example: 'zorivest imports instruments --unnamed',
    endpoint: 'imports.instruments',
    shown: ['isin', 'name', 'instrument', 'trades'],
  },
  {
    name: 'imports name',
    summary: 'give an instrument known only by ISIN its ticker, in every row and in later statements',
    example: 'zorivest imports name US0378331005 AAPL',
    endpoint: 'imports.nameInstrument',
    places: ['isin', 'instrument'],
    shown: ['isin', 'instrument', 'trades_renamed', 'transactions_renamed', 'events_renamed'],
  },
  {
    name: 'imports undo',
    summary: 'undo everything an import added or changed',
    example: 'zorivest imports undo <run_id> --yes',
    endpoint: 'imports.undo',
    places: ['run_id'],
    question: ({ run_id }) => `Take back everything ${String(run_id)} brought in?`,
    shown: ['run_id', 'trades_removed', 'transactions_removed', 'events_removed', 'trades_restored'],
  },
  {
    name: 'reconcile',
    summary: 'compare every imported statement with the book: what differs, and why',
    example: 'zorivest reconcile main',
    endpoint: 'reconciliations.run',
    places: ['account_id'],
    optional: ['account_id'],
    shown: ({ items, accounts }: ReconciliationRun) =>
      [...accounts.map(markLine), ...items.flatMap(itemLines)].join('\n'),
  },
];

type ReconciliationRun = ClientOutput<typeof contract.reconciliations.run>;

function markLine({ account_id, reconciled_to, differences, never }: ReconciliationRun['accounts'][number]): string {
  const open = differences === 0 ? '' : `, ${differences} open ${differences === 1 ? 'difference' : 'differences'}`;
  const mark = never
    ? 'never reconciled: no statement of it states a position or a balance'
    : reconciled_to === null
      ? 'not reconciled yet'
      : `reconciled to ${reconciled_to}`;
  return `${account_id}: ${mark}${open}`;
}

function itemLines({ account_id, date, source, status, checks }: ReconciliationRun['items'][number]): string[] {
  const different = checks.filter(({ cause }) => cause !== null);
  const equal = checks.length - different.length;
  return [
    '',
    `${account_id}, ${date} (${source}): ${status}, ${equal} of ${checks.length} figures equal`,
    ...different.flatMap(({ kind, subject, stated, book, cause, act, rows }) => [
      `  ${kind} ${subject}: the statement says ${stated}, the book ${book ?? 'nothing'}. ${cause ?? ''}`,
      ...(act === null ? [] : [`    -> ${act}`]),
      ...(rows.length === 0 ? [] : [`    rows: ${rows.slice(0, 8).join(', ')}`]),
    ]),
  ];
}
