// The tax of a planned sale: the lots it closes, the gain by term, the estimated tax.
import { barChart } from '@zorivest/pictures';
import { nameTrade } from '@zorivest/vocabulary';
import { gainColumn, numberColumn, textColumn } from '../page/columns.ts';
import { h } from '../page/dom.ts';
import { figures, heading, picture, problems } from '../page/parts.ts';
import { type Column, table, tableState } from '../page/table.ts';
import type { Formats } from '../page/formats.ts';
import { startView, type Stage } from '../page/view.ts';
import type { JournalAnswer } from './_answer.ts';

type Answer = JournalAnswer<'tax', 'simulate'>;
type Lot = Answer['lots_to_close'][number];

/** People recognise a lot by its purchase price. */
const lotName = ({ shares, basis }: Lot, formats: Formats): string =>
  `${formats.plain(shares)} at ${formats.price(shares === 0 ? null : Math.round((100 * basis) / shares) / 100)}`;

const columnsOf = ({ formats }: Stage): readonly Column<Lot>[] => [
  textColumn('Lot', (lot) => lotName(lot, formats)),
  gainColumn('Gain', ({ gain_loss }) => gain_loss, formats.gain),
  numberColumn('Shares', ({ shares }) => shares, formats.plain),
  numberColumn('Basis', ({ basis }) => basis, formats.money),
  numberColumn('Proceeds', ({ proceeds }) => proceeds, formats.money),
  textColumn('Term', ({ holding_period }) => holding_period.replaceAll('_', ' ').toLowerCase()),
  textColumn('Wash sale', ({ wash_risk, disallowed_loss }) => (wash_risk ? formats.money(disallowed_loss) : '–')),
];

const MOST_BARS = 20;

startView<Answer>((answer, { input }) => {
  const state = tableState();
  return (stage) => {
    const { formats, width, redraw } = stage;
    const { summary, estimated_tax: tax, wash_sale_risk: wash, hold_savings: saved, lots_to_close: lots } = answer;
    const { ticker = '', quantity } = input;
    const named = typeof ticker === 'string' ? nameTrade({ instrument: ticker }) : '';
    const what = [typeof quantity === 'number' ? formats.plain(quantity) : '', named].join(' ').trim();
    return [
      heading('Sale preview', what),
      figures([
        { name: 'Gain', text: formats.gain(summary.realized_gain), sign: summary.realized_gain },
        { name: 'Short term', text: formats.gain(summary.st_gain), sign: summary.st_gain },
        { name: 'Long term', text: formats.gain(summary.lt_gain), sign: summary.lt_gain },
        { name: 'Proceeds', text: formats.money(summary.proceeds) },
        ...(tax === null
          ? []
          : [
              {
                name: 'Estimated tax',
                text: formats.money(tax.total ?? tax.federal),
                note: `${formats.money(tax.federal)} federal${tax.state === null ? ', state not known' : ''}`,
              },
            ]),
        ...(saved === null
          ? []
          : [
              {
                name: 'Waiting would save',
                text: formats.money(saved.amount),
                note: `until ${formats.day(saved.until)}, ${formats.count(saved.days)} days`,
              },
            ]),
      ]),
      wash.at_risk &&
        h(
          'p',
          { class: 'box problem' },
          `${formats.money(wash.disallowed_loss)} of the loss would be a wash sale${wash.clear_date === null ? '' : `; from ${formats.day(wash.clear_date)} on it would not`}.`,
        ),
      lots.length > 0 &&
        picture(
          barChart({
            label: 'Gain or loss of each lot the sale would close',
            width,
            bars: lots.slice(0, MOST_BARS).map((lot) => ({ name: lotName(lot, formats), value: lot.gain_loss })),
            format: formats.short,
          }),
          lots.length > MOST_BARS ? `The first ${MOST_BARS} of ${lots.length} lots` : 'By lot',
        ),
      table({ label: 'Lots the sale would close', columns: columnsOf(stage), rows: lots, state, changed: redraw }),
      wash.note !== null && h('p', { class: 'note' }, wash.note),
      problems(answer.problems),
      h('p', { class: 'note' }, answer.disclaimer),
    ];
  };
});
