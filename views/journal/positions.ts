// Open positions, with their unrealised result at the latest price.
import { barChart } from '@zorivest/pictures';
import { nameTrade } from '@zorivest/vocabulary';
import { dayColumn, dayText, gainColumn, numberColumn, textColumn } from '../page/columns.ts';
import { h } from '../page/dom.ts';
import { empty, figures, heading, picture } from '../page/parts.ts';
import { type Column, table, tableState } from '../page/table.ts';
import { startView, type Stage } from '../page/view.ts';
import { accountNames } from './_accounts.ts';
import type { JournalAnswer } from './_answer.ts';
import { basisNotes } from './_basis.ts';
import { oneTrade, type Trip } from './_trade.ts';

type Whole = JournalAnswer<'roundTrips', 'open'>;
type Row = Omit<Whole['items'][number], 'direction' | 'open_quantity'> & { readonly quantity: number };
type Answer = Omit<Whole, 'items'> & { readonly items: readonly Row[]; readonly total: number };

const MOST_BARS = 15;

startView<Answer>((answer, begun) => {
  const { canCall } = begun;
  const accountName = accountNames(begun);
  const { items, total, currency } = answer;
  // The largest first, as in the picture.
  const state = tableState();
  let open: Trip | undefined;
  let failed = '';
  return (stage) => {
    const { formats, width, call, redraw, updateModel } = stage;
    if (open !== undefined)
      return oneTrade(open, stage, {
        back: () => {
          open = undefined;
          redraw();
        },
      });
    if (total === 0) return [heading('Open positions'), empty('Nothing is open.'), basisNotes(answer)];
    const priced = items
      .filter(({ unrealized_pnl }) => typeof unrealized_pnl === 'number')
      .toSorted((a, b) => Math.abs(b.unrealized_pnl ?? 0) - Math.abs(a.unrealized_pnl ?? 0));
    const days = [...new Set(priced.map(({ price_date }) => price_date ?? ''))];
    const day = days.length === 1 && days[0] !== '' ? days[0] : undefined;
    const show = (id: string) =>
      void call('page_trade', { trip_id: id })
        .then((trip) => {
          open = trip as Trip;
          failed = '';
          updateModel(`The person looks at one position: ${id}.`);
          return trip;
        })
        .catch((error: unknown) => (failed = (error as Error).message))
        .finally(redraw);
    return [
      heading('Open positions', [`${formats.count(total)} held`, currency].join(' · ')),
      figures([
        { name: 'Unrealised', text: formats.gain(answer.unrealized_pnl), sign: answer.unrealized_pnl },
        { name: 'Open risk', text: formats.money(answer.open_risk) },
        ...(items.length < total
          ? [{ name: 'Shown', text: `${formats.count(items.length)} of ${formats.count(total)}` }]
          : []),
        ...((answer.unpriced ?? 0) > 0 ? [{ name: 'Without a price', text: formats.count(answer.unpriced) }] : []),
      ]),
      priced.length > 0 &&
        picture(
          barChart({
            label: `Unrealised result by position in ${currency}`,
            width,
            bars: priced.slice(0, MOST_BARS).map(({ instrument, unrealized_pnl, trip_id }) => ({
              name: nameTrade({ instrument }),
              value: unrealized_pnl ?? 0,
              key: trip_id,
            })),
            format: (value) => formats.gain(value),
          }),
          [
            ...(priced.length > MOST_BARS ? [`The ${MOST_BARS} largest of ${priced.length}`] : []),
            ...(day === undefined ? [] : [`At the prices of ${formats.day(day)}`]),
          ].join('. '),
          canCall ? show : undefined,
        ),
      table({
        label: 'Open positions',
        columns: columnsOf(stage, accountName, day),
        rows: [...priced, ...items.filter((one) => !priced.includes(one))],
        state,
        changed: redraw,
        total,
      }),
      failed !== '' && h('p', { class: 'box problem' }, failed),
      basisNotes(answer),
    ];
  };
});

const columnsOf = (
  stage: Stage,
  accountName: (id: string) => string,
  /** Of all prices, where they are of one. */
  day: string | undefined,
): readonly Column<Row>[] => {
  const { formats } = stage;
  return [
    textColumn<Row>('Instrument', ({ instrument }) => nameTrade({ instrument }), { wraps: true }),
    gainColumn<Row>('Unrealised', ({ unrealized_pnl }) => unrealized_pnl, formats.gain),
    numberColumn<Row>(
      'Quantity',
      ({ quantity }) => quantity,
      (value) => formats.plain(value),
    ),
    numberColumn<Row>(
      'Entry',
      ({ avg_price }) => avg_price,
      (value) => formats.price(value, 4),
    ),
    numberColumn<Row>('Price', ({ price }) => price, formats.price),
    textColumn<Row>('Account', ({ account_id }) => accountName(account_id), { speaks: true }),
    ...(day === undefined ? [dayColumn<Row>('Price of', ({ price_date }) => price_date, dayText(stage))] : []),
  ];
};
