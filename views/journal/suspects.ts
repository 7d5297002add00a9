// Trades that look like a mistake, with the evidence. Nothing is recorded: the person decides.
import { barChart } from '@zorivest/pictures';
import { mistakeName } from '@zorivest/vocabulary';
import { dayColumn, dayText, gainColumn, textColumn } from '../page/columns.ts';
import { h } from '../page/dom.ts';
import { empty, heading, picture, selector } from '../page/parts.ts';
import { type Column, table, tableState } from '../page/table.ts';
import { startView, type Stage } from '../page/view.ts';
import type { JournalAnswer } from './_answer.ts';
import { basisSummary, basisNotes } from './_basis.ts';

type Answer = JournalAnswer<'mistakes', 'suspects'>;
type Suspect = Answer['suspects'][number];

const columnsOf = (stage: Stage, { formats } = stage): readonly Column<Suspect>[] => [
  textColumn('Trade', ({ name }) => name, { wraps: true }),
  gainColumn('Net', ({ pnl }) => pnl, formats.gain),
  textColumn('Looks like', ({ category }) => mistakeName(category), { speaks: true }),
  dayColumn('Day', ({ closed_at, opened_at }) => closed_at ?? opened_at, dayText(stage)),
  textColumn('Evidence', ({ evidence }) => evidence, { beneath: true }),
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
          label: 'Suspected mistakes by type',
          width,
          bars: kinds.map(([category, list]) => ({ name: mistakeName(category), value: list.length })),
          format: formats.count,
          tone: 'loss',
        }),
        'How many trades look like each; none of it is recorded. The evidence is below each trade',
      ),
      kinds.length > 1 &&
        h(
          'div',
          { class: 'row' },
          selector(
            'category',
            'Show',
            [['', 'All'], ...kinds.map(([category]) => [category, mistakeName(category)] as const)],
            wanted,
            (value) => {
              wanted = value;
              state.page = 0;
              updateModel(
                `The person looks at trades suspected of ${value === '' ? 'any mistake' : mistakeName(value)}.`,
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
