// What was imported so far, the newest first: how much each file or broker brought in, and what was undone.
import { shareStrip } from '@zorivest/pictures';
import { importSource } from '@zorivest/vocabulary';
import { dayColumn, momentText, numberColumn, textColumn } from '../page/columns.ts';
import { empty, heading, picture } from '../page/parts.ts';
import { type Column, table, tableState } from '../page/table.ts';
import { startView, type Stage } from '../page/view.ts';
import { accountNames } from './_accounts.ts';
import type { JournalAnswer } from './_answer.ts';
import { humanName } from './_basis.ts';

type Answer = JournalAnswer<'imports', 'list'>;
type Run = Answer['items'][number];

const nameOf = ({ file_name, source }: Run): string => file_name ?? humanName(importSource(source));
const newIn = ({ imported, cash_imported, events_imported }: Run): number => imported + cash_imported + events_imported;
const stateOf = ({ undone_at, status }: Run): string =>
  undone_at !== null ? 'Undone' : status === 'success' ? '–' : humanName(status);

const columnsOf = (
  stage: Stage,
  accountName: (id: string) => string,
  { formats } = stage,
  some = (value: number | null | undefined) => (value === 0 ? '–' : formats.count(value)),
): readonly Column<Run>[] => [
  textColumn('File or broker', nameOf, { wraps: true }),
  numberColumn('New', newIn, formats.count),
  dayColumn('When', ({ started_at }) => started_at, momentText(stage)),
  textColumn('Account', ({ account_id }) => accountName(account_id), { speaks: true }),
  numberColumn('Duplicates', ({ duplicates }) => duplicates, some),
  numberColumn('Corrected', ({ updated }) => updated, some),
  numberColumn('Unreadable', ({ invalid }) => invalid, some),
  textColumn('State', stateOf, { speaks: true }),
];

startView<Answer>((answer, begun) => {
  const accountName = accountNames(begun);
  const state = tableState(2);
  return (stage) => {
    const { formats, width, redraw } = stage;
    const { items, total } = answer;
    if (items.length === 0)
      return [heading('Imports'), empty('Nothing was imported yet. Import a statement to see it here.')];
    const active = items.filter(({ undone_at }) => undone_at === null);
    const taken = items.length - active.length;
    return [
      heading(
        'Imports',
        `${formats.count(total)} runs${items.length < total ? `, ${formats.count(items.length)} here` : ''}`,
      ),
      picture(
        shareStrip({
          label: 'Rows by outcome',
          width,
          parts: [
            { name: 'New', value: sum(active, newIn), tone: 'first' },
            { name: 'Duplicates', value: sum(active, ({ duplicates }) => duplicates), tone: 'second' },
            { name: 'Corrected', value: sum(active, ({ updated }) => updated), tone: 'third' },
            { name: 'Unreadable', value: sum(active, ({ invalid }) => invalid), tone: 'loss' },
          ],
          format: formats.count,
        }),
        taken === 0 ? 'Rows of these imports' : `Rows of these imports, without ${formats.count(taken)} undone`,
      ),
      table({ label: 'Imports', columns: columnsOf(stage, accountName), rows: items, state, changed: redraw }),
    ];
  };
});

function sum<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((all, one) => all + of(one), 0);
}
