// Positions from flat to flat: a bar for each result, the table, and the details of a chosen trade.
import { momentText } from '../page/columns.ts';
import { type Column, table, tableState } from '../page/table.ts';
import { type Child, h } from '../page/dom.ts';
import { empty, figures, heading, nameSelector, picture, selector } from '../page/parts.ts';
import { startView, type Stage } from '../page/view.ts';
import { scatter } from '@zorivest/pictures';
import { nameTrade } from '@zorivest/vocabulary';
import type { JournalAnswer } from './_answer.ts';
import { basisSummary, basisNotes } from './_basis.ts';
import { oneTrade, type Replay, type Trip } from './_trade.ts';

type Answer = JournalAnswer<'roundTrips', 'list'>;
type Row = Answer['items'][number];

/** The result realised in the period; a short answer omits it where it equals the whole result. */
function netOf({ pnl, pnl_in_period }: Row): number {
  return pnl_in_period ?? pnl ?? 0;
}

const columnsOf = (stage: Stage, { formats } = stage, moment = momentText(stage)): readonly Column<Row>[] => [
  {
    name: 'Instrument',
    text: nameTrade,
    sort: ({ instrument }) => instrument,
    wraps: true,
  },
  {
    name: 'Net',
    text: (row) => (row.status === 'open' && row.pnl === 0 ? '–' : formats.gain(netOf(row))),
    sort: netOf,
    sign: netOf,
    align: 'right',
  },
  { name: 'R', text: ({ r }) => formats.multiple(r), sort: ({ r }) => r, sign: ({ r }) => r, align: 'right' },
  {
    name: 'Closed',
    text: ({ closed_at }) => (closed_at === null ? 'open' : moment(closed_at)),
    sort: ({ closed_at }) => closed_at,
  },
  {
    name: 'Side',
    text: ({ direction }) => (direction === 'BOT' ? 'Long' : 'Short'),
    sort: ({ direction }) => direction,
    speaks: true,
  },
  {
    name: 'Opened',
    text: ({ opened_at }) => moment(opened_at),
    sort: ({ opened_at }) => opened_at,
  },
  {
    name: 'Held',
    text: ({ holding_period_seconds: seconds }) => formatHeld(seconds, formats.plain),
    sort: ({ holding_period_seconds }) => holding_period_seconds,
    align: 'right',
  },
  {
    name: 'Quantity',
    text: ({ total_quantity, quantity_exact }) => formats.quantity(total_quantity, quantity_exact),
    sort: ({ total_quantity }) => total_quantity,
    align: 'right',
  },
  { name: 'Entry', text: ({ entry_avg_price }) => formats.price(entry_avg_price, 4), align: 'right' },
  { name: 'Exit', text: ({ exit_avg_price }) => formats.price(exit_avg_price, 4), align: 'right' },
];

