// A backtest: equity, drawdown, its trades and, for a sweep, every pair of parameters.
import { heatMap, lineChart, type Mark, type PriceBar } from '@zorivest/pictures';
import { type Child, h } from '../page/dom.ts';
import { empty, figures, heading, picture, type Tab, tabs } from '../page/parts.ts';
import { type Column, table, tableState, type TableState } from '../page/table.ts';
import { startView, type Stage } from '../page/view.ts';

interface Trade {
  readonly side: string;
  readonly entry_time: number;
  readonly exit_time: number;
  readonly entry_price: number;
  readonly exit_price: number;
  readonly volume: number;
  readonly pnl: number;
  readonly reason: string;
}
interface Sweep {
  readonly runs: number;
  readonly rank_by: string;
  readonly warning: string;
  readonly deflated_sharpe?: number | null;
  readonly pbo?: number | null;
  readonly best: readonly { readonly parameters: Readonly<Record<string, number>>; readonly figures: Figures }[];
  readonly heat_map?: {
    readonly x: string;
    readonly y: string;
    readonly xs: readonly number[];
    readonly ys: readonly number[];
    readonly values: readonly (readonly (number | null)[])[];
  };
}
type Figures = Readonly<
  Record<'trades' | 'pnl' | 'sharpe' | 'max_drawdown' | 'win_rate' | 'profit_factor', number | null>
> & {
  readonly return?: number | null;
  readonly cagr?: number | null;
  readonly sortino?: number | null;
  readonly exposure?: number | null;
};
interface Answer {
  readonly request_id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly progress: number | null;
  readonly warnings: readonly string[];
  /** A model gets only the deciding figures; the page requests the curve and the trades. */
  readonly left_out?: readonly string[];
  readonly result:
    | (Figures & {
        readonly strategy_name: string;
        readonly trade_list?: readonly { readonly timestamp: number; readonly pnl: number }[];
        readonly benchmark?: { readonly return?: number | null };
        readonly details?: {
          readonly trades?: readonly Trade[];
          /** Seconds since 1970, and the equity then. */
          readonly equity_curve?: readonly (readonly [number, number])[];
          /** Seconds since 1970, open, high, low, close. */
          readonly price_bars?: readonly PriceBar[];
          readonly sweep?: Sweep;
        };
      })
    | null;
}
type Curve = readonly (readonly [time: number, value: number])[];

startView<Answer>((initial, { canCall, call, redraw: drawAgain }) => {
  let answer = initial;
  let missing = '';
  let chosen = 0;
  const state = tableState();
  if (initial.left_out?.length) {
    missing = canCall
      ? 'Fetching the curve and the trades…'
      : 'This host does not forward calls, so only the figures are shown.';
    if (canCall)
      call('backtest_result', { request_id: initial.request_id, fields: ['all'] })
        .then((whole) => ([answer, missing] = [whole as Answer, '']))
        .catch(
          (error: unknown) => (missing = `The curve and the trades could not be loaded: ${(error as Error).message}`),
        )
        .finally(drawAgain);
  }

  return (stage) => {
    const { formats, redraw, updateModel } = stage;
    const { result } = answer;
    if (result === null) {
      return [
        heading('Backtest', answer.status),
        empty(
          answer.reason ??
            (answer.progress === null
              ? `It is ${answer.status}: there is no result yet.`
              : `It is ${answer.status}: ${formats.percent(answer.progress, 0)} done.`),
        ),
      ];
    }
    const { details = {}, strategy_name } = result;
    const list = tabsOf(answer, stage, state);
    return [
      heading(strategy_name || 'Backtest', answer.request_id),
      figures([
        ...(result.return === undefined
          ? []
          : [
              {
                name: 'Return',
                text: formats.percent(result.return),
                sign: result.return,
                ...(typeof result.benchmark?.return === 'number' && {
                  note: `held: ${formats.percent(result.benchmark.return)}`,
                }),
              },
            ]),
        { name: 'Profit', text: formats.gain(result.pnl), sign: result.pnl },
        { name: 'Sharpe', text: formats.plain(result.sharpe, 2) },
        { name: 'Max drawdown', text: formats.percent(result.max_drawdown), sign: -1 },
        { name: 'Trades', text: formats.count(result.trades), note: `${formats.plain(result.win_rate, 0)} % won` },
        { name: 'Profit factor', text: formats.plain(result.profit_factor, 2) },
      ]),
      missing !== '' && h('p', { class: 'quiet' }, missing),
      list.length === 0
        ? missing === '' && empty('The trades were not requested: submit it with include_trades to see them.')
        : tabs(list, Math.min(chosen, list.length - 1), (at) => {
            chosen = at;
            updateModel(
              `The person looks at the ${list[at]?.name.toLowerCase() ?? ''} of backtest ${answer.request_id}.`,
            );
            redraw();
          }),
      details.sweep && h('p', { class: 'box' }, details.sweep.warning),
      answer.warnings.length > 0 &&
        h(
          'div',
          { class: 'box problem' },
          h(
            'ul',
            {},
            answer.warnings.slice(0, 5).map((text) => h('li', {}, text)),
          ),
        ),
    ];
  };
});

