// A tax year so far: gains and losses by term and by symbol, and which payments are due when.
import { barChart } from '@zorivest/pictures';
import { nameTrade } from '@zorivest/vocabulary';
import { dayText } from '../page/columns.ts';
import { type Child, h } from '../page/dom.ts';
import { convention, empty, figures, heading, picture, problems } from '../page/parts.ts';
import { table, tableState } from '../page/table.ts';
import { startView, type Stage } from '../page/view.ts';
import type { JournalAnswer } from './_answer.ts';

type Summary = JournalAnswer<'tax', 'ytdSummary'>;
type Estimate = JournalAnswer<'tax', 'estimate'>;
type Quarter = JournalAnswer<'tax', 'quarterly'>;
type Symbol = Summary['by_symbol'][number];

/** The payment that avoids a penalty. */
const BASES: Readonly<Record<string, string>> = {
  current_year_90: '90 % of this year’s tax',
  safe_harbor_100: 'last year’s tax',
  safe_harbor_110: '110 % of last year’s tax',
};

const MOST_BARS = 15;

startView<Summary | Estimate | Quarter>((answer) => {
  const state = tableState(1, false);
  return (stage) => {
    if ('by_symbol' in answer) return summary(answer, stage, state);
    return 'required_payment' in answer ? quarter(answer, stage) : estimate(answer, stage);
  };
});

function summary(answer: Summary, stage: Stage, state: ReturnType<typeof tableState>): Child {
  const { formats, width, redraw } = stage;
  const strongest = answer.by_symbol
    .toSorted((a, b) => Math.abs(b.total_realized) - Math.abs(a.total_realized))
    .slice(0, MOST_BARS);
  return [
    heading(`Tax year ${answer.tax_year}`, `${formats.count(answer.trades_count)} sales`),
    figures([
      { name: 'Total', text: formats.gain(answer.total_realized), sign: answer.total_realized },
      { name: 'Short term', text: formats.gain(answer.realized_st_gain), sign: answer.realized_st_gain },
      { name: 'Long term', text: formats.gain(answer.realized_lt_gain), sign: answer.realized_lt_gain },
      { name: 'Section 1256', text: formats.gain(answer.section_1256_gain), sign: answer.section_1256_gain },
      {
        name: 'Losses deferred by wash sales',
        text: formats.money(answer.wash_sale_adjustments),
        note: `${formats.money(answer.permanently_lost)} lost for good`,
      },
      { name: 'Estimated federal tax', text: formats.money(answer.estimated_federal_tax) },
      { name: 'Estimated state tax', text: formats.money(answer.estimated_state_tax) },
    ]),
    strongest.length > 0 && [
      h('h2', {}, 'Realised by symbol'),
      picture(
        barChart({
          label: 'Realised gain or loss by symbol',
          width,
          bars: strongest.map(({ symbol, total_realized, trades_count }) => ({
            name: nameTrade({ instrument: symbol }),
            value: total_realized,
            note: `n ${trades_count}`,
          })),
          format: formats.short,
        }),
        answer.symbols_total > strongest.length ? `The ${strongest.length} largest of ${answer.symbols_total}` : '',
      ),
    ],
    h('h2', {}, 'Quarters'),
    table({
      label: 'Estimated payments by quarter',
      rows: answer.quarterly_payments,
      state: tableState(),
      changed: redraw,
      id: 'quarters',
      columns: [
        { name: 'Quarter', text: ({ quarter }) => `Q${quarter}` },
        { name: 'Still due', text: ({ due }) => formats.money(due), align: 'right' },
        { name: 'Due on', text: ({ due_date }) => dayText(stage)(due_date) },
        { name: 'Required', text: ({ required }) => formats.money(required), align: 'right' },
        { name: 'Paid', text: ({ paid }) => formats.money(paid), align: 'right' },
        {
          name: 'Penalty so far',
          text: ({ penalty }) => (penalty === 0 ? '–' : formats.money(penalty)),
          align: 'right',
        },
      ],
    }),
    answer.by_symbol.length > 0 && [
      h('h2', {}, 'Symbols'),
      table<Symbol>({
        label: 'Realised by symbol',
        rows: answer.by_symbol,
        state,
        changed: redraw,
        columns: [
          {
            name: 'Symbol',
            text: ({ symbol }) => nameTrade({ instrument: symbol }),
            wraps: true,
            sort: ({ symbol }) => symbol,
          },
          {
            name: 'Total',
            text: ({ total_realized }) => formats.gain(total_realized),
            sort: ({ total_realized }) => total_realized,
            sign: ({ total_realized }) => total_realized,
            align: 'right',
          },
          {
            name: 'Short term',
            text: ({ realized_st_gain }) => formats.gain(realized_st_gain),
            sort: ({ realized_st_gain }) => realized_st_gain,
            sign: ({ realized_st_gain }) => realized_st_gain,
            align: 'right',
          },
          {
            name: 'Long term',
            text: ({ realized_lt_gain }) => formats.gain(realized_lt_gain),
            sort: ({ realized_lt_gain }) => realized_lt_gain,
            sign: ({ realized_lt_gain }) => realized_lt_gain,
            align: 'right',
          },
          {
            name: 'Wash sales',
            text: ({ wash_sale_adjustments }) =>
              wash_sale_adjustments === 0 ? '–' : formats.money(wash_sale_adjustments),
            sort: ({ wash_sale_adjustments }) => wash_sale_adjustments,
            align: 'right',
          },
          {
            name: 'Sales',
            text: ({ trades_count }) => formats.count(trades_count),
            sort: ({ trades_count }) => trades_count,
            align: 'right',
          },
        ],
      }),
    ],
    problems(answer.problems),
    h('p', { class: 'note' }, answer.disclaimer),
  ];
}