startView<Answer>((answer, { input, canCall }) => {
  let rows: readonly Row[] = answer.items;
  let { total } = answer;
  let wanted = '';
  let failed = '';
  let open: Trip | undefined;
  let replay: Replay | undefined;
  const state = tableState();

  return (stage) => {
    const { formats, call, redraw, updateModel, width } = stage;
    if (open !== undefined) {
      return oneTrade(open, stage, {
        replay,
        back: () => {
          open = undefined;
          replay = undefined;
          redraw();
        },
      });
    }
    const title =
      input.status === 'open' || rows.every(({ closed_at }) => !closed_at) ? 'Open positions' : 'Round trips';
    if (total === 0)
      return [
        heading('Round trips'),
        empty('Nothing matches: no position was opened in this period.'),
        basisNotes(answer),
      ];
    const underlyings = [...new Set(rows.map(({ underlying, instrument }) => underlying ?? instrument))].toSorted();
    const shown =
      wanted === '' ? rows : rows.filter(({ underlying, instrument }) => (underlying ?? instrument) === wanted);
    const closed = shown.filter((row) => row.status !== 'open' || netOf(row) !== 0);
    const net = closed.reduce((sum, row) => sum + netOf(row), 0);
    const tellAndRedraw = () => {
      updateModel(
        `The person looks at ${shown.length} of ${total} round trips${wanted === '' ? '' : ` in ${wanted}`}; they realised ${formats.gain(net)} in the period.`,
      );
      redraw();
    };
    const attempt = (work: () => Promise<void>) => async () => {
      try {
        await work();
        failed = '';
      } catch (error) {
        failed = (error as Error).message;
      }
      tellAndRedraw();
    };
    const more = attempt(async () => {
      const next = (await call('get_round_trips', { ...input, offset: answer.offset + rows.length })) as Answer;
      rows = [...rows, ...next.items];
      ({ total } = next);
      state.page++;
    });
    const show = (id: string) =>
      void attempt(async () => {
        open = (await call('page_trade', { trip_id: id })) as Trip;
        updateModel(`The person looks at one trade: ${id}.`);
        // Prices are there for some, and a host may not have the tool: then its fills stand alone.
        call('get_trade_replay', { id })
          .then((found) => open?.id === id && (replay = found as Replay))
          .catch(() => {})
          .finally(redraw);
      })();
    const hasMore = canCall && wanted === '' && answer.offset + rows.length < total;
    return [
      heading(title, basisSummary(answer, formats)),
      figures([
        { name: 'Net of these', text: formats.gain(net), sign: net },
        { name: 'Won', text: `${closed.filter((row) => Math.round(netOf(row) * 100) > 0).length} of ${closed.length}` },
        {
          name: 'Fees',
          text: formats.money(shown.reduce((sum, row) => sum + (row.costs_in_period ?? row.total_commission ?? 0), 0)),
        },
        { name: 'Shown', text: `${formats.count(shown.length)} of ${formats.count(total)}` },
      ]),
      overTime(closed, stage, canCall ? show : undefined, width),
      underlyings.length > 1 &&
        h(
          'div',
          { class: 'row' },
          nameSelector('Underlying', underlyings, wanted, (name) => {
            wanted = name;
            state.page = 0;
            tellAndRedraw();
          }),
          canCall &&
            selector(
              'one',
              'Open',
              [
                ['', 'Choose a trade'],
                ...shown
                  .slice(0, 200)
                  .map((row) => [row.id, `${nameTrade(row)} ${formats.day(row.opened_at.slice(0, 10))}`] as const),
              ],
              '',
              (id) => id !== '' && show(id),
            ),
        ),
      table({
        label: 'Round trips',
        columns: columnsOf(stage),
        rows: shown,
        state,
        changed: tellAndRedraw,
        total: hasMore ? total : shown.length,
        ...(hasMore && { more: () => void more() }),
      }),
      failed !== '' && h('p', { class: 'box problem', role: 'alert' }, failed),
      basisNotes(answer),
    ];
  };
});

/** More dots than this cover each other, and each is a thing the page must hold. */
const MOST_MARKS = 1500;

function overTime(
  closed: readonly Row[],
  { formats }: Stage,
  show: ((id: string) => void) | undefined,
  width: number,
): Child {
  if (closed.length < 2) return undefined;
  const drawn = closed.slice(0, MOST_MARKS);
  return picture(
    scatter({
      label: 'Net result of each closed trade by how long it was held',
      width,
      height: 200,
      xName: 'days held',
      yName: 'net result',
      formatX: (value) => formats.plain(value, 1),
      formatY: formats.short,
      marks: drawn.map((row) => {
        const { id, holding_period_seconds: seconds } = row;
        const net = netOf(row);
        return {
          at: [(seconds ?? 0) / 86_400, net] as const,
          kind: 'dot' as const,
          tone: net < 0 ? ('loss' as const) : ('gain' as const),
          title: `${nameTrade(row)}: ${formats.gain(net)}, ${formatHeld(seconds, formats.plain)}`,
          key: id,
        };
      }),
    }),
    `Result by days held${closed.length > drawn.length ? `, of the first ${formats.count(drawn.length)}` : ''}`,
    show,
  );
}

function formatHeld(seconds: number | null | undefined, plain: (value: number, most: number) => string): string {
  if (seconds === null || seconds === undefined) return '–';
  if (seconds < 3600) return `${plain(seconds / 60, 0)} min`;
  return seconds < 2 * 86_400 ? `${plain(seconds / 3600, 1)} h` : `${plain(seconds / 86_400, 0)} d`;
}
