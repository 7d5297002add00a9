// What was imported so far, the newest first: how much each file or broker brought in, and what was taken back.
import { shareStrip } from '@zorivest/pictures';
import { dayColumn, numberColumn, textColumn } from '../page/columns.ts';
import { empty, heading, picture } from '../page/parts.ts';
import { type Column, table, tableState } from '../page/table.ts';
import { startView, type Stage } from '../page/view.ts';
import type { JournalAnswer } from './_answer.ts';
import { humanName } from './_basis.ts';

type Answer = JournalAnswer<'imports', 'list'>;
type Run = Answer['items'][number];

const nameOf = ({ file_name, source }: Run): string => file_name ?? source;
const newIn = ({ imported, cash_imported, events_imported }: Run): number => imported + cash_imported + events_imported;
const stateOf = ({ undone_at, status }: Run): string => (undone_at === null ? humanName(status) : 'Taken back');

const columnsOf = ({ formats }: Stage): readonly Column<Run>[] => [
  textColumn('File or broker', nameOf),
  dayColumn('When', ({ started_at }) => started_at, formats.moment),
  textColumn('Account', ({ account_id }) => account_id),
  numberColumn('New', newIn, formats.count),
  numberColumn('Known already', ({ duplicates }) => duplicates, formats.count),
  numberColumn('Corrected', ({ updated }) => updated, formats.count),
  numberColumn('Not read', ({ invalid }) => invalid, formats.count),
  textColumn('State', stateOf),
];

startView<Answer>((answer) => {
  const state = tableState(1);
  return (stage) => {
    const { formats, width, redraw } = stage;
    const { items, total } = answer;
    if (items.length === 0)
      return [heading('Imports'), empty('Nothing was imported yet. Import a statement, and it is here.')];
    const kept = items.filter(({ undone_at }) => undone_at === null);
    const taken = items.length - kept.length;
    return [
      heading(
        'Imports',
        `${formats.count(total)} runs${items.length < total ? `, ${formats.count(items.length)} here` : ''}`,
      ),
      picture(
        shareStrip({
          label: 'What became of the rows',
          width,
          parts: [
            { name: 'New', value: sum(kept, newIn), tone: 'first' },
            { name: 'Known already', value: sum(kept, ({ duplicates }) => duplicates), tone: 'second' },
            { name: 'Corrected', value: sum(kept, ({ updated }) => updated), tone: 'third' },
            { name: 'Not read', value: sum(kept, ({ invalid }) => invalid), tone: 'loss' },
          ],
          format: formats.count,
        }),
        taken === 0 ? 'Rows of these imports' : `Rows of these imports, without ${formats.count(taken)} taken back`,
      ),
      table({ label: 'Imports', columns: columnsOf(stage), rows: items, state, changed: redraw }),
    ];
  };
});

function sum<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((all, one) => all + of(one), 0);
}
