// The log of imports. Bringing a file in is a command of its own: commands/import.ts.
import { command, type Answer, type CommandSpec } from './command-spec.ts';
import { field, listOf } from './fields.ts';
import { tabulate } from './show.ts';

export const imports: readonly CommandSpec[] = [
  command('imports.list', {
    name: 'imports list',
    summary: 'the log of imports, newest first',
    example: 'zorivest imports list --account main',
    shown: [
      'run_id',
      'started_at',
      'source',
      'file_name',
      'account_id',
      'status',
      'imported',
      'duplicates',
      'undone_at',
    ],
  }),
  command('imports.get', {
    name: 'imports show',
    summary: 'one import with what happened to its rows',
    example: 'zorivest imports show <run_id>',
    places: ['run_id'],
    shown: ({ notes, ...run }) =>
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
  }),
  command('imports.decide', {
    name: 'imports decide',
    summary: 'decide whether possible duplicates are the same as rows of the book or new; without rows, list them',
    example: 'zorivest imports decide <run_id> --same 12,13 --new 20',
    places: ['run_id'],
    without: ['decisions'],
    also: () => [
      field('same', 'Rows the book has already', { type: 'list' }),
      field('new', 'Rows that are new', { type: 'list' }),
    ],
    perform: ({ run_id, same, new: fresh }, { ask }) => {
      const rows = (list: unknown, decision: string) => listOf(list).map((row) => ({ row: Number(row), decision }));
      const decisions = [...rows(same, 'same'), ...rows(fresh, 'new')];
      return decisions.length === 0 ? ask({ run_id }, 'imports.lookAlikes') : ask({ run_id, decisions });
    },
    shown: (answer) => tabulate(answer, ['row', 'message', 'decision', 'run_id', 'same', 'new', 'imported']),
  }),
  command('imports.instruments', {
    name: 'imports instruments',
    summary: 'instruments that statements name by ISIN only, and the names you gave them',
    example: 'zorivest imports instruments --unnamed',
    shown: ['isin', 'name', 'instrument', 'trades'],
  }),
  command('imports.nameInstrument', {
    name: 'imports name',
    summary: 'give an instrument known only by ISIN its ticker, in every row and in later statements',
    example: 'zorivest imports name US0378331005 AAPL',
    places: ['isin', 'instrument'],
    shown: ['isin', 'instrument', 'trades_renamed', 'transactions_renamed', 'events_renamed'],
  }),
  command('imports.undo', {
    name: 'imports undo',
    summary: 'undo everything an import added or changed',
    example: 'zorivest imports undo <run_id> --yes',
    places: ['run_id'],
    question: ({ run_id }) => `Take back everything ${String(run_id)} brought in?`,
    shown: ['run_id', 'trades_removed', 'transactions_removed', 'events_removed', 'trades_restored'],
  }),
  command('reconciliations.run', {
    name: 'reconcile',
    summary: 'compare every imported statement with the book: what differs, and why',
    example: 'zorivest reconcile main',
    places: ['account_id'],
    optional: ['account_id'],
    shown: ({ items, accounts }) => [...accounts.map(markLine), ...items.flatMap(itemLines)].join('\n'),
  }),
];

type ReconciliationRun = Answer<'reconciliations.run'>;

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