function tabsOf({ result }: Answer, stage: Stage, state: TableState): Tab[] {
  const { details = {}, trade_list = [] } = result ?? {};
  const { trades = [], equity_curve, sweep } = details;
  const curve: Curve = equity_curve?.length
    ? equity_curve.map(([time, value]) => [1000 * time, value] as const)
    : sumResults(trade_list);
  return [
    ...(curve.length > 1 ? [{ name: 'Equity', draw: () => equity(curve, stage) }] : []),
    ...(trades.length > 0
      ? [{ name: 'Trades', draw: () => tradesTab(trades, details.price_bars ?? [], stage, state) }]
      : []),
    ...(sweep ? [{ name: 'Sweep', draw: () => sweepTab(sweep, stage, state) }] : []),
  ];
}

/** The compatible mode lists results, not an account: they are added up. */
function sumResults(trades: readonly { readonly timestamp: number; readonly pnl: number }[]): Curve {
  let sum = 0;
  return trades.map(({ timestamp, pnl }) => [1000 * timestamp, (sum += pnl)] as const);
}

function equity(curve: Curve, { formats, width }: Stage): Child {
  const [[, start] = [0, 0]] = curve;
  const zoned = curve.map(([time, value]) => [formats.zoned(time), value] as const);
  let high = -Infinity;
  const under = zoned.map(([time, value]) => {
    high = Math.max(high, value);
    return [time, value - high] as const;
  });
  return [
    picture(
      lineChart({
        label: 'Equity over the backtest',
        width,
        height: 220,
        lines: [{ name: 'Equity', points: zoned, tone: 'first', fill: { to: start, as: 'gain and loss' } }],
        format: formats.short,
      }),
      'Equity',
    ),
    picture(
      lineChart({
        label: 'Drawdown from the previous high',
        width,
        height: 130,
        lines: [{ name: 'Drawdown', points: under, tone: 'loss', fill: { to: 0, as: 'tone' } }],
        format: formats.short,
      }),
      'Drawdown',
    ),
  ];
}

const MOST_MARKS = 400;

