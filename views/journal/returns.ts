// What the money earned: each rate next to the benchmark's, or why there is none.
import { barChart } from '@zorivest/pictures';
import { textColumn } from '../page/columns.ts';
import { type Child, h } from '../page/dom.ts';
import { convention, empty, type Figure, figures, heading, picture, problems } from '../page/parts.ts';
import { table, tableState } from '../page/table.ts';
import { startView, type Stage } from '../page/view.ts';
import type { JournalAnswer } from './_answer.ts';

type Answer = JournalAnswer<'worth', 'returns'>;
type Rate = string | null | undefined;
type Reason = readonly [figures: string, reason: string];

const YEAR = 365;
const numberOf = (rate: Rate): number | null => (rate === null || rate === undefined ? null : Number(rate));

startView<Answer>((answer) => {
  const state = tableState();
  return (stage): Child => {
    const { formats, width, redraw } = stage;
    const { benchmark, currency } = answer;
    const own = numberOf(answer.twr);
    const other = numberOf(benchmark?.twr);
    // A reason that several figures share is shown once.
    const reasons = [...Map.groupBy(Object.entries(answer.reasons ?? {}), ([, reason]) => reason)].map(
      ([reason, of]): Reason => [of.map(([name]) => NAMES[name] ?? name).join(' · '), reason],
    );
    return [
      heading('Returns', `${formats.day(answer.from)} – ${formats.day(answer.to)} · ${currency}`),
      figures(figuresOf(answer, stage).filter(({ text }) => text !== '–')),
      own === null && empty(answer.reasons?.['twr'] ?? 'There is no return for this period.'),
      own !== null &&
        benchmark !== undefined &&
        other !== null &&
        picture(
          barChart({
            label: `Time-weighted return compared with ${benchmark.instrument}`,
            width,
            bars: [
              { name: 'Yours', value: own },
              { name: benchmark.instrument, value: other },
            ],
            format: (value) => formats.percent(value, 2),
          }),
          'Time-weighted, over the period',
        ),
      typeof benchmark?.reason === 'string' && h('p', { class: 'note' }, benchmark.reason),
      reasons.length > 0 && [
        h('h2', {}, 'Figures without a value, and why'),
        table({
          label: 'Reasons',
          columns: [
            textColumn<Reason>('Figure', ([names]) => names, { wraps: true }),
            textColumn<Reason>('Reason', ([, reason]) => reason, { wraps: true }),
          ],
          rows: reasons,
          state,
          changed: redraw,
        }),
      ],
      problems(answer.problems),
      convention(answer.convention),
    ];
  };
});

const NAMES: Readonly<Record<string, string>> = {
  twr: 'Time-weighted',
  twr_annual: 'Time-weighted, annualised',
  twr_gross: 'Before fees',
  mwr_annual: 'Money-weighted, annualised',
  mwr_period: 'Money-weighted',
  modified_dietz: 'Modified Dietz',
  modified_dietz_annual: 'Modified Dietz, annualised',
  linked_modified_dietz: 'Modified Dietz by month',
  volatility: 'Volatility',
  sharpe: 'Sharpe',
  sortino: 'Sortino',
  max_drawdown: 'Max drawdown',
};

/** A rate of a few weeks is not annualised, since no one earned it for a year: the rate of the period is shown. */
function figuresOf({ benchmark, ...answer }: Answer, { formats }: Stage): Figure[] {
  const isLong = (answer.days ?? 0) >= YEAR;
  const rate = (name: string, value: Rate, note?: string): Figure => ({
    name,
    text: formats.percent(numberOf(value), 2),
    sign: numberOf(value),
    ...(note !== undefined && { note }),
  });
  const benchmarkNote = (value: Rate): string | undefined =>
    benchmark === undefined ? undefined : `${benchmark.instrument} ${formats.percent(numberOf(value), 2)}`;
  return [
    rate('Time-weighted', answer.twr, benchmarkNote(benchmark?.twr)),
    ...(isLong
      ? [
          rate('Annualised', answer.twr_annual),
          rate('Money-weighted, annualised', answer.mwr_annual, benchmarkNote(benchmark?.mwr_annual)),
        ]
      : [rate('Money-weighted', answer.mwr_period)]),
    { name: 'Max drawdown', text: formats.percent(numberOf(answer.max_drawdown), 2) },
    { name: 'Volatility, annualised', text: formats.percent(numberOf(answer.volatility), 2) },
    { name: 'Sharpe', text: formats.plain(numberOf(answer.sharpe), 2) },
    { name: 'Sortino', text: formats.plain(numberOf(answer.sortino), 2) },
    {
      name: 'Value',
      text: formats.money(answer.end_value),
      note:
        benchmark?.end_value === null || benchmark?.end_value === undefined
          ? `from ${formats.money(answer.start_value)}`
          : `in ${benchmark.instrument} ${formats.money(benchmark.end_value)}`,
    },
  ];
}
