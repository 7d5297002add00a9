// Trades that look like a mistake, with what speaks for it. Nothing is recorded: the person decides.
import { barChart } from '@zorivest/pictures';
import { dayColumn, gainColumn, textColumn } from '../page/columns.ts';
import { h } from '../page/dom.ts';
import { empty, heading, picture, selector } from '../page/parts.ts';
import { type Column, table, tableState } from '../page/table.ts';
import { startView, type Stage } from '../page/view.ts';
import type { JournalAnswer } from './_answer.ts';
import { basisSummary, basisNotes, humanName } from './_basis.ts';

type Answer = JournalAnswer<'mistakes', 'suspects'>;
type Suspect = Answer['suspects'][number];

const columnsOf = ({ formats }: Stage): readonly Column<Suspect>[] => [
  textColumn('Trade', ({ name }) => name, { wraps: true }),
  gainColumn('Net', ({ pnl }) => pnl, formats.gain),
  textColumn('Looks like', ({ category }) => humanName(category)),
  textColumn('What speaks for it', ({ evidence }) => evidence, { wraps: true }),
  dayColumn('Day', ({ closed_at, opened_at }) => closed_at ?? opened_at, formats.day),
];

startView<Answer>((answer) => {
  const state = tableState();
  let wanted = '';

  return (stage) => {
    const { formats, width, redraw, updateModel } = stage;
    const { suspects } = answer;
    if (suspects.length === 0)
      return [heading('Suspected mistakes', basisSummary(answer, formats)), empty('No trade looks like a mistake.')];
    const kinds = [...Map.groupBy(suspects, ({ category }) => category)].toSorted(
      ([, a], [, b]) => b.length - a.length,
    );
    const shown = wanted === '' ? suspects : suspects.filter(({ category }) => category === wanted);
    return [
      heading('Suspected mistakes', basisSummary(answer, formats)),
      picture(
        barChart({
          label: 'Suspected mistakes by kind',
          width,
          bars: kinds.map(([category, list]) => ({ name: humanName(category), value: list.length })),
          format: formats.count,
          tone: 'loss',
        }),
        'How many trades look like each; none of it is recorded',
      ),
      kinds.length > 1 &&
        h(
          'div',
          { class: 'row' },
          selector(
            'category',
            'Show',
            [['', 'All'], ...kinds.map(([category]) => [category, humanName(category)] as const)],
            wanted,
            (value) => {
              wanted = value;
              state.page = 0;
              updateModel(
                `The person looks at trades suspected of ${value === '' ? 'any mistake' : value.replaceAll('_', ' ')}.`,
              );
              redraw();
            },
          ),
        ),
      table({ label: 'Suspected mistakes', columns: columnsOf(stage), rows: shown, state, changed: redraw }),
      basisNotes(answer),
    ];
  };
});
