// Which strategies earn: a bar for each, next to how often and how well.
import { barChart } from '@zorivest/pictures';
import { h } from '../page/dom.ts';
import { empty, heading, picture, selector } from '../page/parts.ts';
import { type Column, table, tableState } from '../page/table.ts';
import { startView, type Stage } from '../page/view.ts';
import type { JournalAnswer } from './_answer.ts';
import { basisSummary, basisNotes, humanName } from './_basis.ts';

type Answer = JournalAnswer<'analytics', 'strategyBreakdown'>;
type Slice = Omit<Answer['by_plan'][number], 'name'> & { readonly name: string };

const GROUPS = [
  ['strategies', 'Tag'],
  ['by_plan', 'Plan'],
  ['by_option_structure', 'Option structure'],
  ['by_category', 'Holding time'],
  ['by_timeframe', 'Timeframe'],
  ['by_exit', 'Exit'],
  ['by_direction', 'Side'],
] as const;
type Group = (typeof GROUPS)[number][0];

function slicesOf(answer: Answer, group: Group): readonly Slice[] {
  if (group === 'strategies')
    return (answer.strategies ?? []).map(({ strategy_name, ...slice }) => ({ ...slice, name: strategy_name }));
  return answer[group] ?? [];
}

const columnsOf = ({ formats }: Stage): readonly Column<Slice>[] => [
  { name: 'Name', text: ({ name }) => humanName(name), sort: ({ name }) => name, wraps: true },
  {
    name: 'Net',
    text: ({ total_pnl }) => formats.gain(total_pnl),
    sort: ({ total_pnl }) => total_pnl,
    sign: ({ total_pnl }) => total_pnl,
    align: 'right',
  },
  {
    name: 'Trades',
    text: ({ trade_count }) => formats.count(trade_count),
    sort: ({ trade_count }) => trade_count,
    align: 'right',
  },
  {
    name: 'Per trade',
    text: ({ expectancy }) => formats.gain(expectancy),
    sort: ({ expectancy }) => expectancy,
    sign: ({ expectancy }) => expectancy,
    align: 'right',
  },
  {
    name: 'Win rate',
    text: ({ win_rate }) => formats.percent(win_rate, 0),
    sort: ({ win_rate }) => win_rate,
    align: 'right',
  },
  {
    name: 'Profit factor',
    text: ({ profit_factor }) => formats.plain(profit_factor, 2),
    sort: ({ profit_factor }) => profit_factor,
    align: 'right',
  },
  { name: 'SQN', text: ({ sqn }) => formats.plain(sqn, 2), sort: ({ sqn }) => sqn, align: 'right' },
];

const MOST_BARS = 20;

startView<Answer>((answer) => {
  const groups = GROUPS.filter(([group]) => slicesOf(answer, group).length > 0);
  let chosen: Group = groups[0]?.[0] ?? 'strategies';
  const state = tableState(1);

  return (stage) => {
    const { formats, width, redraw, updateModel } = stage;
    if (groups.length === 0)
      return [heading('Strategies'), empty('No closed trades, so nothing to compare yet.'), basisNotes(answer)];
    const slices = slicesOf(answer, chosen);
    const best = slices.toSorted((a, b) => (b.total_pnl ?? 0) - (a.total_pnl ?? 0));
    return [
      heading('Strategies', basisSummary(answer, formats)),
      h(
        'div',
        { class: 'row' },
        selector('group', 'By', groups, chosen, (value) => {
          chosen = value as Group;
          state.page = 0;
          updateModel(
            `The person compares results by ${GROUPS.find(([group]) => group === value)?.[1].toLowerCase() ?? value}.`,
          );
          redraw();
        }),
      ),
      picture(
        barChart({
          label: `Net result by ${chosen.replaceAll('_', ' ')}`,
          width,
          bars: best.slice(0, MOST_BARS).map(({ name, total_pnl, trade_count }) => ({
            name: humanName(name),
            value: total_pnl ?? 0,
            note: `n ${trade_count}`,
          })),
          format: formats.short,
        }),
        best.length > MOST_BARS ? `The first ${MOST_BARS} of ${best.length}` : '',
      ),
      table({ label: 'Strategies', columns: columnsOf(stage), rows: slices, state, changed: redraw }),
      basisNotes(answer),
    ];
  };
});
