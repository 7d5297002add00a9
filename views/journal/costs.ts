// What trading costs, by kind and by broker; and what mistakes cost, by kind and by month.
import { barChart, lineChart } from '@zorivest/pictures';
import { type Child, h } from '../page/dom.ts';
import { empty, figures, heading, picture } from '../page/parts.ts';
import { startView, type Stage } from '../page/view.ts';
import type { JournalAnswer } from './_answer.ts';
import { aboutBasis, belowBasis, spoken } from './_basis.ts';

type Fees = JournalAnswer<'costs', 'fees'>;
type Mistakes = JournalAnswer<'mistakes', 'summary'>;

startView<Fees | Mistakes>(
  (answer) => (stage) => ('by_category' in answer ? mistakes(answer, stage) : fees(answer, stage)),
);

function fees(answer: Fees, { words, width }: Stage): Child {
  const { by_type, by_broker } = answer;
  return [
    heading('Fees', aboutBasis(answer, words)),
    figures([
      { name: 'Together', text: words.money(answer.total_fees) },
      { name: 'Per trade', text: words.money(answer.per_trade) },
      { name: 'Of the gross result', text: answer.pnl_pct === null ? '–' : `${words.plain(answer.pnl_pct, 1)} %` },
      { name: 'Executions', text: words.count(answer.execution_count) },
    ]),
    by_type.length === 0 && empty('No fees in this period.'),
    by_type.length > 0 && [
      h('h2', {}, 'By kind'),
      picture(
        barChart({
          label: 'Fees by kind',
          width,
          bars: by_type.map(({ type, amount, share }) => ({
            name: spoken(type),
            value: amount,
            note: words.percent(share, 0),
          })),
          format: (value) => words.money(value),
        }),
      ),
    ],
    by_broker.length > 0 && [
      h('h2', {}, 'By broker'),
      picture(
        barChart({
          label: 'Fees by broker',
          width,
          bars: by_broker.map(({ broker, amount }) => ({ name: broker, value: amount })),
          format: (value) => words.money(value),
        }),
      ),
    ],
    belowBasis(answer),
  ];
}

function mistakes(answer: Mistakes, { words, width }: Stage): Child {
  const { by_category, trend } = answer;
  return [
    heading('Mistakes', aboutBasis(answer, words)),
    figures([
      { name: 'They cost', text: words.money(answer.total_cost), sign: -answer.total_cost },
      { name: 'Recorded', text: words.count(answer.count) },
      { name: 'Win rate with one', text: words.percent(answer.win_rate_with_mistake, 0) },
      { name: 'Win rate without', text: words.percent(answer.win_rate_without, 0) },
    ]),
    by_category.length === 0 && empty('No mistakes recorded in this period.'),
    by_category.length > 0 && [
      h('h2', {}, 'By kind'),
      picture(
        barChart({
          label: 'What mistakes cost by kind',
          width,
          bars: by_category.map(({ category, cost, count }) => ({
            name: spoken(category),
            value: -cost,
            note: `n ${count}`,
          })),
          format: (value) => words.money(Math.abs(value)),
        }),
      ),
    ],
    trend.length > 1 && [
      h('h2', {}, 'By month'),
      picture(
        lineChart({
          label: 'What mistakes cost by month',
          width,
          height: 150,
          lines: [
            {
              name: 'Cost',
              points: trend.map(({ month, cost }) => [Date.parse(`${month}-01`), cost] as const),
              tone: 'loss',
              fill: { to: 0, as: 'tone' },
            },
          ],
          format: words.short,
        }),
      ),
    ],
    belowBasis(answer),
  ];
}
