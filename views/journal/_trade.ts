// One trade in full: its fills over time, its legs, what was planned and what was written about it.
import { lineChart } from '@zorivest/pictures';
import { mistakeName, nameTrade } from '@zorivest/vocabulary';
import { type Child, h } from '../page/dom.ts';
import { figures, heading, picture } from '../page/parts.ts';
import { table, tableState } from '../page/table.ts';
import type { Stage } from '../page/view.ts';
import type { JournalAnswer } from './_answer.ts';
import { basisNotes } from './_basis.ts';

export type Trip = JournalAnswer<'roundTrips', 'get'>;
type Fill = Trip['executions'][number];

/** The prices while it was open, as `get_trade_replay` answers them. */
export type Replay = JournalAnswer<'roundTrips', 'replay'>;

interface TradeExtras {
  readonly back?: (() => void) | undefined;
  /** Undefined where no prices are stored, or the page may not ask. */
  readonly replay?: Replay | undefined;
}

export function oneTrade(trip: Trip, stage: Stage, { back, replay }: TradeExtras = {}): Child {
  const { formats } = stage;
  const { direction, executions, report, plan, mistakes, tags } = trip;
  // The prices give the result of an open trade.
  const running = trip.status === 'open' ? replay?.running : undefined;
  const isRunning = running !== undefined && running !== null;
  const pnl = isRunning ? running.pnl : trip.pnl;
  return [
    heading(
      nameTrade(trip),
      [direction === 'BOT' ? 'Long' : 'Short', formats.day(trip.closed_at ?? trip.opened_at)].join(' · '),
    ),
    back &&
      h(
        'div',
        { class: 'row' },
        h('button', { class: 'button', type: 'button', id: 'back', onclick: back }, 'All trades'),
      ),
    figures([
      {
        name: isRunning ? 'Result so far' : 'Net result',
        text: trip.status === 'open' && !isRunning ? 'open' : formats.gain(pnl),
        sign: pnl,
        ...(trip.currency && { note: trip.currency }),
      },
      ...(trip.r === null ? [] : [{ name: 'R', text: formats.multiple(trip.r), sign: trip.r }]),
      { name: 'Entry', text: formats.price(trip.entry_avg_price, 4), note: formats.moment(trip.opened_at) },
      {
        name: 'Exit',
        text: formats.price(trip.exit_avg_price, 4),
        note: trip.closed_at === null ? 'still open' : formats.moment(trip.closed_at),
      },
      { name: 'Quantity', text: formats.quantity(trip.total_quantity, trip.quantity_exact) },
      { name: 'Fees', text: formats.money(trip.total_commission) },
    ]),
    replay !== undefined && replay.bars.length > 1 ? prices(replay, stage) : fills(executions, trip, stage),
    tags.length > 0 &&
      h(
        'p',
        {},
        tags.map((tag) => [h('span', { class: 'tag' }, tag), ' ']),
      ),
    plan !== null &&
      h(
        'section',
        { class: 'box' },
        h('h2', {}, 'Planned'),
        h(
          'p',
          {},
          `Entry at ${formats.price(plan.entry_price)}, stop ${formats.price(plan.stop_loss)}, target ${formats.price(plan.target_price)}.`,
        ),
      ),
    report !== null &&
      h(
        'section',
        { class: 'box' },
        h('h2', {}, 'Review'),
        h('p', {}, report.lessons_learned ?? report.setup_quality ?? ''),
      ),
    mistakes.length > 0 &&
      h(
        'section',
        { class: 'box' },
        h('h2', {}, 'Mistakes'),
        h(
          'ul',
          {},
          mistakes.map(({ category, notes }) =>
            h('li', {}, `${mistakeName(category)}${notes === null ? '' : `: ${notes}`}`),
          ),
        ),
      ),
    h('h2', {}, 'Fills'),
    table({
      label: 'Fills',
      rows: executions,
      state: tableState(),
      changed: stage.redraw,
      columns: [
        {
          name: 'Fill',
          text: ({ action, quantity, quantity_exact }) =>
            `${action === 'BOT' ? 'Buy' : 'Sell'} ${formats.quantity(quantity, quantity_exact)}`,
        },
        { name: 'Price', text: ({ price }) => formats.price(price), align: 'right' },
        { name: 'Time', text: ({ time }) => formats.moment(time), speaks: true },
        // The names distinguish the legs of a structure; the shares of one trade need none.
        ...(new Set(executions.map(({ instrument }) => instrument)).size > 1
          ? [{ name: 'Instrument', text: ({ instrument }: Fill) => nameTrade({ instrument }), speaks: true }]
          : []),
        { name: 'Commission', text: ({ commission }) => formats.money(commission), align: 'right' },
      ],
    }),
    basisNotes(trip),
  ];
}

