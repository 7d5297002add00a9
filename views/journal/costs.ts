// What trading costs, charged and not shown, by kind and by broker; and what mistakes cost, by kind and by month.
import { mistakeName } from '@zorivest/vocabulary';
import { barChart, lineChart } from '@zorivest/pictures';
import { type Child, h } from '../page/dom.ts';
import { empty, figures, heading, picture } from '../page/parts.ts';
import { startView, type Stage } from '../page/view.ts';
import type { JournalAnswer } from './_answer.ts';
import { basisSummary, basisNotes, humanName } from './_basis.ts';

type Fees = JournalAnswer<'costs', 'fees'>;
type Mistakes = JournalAnswer<'mistakes', 'summary'>;

type Routing = JournalAnswer<'costs', 'pfofReport'>;
type Free = JournalAnswer<'costs', 'costOfFree'>;

startView<Fees | Mistakes | Routing | Free>((answer) => (stage) => {
  if ('by_category' in answer) return mistakes(answer, stage);
  if ('what_if' in answer) return free(answer, stage);
  return 'estimated_cost' in answer ? routing(answer, stage) : fees(answer, stage);
});

/** Rests on assumptions, and says which. */
const listAssumptions = (list: readonly string[]): Child =>
  list.length > 0 &&
  h(
    'details',
    {},
    h('summary', {}, 'What is assumed'),
    h(
      'ul',
      { class: 'note' },
      list.map((text) => h('li', {}, text)),
    ),
  );

const ROUTES: Readonly<Record<string, string>> = { pfof: 'Order flow sold', dma: 'Direct', hybrid: 'Both' };

function routing(answer: Routing, { formats, width }: Stage): Child {
  return [
    heading('Payment for order flow: an estimate', basisSummary(answer, formats)),
    figures([
      {
        name: 'Estimated cost',
        text: formats.money(answer.estimated_cost),
        note: `${answer.confidence} confidence`,
      },
      { name: 'Range', text: `${formats.money(answer.low)} – ${formats.money(answer.high)}` },
      { name: 'Executions', text: formats.count(answer.trades_analyzed) },
      { name: 'Traded value', text: formats.money(answer.notional_analyzed) },
      { name: 'Routing', text: ROUTES[answer.routing_type ?? ''] ?? 'not known' },
    ]),
    answer.trades_analyzed === 0
      ? empty('No executions to estimate from.')
      : picture(
          barChart({
            label: `Estimated cost of ${formats.money(answer.estimated_cost)}, between ${formats.money(answer.low)} and ${formats.money(answer.high)}`,
            width,
            bars: [
              { name: 'At least', value: answer.low },
              { name: 'Estimate', value: answer.estimated_cost },
              { name: 'At most', value: answer.high },
            ],
            format: (value) => formats.money(value),
            tone: 'loss',
          }),
        ),
    h('p', { class: 'note' }, answer.methodology),
    listAssumptions(answer.assumptions),
    basisNotes(answer),
  ];
}

function free(answer: Free, { formats, width }: Stage): Child {
  const { breakdown, what_if } = answer;
  const bars = (
    label: string,
    list: readonly { readonly name: string; readonly value: number; readonly note?: string }[],
  ) => picture(barChart({ label, width, bars: list, format: (value) => formats.money(value), tone: 'loss' }));
  return [
    heading('Total cost of trading: an estimate', basisSummary(answer, formats)),
    figures([
      { name: 'Total', text: formats.money(answer.total_hidden_cost) },
      { name: 'Fees charged', text: formats.money(answer.fee_component) },
      { name: 'Routing (estimate)', text: formats.money(answer.pfof_component) },
      { name: 'Per trade', text: formats.money(answer.per_trade) },
      {
        name: 'Share of gross result',
        text: answer.pct_of_gross_pnl === null ? '–' : `${formats.plain(answer.pct_of_gross_pnl, 1)} %`,
      },
    ]),
    breakdown.length === 0
      ? empty('Nothing was charged, and nothing can be estimated.')
      : [
          h('h2', {}, 'What it is made of'),
          bars(
            'Cost by component',
            breakdown.map(({ component, kind, amount }) => ({
              name: humanName(component),
              value: amount,
              note: kind === 'explicit' ? 'charged' : 'estimated',
            })),
          ),
        ],
    what_if.length > 0 && [
      h('h2', {}, 'The same trades elsewhere'),
      bars(
        'What the same trades would have cost under other schedules',
        what_if
          .map(({ schedule, total }) => ({ name: humanName(schedule), value: total }))
          .toSorted((a, b) => a.value - b.value),
      ),
    ],
    listAssumptions(answer.assumptions),
    basisNotes(answer),
  ];
}

function fees(answer: Fees, { formats, width }: Stage): Child {
  const { by_type, by_broker } = answer;
  return [
    heading('Fees', basisSummary(answer, formats)),
    figures([
      { name: 'Total', text: formats.money(answer.total_fees) },
      { name: 'Per trade', text: formats.money(answer.per_trade) },
      { name: 'Share of gross result', text: answer.pnl_pct === null ? '–' : `${formats.plain(answer.pnl_pct, 1)} %` },
      { name: 'Executions', text: formats.count(answer.execution_count) },
    ]),
    by_type.length === 0 && empty('No fees in this period.'),
    by_type.length > 0 && [
      h('h2', {}, 'By kind'),
      picture(
        barChart({
          label: 'Fees by type',
          width,
          bars: by_type.map(({ type, amount, share }) => ({
            name: humanName(type),
            value: amount,
            note: formats.percent(share, 0),
          })),
          format: (value) => formats.money(value),
          tone: 'loss',
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
          format: (value) => formats.money(value),
          tone: 'loss',
        }),
      ),
    ],
    basisNotes(answer),
  ];
}

function mistakes(answer: Mistakes, { formats, width }: Stage): Child {
  const { by_category, trend } = answer;
  return [
    heading('Mistakes', basisSummary(answer, formats)),
    figures([
      { name: 'Total cost', text: formats.money(answer.total_cost), sign: -answer.total_cost },
      { name: 'Recorded', text: formats.count(answer.count) },
      { name: 'Win rate with mistake', text: formats.percent(answer.win_rate_with_mistake, 0) },
      { name: 'Win rate without', text: formats.percent(answer.win_rate_without, 0) },
    ]),
    by_category.length === 0 && empty('No mistakes recorded in this period.'),
    by_category.length > 0 && [
      h('h2', {}, 'By kind'),
      picture(
        barChart({
          label: 'Cost of mistakes by type',
          width,
          bars: by_category.map(({ category, cost, count }) => ({
            name: mistakeName(category),
            value: cost,
            note: `n ${count}`,
          })),
          format: (value) => formats.money(value),
          tone: 'loss',
        }),
      ),
    ],
    trend.length > 1 && [
      h('h2', {}, 'By month'),
      picture(
        lineChart({
          label: 'Cost of mistakes by month',
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
          format: formats.short,
        }),
      ),
    ],
    basisNotes(answer),
  ];
}
