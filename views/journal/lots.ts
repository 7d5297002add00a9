// Tax lots over time: how long each was held and, around a sale at a loss, the 61 days in which buying again makes it a wash sale.
import { timeline } from '@zorivest/pictures';
import { nameTrade } from '@zorivest/vocabulary';
import { dayText } from '../page/columns.ts';
import { type Child, h } from '../page/dom.ts';
import { empty, figures, heading, nameSelector, picture, problems } from '../page/parts.ts';
import { type Column, table, tableState } from '../page/table.ts';
import { startView, type Stage } from '../page/view.ts';
import type { JournalAnswer } from './_answer.ts';

type Lots = JournalAnswer<'tax', 'lots'>;
type Washes = JournalAnswer<'washSales', 'find'>;
type Lot = Lots['lots'][number];
type Wash = Washes['wash_sales'][number];

const DAY = 86_400_000;
const MOST_ROWS = 30;

/** Next to a row of the picture: as much of the name as leaves room for the time. */
function nameOf(ticker: string, width: number): string {
  const [what = ''] = nameTrade({ instrument: ticker }).split(' · ');
  return what.slice(0, width < 500 ? 14 : 22);
}

startView<Lots | Washes>((answer, { input }) => ('lots' in answer ? lotsOf(answer, input) : washesOf(answer)));

const lotColumns = (stage: Stage, { formats } = stage, day = dayText(stage)): readonly Column<Lot>[] => [
  {
    name: 'Ticker',
    text: ({ ticker }) => nameTrade({ instrument: ticker }),
    sort: ({ ticker }) => ticker,
    wraps: true,
  },
  { name: 'Gain', text: (lot) => formats.gain(gainOf(lot)), sort: gainOf, sign: gainOf, align: 'right' },
  {
    name: 'Sold',
    text: ({ date_sold }) => (date_sold === null ? 'held' : day(date_sold)),
    sort: ({ date_sold }) => date_sold,
  },
  {
    name: 'Quantity',
    text: ({ quantity, quantity_exact }) => formats.quantity(quantity, quantity_exact),
    sort: ({ quantity }) => quantity,
    align: 'right',
  },
  { name: 'Side', text: ({ side }) => side, speaks: true },
  {
    name: 'Acquired',
    text: ({ date_acquired, opened_on }) => day(date_acquired ?? opened_on),
    sort: ({ opened_on }) => opened_on,
  },
  {
    name: 'Term',
    text: ({ is_long_term }) => (is_long_term ? 'long' : 'short'),
    sort: ({ is_long_term }) => Number(is_long_term),
  },
  {
    name: 'Basis',
    text: ({ cost_basis }) => formats.money(cost_basis),
    sort: ({ cost_basis }) => cost_basis,
    align: 'right',
  },
  {
    name: 'Wash adj.',
    text: ({ wash_sale_adjustment }) => (wash_sale_adjustment === 0 ? '–' : formats.money(wash_sale_adjustment)),
    sort: ({ wash_sale_adjustment }) => wash_sale_adjustment,
    align: 'right',
  },
];

const gainOf = ({ realized_gain_loss, unrealized_gain_loss }: Lot): number | null =>
  realized_gain_loss ?? unrealized_gain_loss;

function lotsOf(answer: Lots, input: Stage['input']) {
  let rows: readonly Lot[] = answer.lots;
  let wanted = '';
  let failed = '';
  const state = tableState();
  const offset = typeof input.offset === 'number' ? input.offset : 0;

  return (stage: Stage): Child => {
    const { formats, canCall, call, redraw, updateModel } = stage;
    if (answer.total_count === 0) return [heading('Tax lots'), empty('No lots match.'), problems(answer.problems)];
    const tickers = [...new Set(rows.map(({ ticker }) => ticker))].toSorted();
    const shown = wanted === '' ? rows : rows.filter(({ ticker }) => ticker === wanted);
    const realised = shown.reduce((sum, { realized_gain_loss }) => sum + (realized_gain_loss ?? 0), 0);
    const tellAndRedraw = () => {
      updateModel(
        `The person looks at ${shown.length} of ${answer.total_count} tax lots${wanted === '' ? '' : ` of ${wanted}`}.`,
      );
      redraw();
    };
    const more = async () => {
      try {
        const next = (await call('get_tax_lots', { ...input, offset: offset + rows.length })) as Lots;
        rows = [...rows, ...next.lots];
        state.page++;
        failed = '';
      } catch (error) {
        failed = (error as Error).message;
      }
      tellAndRedraw();
    };
    const hasMore = canCall && wanted === '' && offset + rows.length < answer.total_count;
    return [
      heading('Tax lots', `${formats.count(answer.total_count)} lots`),
      figures([
        { name: 'Realised (shown)', text: formats.gain(realised), sign: realised },
        {
          name: 'Unrealised (all lots)',
          text: formats.gain(answer.summary.total_unrealized),
          sign: answer.summary.total_unrealized,
        },
        { name: 'Basis (all lots)', text: formats.money(answer.summary.total_basis) },
        { name: 'Long term (shown)', text: formats.count(shown.filter(({ is_long_term }) => is_long_term).length) },
      ]),
      drawHolding(shown, stage),
      tickers.length > 1 &&
        h(
          'div',
          { class: 'row' },
          nameSelector(
            'Ticker',
            tickers,
            wanted,
            (name) => {
              wanted = name;
              state.page = 0;
              tellAndRedraw();
            },
            (instrument) => nameTrade({ instrument }),
          ),
        ),
      table({
        label: 'Tax lots',
        columns: lotColumns(stage),
        rows: shown,
        state,
        changed: tellAndRedraw,
        total: hasMore ? answer.total_count : shown.length,
        ...(hasMore && { more: () => void more() }),
      }),
      failed !== '' && h('p', { class: 'box problem', role: 'alert' }, failed),
      problems(answer.problems),
      h('p', { class: 'note' }, answer.disclaimer),
    ];
  };
}

