// Dividends, interest and lending as they were paid, and what is known to come.
import { barChart } from '@zorivest/pictures';
import { nameTrade } from '@zorivest/vocabulary';
import { dayColumn, dayText, numberColumn, textColumn } from '../page/columns.ts';
import { h } from '../page/dom.ts';
import { convention, empty, figures, heading, picture, problems } from '../page/parts.ts';
import { type Column, table, tableState } from '../page/table.ts';
import { startView, type Stage } from '../page/view.ts';
import type { JournalAnswer } from './_answer.ts';
import { monthText } from './_basis.ts';

type Answer = JournalAnswer<'worth', 'income'>;
type Row = Answer['items'][number];
type Coming = Answer['ahead'][number];

const BY: Readonly<Record<string, string>> = { month: 'Month', instrument: 'Instrument', account: 'Account' };
const MOST_BARS = 24;

/** `2026-03` is a month to a program. */
const nameOf = (by: string, key: string): string => (by === 'month' ? monthText(key) : key);

startView<Answer>((answer, { input }) => {
  const by = typeof input['by'] === 'string' ? input['by'] : 'month';
  const [state, next] = [tableState(), tableState()];
  return (stage) => {
    const { formats, width, redraw } = stage;
    const { items, totals, ahead, currency } = answer;
    // The last months of many, the largest of everything else.
    const bars = by === 'month' ? items.slice(-MOST_BARS) : items.slice(0, MOST_BARS);
    return [
      heading('Income', `${formats.day(answer.from)} – ${formats.day(answer.to)} · ${currency}`),
      figures([
        { name: 'Net', text: formats.money(totals.net), sign: totals.net },
        { name: 'Dividends', text: formats.money(totals.dividends) },
        { name: 'Interest', text: formats.money(totals.interest) },
        ...(totals.lending === 0 ? [] : [{ name: 'Lending', text: formats.money(totals.lending) }]),
        { name: 'Withheld', text: formats.money(totals.withheld) },
      ]),
      items.length === 0
        ? empty('Nothing was paid in this period.')
        : [
            picture(
              barChart({
                label: `Net income by ${by} in ${currency}`,
                width,
                bars: bars.map(({ key, net }) => ({ name: nameOf(by, key), value: net })),
                format: (value) => formats.money(value),
                tone: 'first',
              }),
              items.length > bars.length ? `${bars.length} of ${items.length}` : '',
            ),
            // Where nothing was withheld the picture shows everything.
            (by === 'instrument' || totals.withheld !== 0) &&
              table({ label: 'Income', columns: columnsOf(by, stage), rows: items, state, changed: redraw }),
          ],
      ahead.length > 0 && [
        h('h2', {}, 'Ahead'),
        table({
          label: 'Upcoming',
          id: 'ahead',
          columns: [
            textColumn<Coming>('What', ({ kind, instrument }) => `${KINDS[kind] ?? kind} ${instrument}`, {
              wraps: true,
            }),
            numberColumn<Coming>(currency, ({ amount }) => amount, formats.money),
            dayColumn<Coming>('Day', ({ date }) => date, dayText(stage)),
            ...(ahead.some(({ option }) => option !== null)
              ? [
                  textColumn<Coming>('Before the expiry of', ({ option }) =>
                    option === null ? '–' : nameTrade({ instrument: option }),
                  ),
                ]
              : []),
          ],
          rows: ahead,
          state: next,
          changed: redraw,
        }),
      ],
      problems(answer.problems),
      convention(answer.convention),
    ];
  };
});

const KINDS: Readonly<Record<string, string>> = {
  dividend: 'Dividend',
  expected: 'Dividend expected,',
  ex_date: 'Ex-date,',
  earnings: 'Earnings',
};

function columnsOf(by: string, { formats }: Stage): readonly Column<Row>[] {
  return [
    textColumn<Row>(BY[by] ?? 'Of', ({ key }) => nameOf(by, key)),
    numberColumn<Row>('Gross', ({ gross }) => gross, formats.money),
    numberColumn<Row>('Withheld', ({ withheld }) => withheld, formats.money),
    numberColumn<Row>('Net', ({ net }) => net, formats.money),
    ...(by === 'instrument'
      ? [
          numberColumn<Row>(
            'On cost',
            ({ yield_on_cost }) => yield_on_cost,
            (value) => formats.percent(value, 2),
          ),
          numberColumn<Row>(
            'On value',
            ({ yield_on_value }) => yield_on_value,
            (value) => formats.percent(value, 2),
          ),
        ]
      : []),
  ];
}