/**
 * Candles with what was bought and sold, and the last valid stop and target. They stand side by side, as traders know
 * them: on an axis of time nights and weekends would be most of it.
 */
export function prices({ instrument, bars, fills: done, levels }: Replay, { formats, width }: Stage): Child {
  const level = levels.at(-1);
  const times = bars.map(([time = 0]) => time);
  const textOf = axisOf(times, formats);
  return picture(
    lineChart({
      label: `Prices of ${instrument} with ${done.length} fills`,
      width,
      height: 240,
      lines: [],
      bars: bars.map(
        ([, open = Number.NaN, high = Number.NaN, low = Number.NaN, close = Number.NaN], i) =>
          [i, open, high, low, close] as const,
      ),
      rules:
        level === undefined
          ? []
          : [
              { at: { y: level.stop }, name: `stop ${formats.price(level.stop)}`, tone: 'loss' },
              { at: { y: level.target }, name: `target ${formats.price(level.target)}`, tone: 'gain' },
            ],
      marks: done.map(({ time, price, action, quantity }) => ({
        at: [barAt(times, time), price] as const,
        kind: action === 'BOT' ? ('up' as const) : ('down' as const),
        tone: action === 'BOT' ? ('gain' as const) : ('loss' as const),
        title: `${action === 'BOT' ? 'Bought' : 'Sold'} ${formats.plain(quantity)} at ${formats.price(price)}`,
      })),
      format: (value) => formats.plain(value, 2),
      formatX: textOf,
    }),
    'Prices while it was open: up where it was bought, down where it was sold',
  );
}

/** The bar a moment belongs to: the last that had begun. */
function barAt(times: readonly number[], moment: number): number {
  const after = times.findIndex((time) => time > moment);
  return after === -1 ? times.length - 1 : Math.max(0, after - 1);
}

const DAY_SECONDS = 86_400;

/** What stands below a bar: its day, of one day's its time. */
function axisOf(times: readonly number[], { brief, clock }: Stage['formats']): (at: number) => string {
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const write = last - first < DAY_SECONDS ? clock : brief;
  return (at) => write(new Date(1000 * (times[Math.round(at)] ?? last)).toISOString());
}

/** Prices of the fills over time; a structure's legs have prices of their own and are not one line. */
function fills(executions: readonly Fill[], trip: Trip, { formats, width }: Stage): Child {
  const own = executions.filter(({ instrument }) => instrument === trip.instrument);
  if (own.length < 2 || own.length !== executions.length) return undefined;
  const points = own.map(({ time, price }) => [formats.zoned(Date.parse(time)), price] as const);
  const { plan } = trip;
  const rules = [
    ...(plan?.stop_loss ? [{ at: { y: plan.stop_loss }, name: 'stop', tone: 'loss' as const }] : []),
    ...(plan?.target_price ? [{ at: { y: plan.target_price }, name: 'target', tone: 'gain' as const }] : []),
  ];
  return picture(
    lineChart({
      label: `Prices of the fills of ${trip.instrument}`,
      width,
      height: 180,
      lines: [{ name: 'Price', points, tone: 'quiet' }],
      rules,
      marks: own.map(({ action, price, quantity }, i) => ({
        at: points[i] ?? [0, 0],
        kind: action === 'BOT' ? ('up' as const) : ('down' as const),
        tone: action === 'BOT' ? ('gain' as const) : ('loss' as const),
        title: `${action === 'BOT' ? 'Bought' : 'Sold'} ${formats.plain(quantity)} at ${formats.price(price)}`,
      })),
      format: (value) => formats.plain(value, 2),
    }),
    'Where it was bought and sold',
  );
}