/** A stretch for each lot; around a sale at a loss, faintly, the window of section 1091. */
function drawHolding(lots: readonly Lot[], { formats, width }: Stage): Child {
  const drawn = lots.slice(0, MOST_ROWS);
  const now = Math.max(...drawn.map(({ date_sold, opened_on }) => Date.parse(date_sold ?? opened_on)), Date.now());
  return picture(
    timeline({
      label: `How long ${drawn.length} lots were held, and the wash windows around sales at a loss`,
      width,
      rows: drawn.map((lot) => {
        const from = Date.parse(lot.opened_on);
        const to = lot.date_sold === null ? now : Date.parse(lot.date_sold);
        const gain = gainOf(lot);
        const lost = lot.date_sold !== null && gain !== null && gain < 0;
        return {
          name: nameOf(lot.ticker, width),
          key: lot.lot_id,
          stretches: [
            ...(lost
              ? [
                  {
                    from: to - 30 * DAY,
                    to: to + 30 * DAY,
                    tone: 'loss' as const,
                    faint: true,
                    title: `${lot.ticker}: wash window ${formats.day(isoDay(to - 30 * DAY))} to ${formats.day(isoDay(to + 30 * DAY))}`,
                  },
                ]
              : []),
            {
              from,
              to,
              tone: gain === null ? ('quiet' as const) : gain < 0 ? ('loss' as const) : ('gain' as const),
              title: `${formats.plain(lot.quantity)} ${lot.ticker}: ${formats.day(lot.opened_on)} to ${lot.date_sold === null ? 'now' : formats.day(lot.date_sold)}, ${formats.gain(gain)}`,
            },
          ],
        };
      }),
    }),
    `Held from when to when; behind a sale at a loss the 61 days of its wash window${lots.length > MOST_ROWS ? `. The first ${MOST_ROWS} of ${lots.length}` : ''}`,
  );
}

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

const washColumns = (stage: Stage, { formats } = stage, day = dayText(stage)): readonly Column<Wash>[] => [
  {
    name: 'Ticker',
    text: ({ ticker }) => nameTrade({ instrument: ticker }),
    sort: ({ ticker }) => ticker,
    wraps: true,
  },
  {
    name: 'Loss deferred',
    text: ({ disallowed_loss }) => formats.money(disallowed_loss),
    sort: ({ disallowed_loss }) => disallowed_loss,
    align: 'right',
  },
  { name: 'Sold', text: ({ sold_on }) => day(sold_on), sort: ({ sold_on }) => sold_on },
  {
    name: 'Bought again',
    text: ({ replaced_on, replacement_instrument, ticker }) =>
      `${day(replaced_on)}${replacement_instrument === ticker ? '' : ` as ${nameTrade({ instrument: replacement_instrument })}`}`,
    sort: ({ replaced_on }) => replaced_on,
  },
  { name: 'Shares', text: ({ shares }) => formats.plain(shares), sort: ({ shares }) => shares, align: 'right' },
  {
    name: 'State',
    text: ({ status, permanently_lost }) => (permanently_lost ? 'lost for good' : status.toLowerCase()),
    sort: ({ status }) => status,
  },
];

function washesOf(answer: Washes) {
  const state = tableState(1);
  return (stage: Stage): Child => {
    const { formats, width, redraw } = stage;
    const list = answer.wash_sales;
    if (list.length === 0) return [heading('Wash sales'), empty('No wash sales.'), problems(answer.problems)];
    const lost = list
      .filter(({ permanently_lost }) => permanently_lost)
      .reduce((sum, { disallowed_loss }) => sum + disallowed_loss, 0);
    return [
      heading(
        'Wash sales',
        `${formats.count(answer.total)} sales${answer.total > list.length ? `, ${list.length} of them here` : ''}, ${answer.affected_tickers.length} tickers`,
      ),
      figures([
        { name: 'Losses deferred', text: formats.money(answer.total_disallowed), sign: -1 },
        { name: 'Lost for good (shown)', text: formats.money(lost) },
        { name: 'Released (shown)', text: formats.count(list.filter(({ status }) => status === 'RELEASED').length) },
      ]),
      picture(
        timeline({
          label: 'Each sale at a loss with its window, and the replacement purchase',
          width,
          rows: list
            .slice(0, MOST_ROWS)
            .map(({ ticker, sold_on, replaced_on, wash_window, disallowed_loss, chain_id }) => {
              const [sold, bought] = [Date.parse(sold_on), Date.parse(replaced_on)];
              return {
                name: nameOf(ticker, width),
                key: chain_id,
                stretches: [
                  {
                    from: Date.parse(wash_window.from),
                    to: Date.parse(wash_window.to),
                    tone: 'loss',
                    faint: true,
                    title: `${ticker}: window ${formats.day(wash_window.from)} to ${formats.day(wash_window.to)}`,
                  },
                  {
                    from: sold,
                    to: sold + DAY,
                    tone: 'loss',
                    title: `${ticker}: sold ${formats.day(sold_on)}, ${formats.money(disallowed_loss)} deferred`,
                  },
                  {
                    from: bought,
                    to: bought + DAY,
                    tone: 'gain',
                    title: `${ticker}: bought again ${formats.day(replaced_on)}`,
                  },
                ],
              };
            }),
        }),
        'Orange: sold at a loss, with its window behind it. Blue: bought again',
      ),
      table({ label: 'Wash sales', columns: washColumns(stage), rows: list, state, changed: redraw }),
      problems(answer.problems),
      h('p', { class: 'note' }, answer.disclaimer),
    ];
  };
}