function tradesTab(trades: readonly Trade[], bars: readonly PriceBar[], stage: Stage, state: TableState): Child {
  const { formats, width, redraw } = stage;
  const drawn = trades.slice(-MOST_MARKS);
  const at = (time: number) => formats.zoned(1000 * time);
  const columns: readonly Column<Trade>[] = [
    {
      name: 'Entered',
      text: ({ entry_time }) => formats.moment(new Date(1000 * entry_time).toISOString()),
      sort: ({ entry_time }) => entry_time,
    },
    {
      name: 'Net',
      text: ({ pnl }) => formats.gain(pnl),
      sort: ({ pnl }) => pnl,
      sign: ({ pnl }) => pnl,
      align: 'right',
    },
    { name: 'Side', text: ({ side }) => side },
    { name: 'Entry', text: ({ entry_price }) => formats.plain(entry_price, 5), align: 'right' },
    { name: 'Exit', text: ({ exit_price }) => formats.plain(exit_price, 5), align: 'right' },
    {
      name: 'Exited',
      text: ({ exit_time }) => formats.moment(new Date(1000 * exit_time).toISOString()),
      sort: ({ exit_time }) => exit_time,
    },
    { name: 'Exit reason', text: ({ reason }) => reason.replaceAll('_', ' ') },
  ];
  const which = trades.length > drawn.length ? ` The last ${drawn.length} of ${trades.length} trades.` : '';
  return [
    picture(
      lineChart({
        label: `Price with ${drawn.length} trades`,
        width,
        height: 260,
        // An engine that sends no bars has at least the prices it traded at.
        lines: bars.length > 0 ? [] : [{ name: 'Price', points: fillsOf(drawn, at), tone: 'quiet' }],
        bars: bars.map(([time, ...prices]) => [at(time), ...prices] as const),
        marks: drawn.flatMap((trade) => marksOf(trade, at, stage)),
        format: (value) => formats.plain(value, 4),
      }),
      `▲ bought, ▼ sold short, ● left; blue made money, orange lost it.${which}`,
    ),
    table({ label: 'Trades', columns, rows: trades, state, changed: redraw }),
  ];
}

/** From each entry to its exit, with a gap between trades. */
function fillsOf(trades: readonly Trade[], at: (time: number) => number): (readonly [number, number])[] {
  return trades.flatMap(({ entry_time, entry_price, exit_time, exit_price }) => [
    [at(entry_time), entry_price] as const,
    [at(exit_time), exit_price] as const,
    [at(exit_time), Number.NaN] as const,
  ]);
}

function marksOf(trade: Trade, at: (time: number) => number, { formats }: Stage): Mark[] {
  const { side, entry_time, entry_price, exit_time, exit_price, pnl, reason } = trade;
  const [kind, tone] = [side === 'long' ? ('up' as const) : ('down' as const), pnl < 0 ? 'loss' : 'gain'] as const;
  const title = `${side} ${formats.plain(entry_price, 5)} → ${formats.plain(exit_price, 5)}, ${formats.gain(pnl)} (${reason.replaceAll('_', ' ')})`;
  return [
    { at: [at(entry_time), entry_price], kind, tone, title },
    { at: [at(exit_time), exit_price], kind: 'dot', tone, title },
  ];
}

function sweepTab(sweep: Sweep, { formats, width, redraw }: Stage, state: TableState): Child {
  const { heat_map: map, best } = sweep;
  return [
    figures([
      { name: 'Runs tried', text: formats.count(sweep.runs) },
      { name: 'Deflated Sharpe', text: formats.percent(sweep.deflated_sharpe) },
      { name: 'Overfitting (PBO)', text: formats.percent(sweep.pbo) },
    ]),
    map &&
      picture(
        heatMap({
          label: `${sweep.rank_by} by ${map.x} and ${map.y}`,
          width,
          xName: map.x,
          yName: map.y,
          columns: map.xs.map(String),
          rows: map.ys.map(String),
          values: map.values,
          format: (value) => formats.plain(value, 2),
        }),
        `${sweep.rank_by} by ${map.x} and ${map.y}`,
      ),
    table({
      label: 'The best runs',
      rows: best,
      state,
      changed: redraw,
      id: 'best',
      columns: [
        {
          name: 'Parameters',
          text: ({ parameters }) =>
            Object.entries(parameters)
              .map(([name, value]) => `${name} ${formats.plain(value)}`)
              .join(', '),
          wraps: true,
        },
        {
          name: 'Sharpe',
          text: ({ figures: { sharpe } }) => formats.plain(sharpe, 2),
          sort: ({ figures: { sharpe } }) => sharpe,
          align: 'right',
        },
        {
          name: 'Profit',
          text: ({ figures: { pnl } }) => formats.gain(pnl),
          sort: ({ figures: { pnl } }) => pnl,
          sign: ({ figures: { pnl } }) => pnl,
          align: 'right',
        },
        { name: 'Trades', text: ({ figures: { trades } }) => formats.count(trades), align: 'right' },
        { name: 'Drawdown', text: ({ figures: { max_drawdown } }) => formats.percent(max_drawdown), align: 'right' },
      ],
    }),
  ];
}
