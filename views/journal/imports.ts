// What was imported so far, the newest first: how much each file or broker brought in, and what was taken back.
import { barChart } from '@zorivest/pictures';
import { dayColumn, numberColumn, textColumn } from '../page/columns.ts';
import { empty, figures, heading, picture } from '../page/parts.ts';
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
  textColumn('Id', ({ run_id }) => run_id),
];

const MOST_BARS = 15;

startView<Answer>((answer) => {
  const state = tableState(1);
  return (stage) => {
    const { formats, width, redraw } = stage;
    const { items, total } = answer;
    if (items.length === 0)
      return [heading('Imports'), empty('Nothing was imported yet. Import a statement, and it is here.')];
    const latest = items.slice(0, MOST_BARS);
    return [
      heading(
        'Imports',
        `${formats.count(total)} runs${items.length < total ? `, ${formats.count(items.length)} here` : ''}`,
      ),
      figures([
        { name: 'New rows', text: formats.count(sum(items, newIn)) },
        { name: 'Known already', text: formats.count(sum(items, ({ duplicates }) => duplicates)) },
        { name: 'Not read', text: formats.count(sum(items, ({ invalid }) => invalid)) },
        { name: 'Taken back', text: formats.count(items.filter(({ undone_at }) => undone_at !== null).length) },
      ]),
      picture(
        barChart({
          label: 'New rows of each import',
          width,
          bars: latest.map((run) => ({ name: nameOf(run), value: newIn(run), key: run.run_id })),
          format: formats.count,
          tone: 'first',
        }),
        items.length > latest.length ? `New rows of the latest ${latest.length}` : 'New rows of each',
      ),
      table({ label: 'Imports', columns: columnsOf(stage), rows: items, state, changed: redraw }),
    ];
  };
});

function sum<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((all, one) => all + of(one), 0);
}