/** One payment: what it should be, what was paid, and the same with the quarters before it. */
function quarter(answer: Quarter, { formats, width }: Stage): Child {
  const bars = (name: string, required: number | null, paid: number, due: number | null) => [
    h('h2', {}, name),
    picture(
      barChart({
        label: `${name}: ${formats.money(required)} required, ${formats.money(paid)} paid, ${formats.money(due)} still due`,
        width,
        bars: [
          { name: 'Required', value: required ?? 0 },
          { name: 'Paid', value: paid },
          { name: 'Still due', value: due ?? 0 },
        ],
        format: (value) => formats.money(value),
        tone: 'second',
      }),
    ),
  ];
  return [
    heading(
      `Estimated payment ${answer.quarter} ${answer.tax_year}`,
      `due on ${formats.day(answer.due_date)} · ${answer.method.replaceAll('_', ' ')}`,
    ),
    figures([
      { name: 'Still due', text: formats.money(answer.due), sign: answer.due === 0 ? 0 : -1 },
      { name: 'Penalty so far', text: formats.money(answer.penalty) },
      {
        name: 'Required in the year',
        text: formats.money(answer.required_annual),
        ...(answer.basis !== null && { note: BASES[answer.basis] ?? answer.basis.replaceAll('_', ' ') }),
      },
    ]),
    answer.required === null
      ? empty('The required payments are not known yet: the tax profile is not complete.')
      : [
          bars('This quarter', answer.required, answer.paid, answer.due),
          bars(
            'With the quarters before it',
            answer.cumulative_required,
            answer.cumulative_paid,
            answer.cumulative_due,
          ),
        ],
    problems(answer.problems),
    convention(answer.convention),
    h('p', { class: 'note' }, answer.disclaimer),
  ];
}

function estimate(answer: Estimate, { formats }: Stage): Child {
  const { realized_gains: gains, federal_estimate: federal, carryforward } = answer;
  return [
    heading(`Tax estimate ${answer.tax_year}`),
    figures([
      {
        name: 'Total',
        text: formats.money(answer.total_estimated_tax),
        ...(answer.effective_rate !== null && { note: `${formats.percent(answer.effective_rate)} of income` }),
      },
      { name: 'Income tax', text: formats.money(federal?.income_tax) },
      { name: 'Net investment income tax', text: formats.money(federal?.niit) },
      { name: 'Alternative minimum', text: formats.money(federal?.amt) },
      { name: 'State', text: formats.money(answer.state_estimate) },
      { name: 'Short-term gains', text: formats.gain(gains?.st), sign: gains?.st },
      { name: 'Long-term gains', text: formats.gain(gains?.lt), sign: gains?.lt },
      { name: 'Loss carryforward', text: formats.money((carryforward?.short ?? 0) + (carryforward?.long ?? 0)) },
    ]),
    problems(answer.problems),
    convention(answer.convention),
    h('p', { class: 'note' }, answer.disclaimer),
  ];
}
