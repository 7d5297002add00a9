// Open losses worth realising: how large each is, whether selling now would be a wash sale, and from when it would not.
import { barChart, timeline } from '@zorivest/pictures';
import { nameTrade } from '@zorivest/vocabulary';
import { dayColumn, dayText, gainColumn, numberColumn, textColumn } from '../page/columns.ts';
import { type Child, h } from '../page/dom.ts';
import { convention, empty, figures, heading, picture, problems } from '../page/parts.ts';
import { type Column, table, tableState } from '../page/table.ts';
import { startView, type Stage } from '../page/view.ts';
import type { JournalAnswer } from './_answer.ts';

type Answer = JournalAnswer<'tax', 'harvest'>;
type Opportunity = Answer['opportunities'][number];

const MOST_ROWS = 20;

startView<Answer>((answer) => {
  const state = tableState(1, false);
  return (stage) => {
    const { formats, width, redraw } = stage;
    const { opportunities, skipped_tickers: skipped } = answer;
    const below: Child = [
      skipped.length > 0 &&
        h(
          'p',
          { class: 'note' },
          `No price is known of ${listNames(skipped)}: whether they stand at a loss is not known. Prices can be given.`,
        ),
      problems(answer.problems),
      convention(answer.convention),
      h('p', { class: 'note' }, answer.disclaimer),
    ];
    if (opportunities.length === 0)
      return [
        heading('Tax-loss harvesting'),
        empty(
          skipped.length === 0
            ? 'Every open position has a price, and no loss is worth taking.'
            : 'None of those with a known price stands at a loss; the others have no price.',
        ),
        below,
      ];
    const largest = opportunities.toSorted((a, b) => lossOf(b) - lossOf(a)).slice(0, MOST_ROWS);
    return [
      heading('Tax-loss harvesting', `${formats.count(opportunities.length)} tickers`),
      figures([
        { name: 'Unrealised losses', text: formats.money(answer.total_harvestable), sign: -1 },
        { name: 'Wash sale risk', text: formats.money(answer.total_wash_risk) },
        { name: 'Free to harvest', text: formats.money(answer.net_harvestable) },
      ]),
      picture(
        barChart({
          label: 'Unrealised loss by ticker',
          width,
          bars: largest.map((one) => ({
            name: nameTrade({ instrument: one.ticker }),
            value: lossOf(one),
            ...(one.wash_risk && { note: 'washed' }),
          })),
          format: (value) => formats.money(value),
          tone: 'loss',
        }),
        opportunities.length > largest.length ? `The ${largest.length} largest of ${opportunities.length}` : '',
      ),
      largest.some(({ clear_date }) => clear_date !== null) && waits(largest, answer, stage),
      table({
        label: 'Tax-loss harvesting',
        columns: columnsOf(opportunities, stage),
        rows: opportunities,
        state,
        changed: redraw,
      }),
      below,
    ];
  };
});

const MOST_NAMED = 12;
const listNames = (names: readonly string[]): string =>
  names.length <= MOST_NAMED
    ? names.join(', ')
    : `${names.slice(0, MOST_NAMED).join(', ')} and ${names.length - MOST_NAMED} more`;

/** From today: until when a sale would be a wash sale, and until when buying again would make it one. */
function waits(list: readonly Opportunity[], { computed_at }: Answer, { formats, width }: Stage): Child {
  const today = Date.parse(computed_at.slice(0, 10));
  return picture(
    timeline({
      label: 'Wash windows: until when a sale is a wash sale, and from when it may be bought again',
      width,
      rows: list.map(({ ticker, clear_date, rebuy_from }) => ({
        name: nameTrade({ instrument: ticker }).slice(0, width < 500 ? 14 : 22),
        key: ticker,
        stretches: [
          {
            from: today,
            to: Date.parse(rebuy_from),
            tone: 'quiet',
            faint: true,
            title: `${ticker}: sold today, not bought again before ${formats.day(rebuy_from)}`,
          },
          ...(clear_date === null
            ? []
            : [
                {
                  from: today,
                  to: Date.parse(clear_date),
                  tone: 'loss' as const,
                  title: `${ticker}: a sale before ${formats.day(clear_date)} would be washed`,
                },
              ]),
        ],
      })),
    }),
    'Grey: sold today, do not buy again so long. Orange: a sale so early would be washed',
  );
}

const lossOf = ({ unrealized_loss }: Opportunity): number => Math.abs(unrealized_loss);

const columnsOf = (list: readonly Opportunity[], stage: Stage, { formats } = stage): readonly Column<Opportunity>[] => [
  textColumn('Ticker', ({ ticker }) => nameTrade({ instrument: ticker }), { wraps: true }),
  gainColumn('Loss', (one) => -lossOf(one), formats.gain),
  numberColumn(
    'Wash sale risk',
    ({ disallowed_loss }) => disallowed_loss,
    (value) => (value === 0 ? '–' : formats.money(value)),
  ),
  dayColumn('Clear from', ({ clear_date }) => clear_date, dayText(stage)),
  dayColumn('Buy again from', ({ rebuy_from }) => rebuy_from, dayText(stage)),
  textColumn('Term', ({ holding_period }) => holding_period.replaceAll('_', ' ').toLowerCase()),
  numberColumn('Lots', ({ lots }) => lots.length, formats.count),
  // Only where one of them has something to say.
  ...(list.some(({ replacements }) => replacements.length > 0)
    ? [{ name: 'Similar', text: ({ replacements }: Opportunity) => replacements.join(', '), wraps: true }]
    : []),
  ...(list.some(({ caution }) => caution !== null)
    ? [{ name: 'Caution', text: ({ caution }: Opportunity) => caution ?? '', wraps: true }]
    : []),
];
