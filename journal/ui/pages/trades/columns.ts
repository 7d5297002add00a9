// The columns the list of trades can have; which of them it has is the person's choice.
import { amountFigure, type Figure, multipleFigure } from '../../amount/figure.ts';
import { money } from '../../amount/format.ts';
import { tripResult } from '../../amount/result.tsx';
import type { Traded } from '../../amount/exchange.ts';
import { exchangeTime } from '../../amount/exchange-time.ts';
import { duration, moment } from '../../amount/time.ts';
import type { Show } from '../../filter/show.ts';
import type { Answer } from '../../service/client.ts';

export type Trip = Answer<'roundTrips', 'list'>['items'][number];

interface ColumnHead {
  readonly id: string;
  readonly name: string;
  /** Text stands on the left; what a person named may be longer than its column, and is cut. */
  readonly text?: 'short' | 'long';
  /** The least it needs, in pixels. */
  readonly width: number;
  /** What the service calls it, where it can sort by it. */
  readonly sort?: string;
}

interface TextColumn extends ColumnHead {
  readonly cell: (trip: Trip, zone: string) => string;
  /** What more who points at it is told. */
  readonly hint?: (trip: Trip, zone: string) => string | null;
}

interface FigureColumn extends ColumnHead {
  readonly figure: (trip: Trip, show: Show) => Figure;
}

export type GridColumn = TextColumn | FigureColumn;

const inTradeCurrency = (trip: Trip): Traded => ({ ...trip, currency: trip.trade_currency });

/** Why the P&L of the row is not the whole of the trade. */
function partHint({ exits_outside_period: outside, pnl, pnl_in_period }: Trip): string | null {
  if (outside === 0) return null;
  const exits = outside === 1 ? 'One exit lies' : `${outside} exits lie`;
  return `${exits} outside the period: ${money(pnl_in_period)} of ${money(pnl)} is of the period.`;
}

const kinds: Readonly<Record<string, string>> = { BOT: 'long', SLD: 'short' };

export const columns: readonly GridColumn[] = [
  {
    id: 'closed',
    name: 'Closed',
    cell: ({ closed_at, exits_outside_period }, zone) =>
      `${closed_at === null ? 'open' : moment(closed_at, zone)}${exits_outside_period > 0 ? ' · in part' : ''}`,
    hint: (trip, zone) => partHint(trip) ?? exchangeTime(trip.closed_at, zone, inTradeCurrency(trip)),
    text: 'short',
    width: 140,
    sort: 'closed_at',
  },
  {
    id: 'opened',
    name: 'Opened',
    cell: ({ opened_at }, zone) => moment(opened_at, zone),
    hint: (trip, zone) => exchangeTime(trip.opened_at, zone, inTradeCurrency(trip)),
    text: 'short',
    width: 140,
    sort: 'opened_at',
  },
  {
    id: 'instrument',
    name: 'Instrument',
    cell: ({ instrument }) => instrument,
    text: 'long',
    width: 130,
    sort: 'instrument',
  },
  { id: 'underlying', name: 'Underlying', cell: ({ underlying }) => underlying, text: 'long', width: 100 },
  { id: 'kind', name: 'Kind', cell: ({ asset_class }) => asset_class.replaceAll('_', ' '), text: 'short', width: 80 },
  { id: 'side', name: 'Side', cell: ({ direction }) => kinds[direction] ?? '–', text: 'short', width: 60 },
  {
    id: 'quantity',
    name: 'Quantity',
    figure: ({ total_quantity, quantity_exact: exact }) => amountFigure(total_quantity, { as: 'quantity', exact }),
    width: 80,
  },
  {
    id: 'open',
    name: 'Still open',
    figure: ({ open_quantity, open_quantity_exact: exact }) => amountFigure(open_quantity, { as: 'quantity', exact }),
    width: 80,
  },
  { id: 'in', name: 'In', figure: ({ entry_avg_price }) => amountFigure(entry_avg_price, { as: 'mean' }), width: 90 },
  { id: 'out', name: 'Out', figure: ({ exit_avg_price }) => amountFigure(exit_avg_price, { as: 'mean' }), width: 90 },
  {
    id: 'held',
    name: 'Held',
    cell: ({ holding_period_seconds }) => duration(holding_period_seconds),
    width: 70,
    sort: 'holding_period_seconds',
  },
  {
    id: 'fills',
    name: 'Fills',
    cell: ({ entry_exec_ids, exit_exec_ids }) => String(entry_exec_ids.length + exit_exec_ids.length),
    width: 60,
  },
  {
    id: 'costs',
    name: 'Costs',
    figure: ({ total_commission }) => amountFigure(total_commission),
    width: 80,
    sort: 'total_commission',
  },
  {
    id: 'gross',
    name: 'Before costs',
    figure: ({ gross_pnl }) => amountFigure(gross_pnl, { result: true }),
    width: 110,
  },
  { id: 'fx', name: 'Currency effect', figure: ({ fx_pnl }) => amountFigure(fx_pnl, { result: true }), width: 120 },
  { id: 'r', name: 'R', figure: ({ r }) => multipleFigure(r), width: 90 },
  { id: 'pnl', name: 'P&L', figure: tripResult, width: 120, sort: 'pnl' },
  { id: 'whole', name: 'Whole P&L', figure: ({ pnl }) => amountFigure(pnl, { result: true }), width: 120 },
  { id: 'strategy', name: 'Strategy', cell: ({ strategy }) => strategy ?? '–', text: 'long', width: 120 },
  { id: 'tags', name: 'Tags', cell: ({ tags }) => tags.join(', ') || '–', text: 'long', width: 120 },
  { id: 'account', name: 'Account', cell: ({ account_id }) => account_id, text: 'long', width: 100 },
  { id: 'currency', name: 'Traded in', cell: ({ trade_currency }) => trade_currency, text: 'short', width: 80 },
];

export const USUAL = ['closed', 'instrument', 'side', 'quantity', 'in', 'out', 'held', 'costs', 'r', 'pnl'];

/** The columns of a choice, in the order of the table; an empty or foreign choice is the usual one. */
export function chosenColumns(ids: readonly string[]): readonly GridColumn[] {
  const found = columns.filter(({ id }) => ids.includes(id));
  return found.length > 0 ? found : columns.filter(({ id }) => USUAL.includes(id));
}

/** The first column is the box that chooses a row. */
export const templateOf = (shown: readonly GridColumn[]): string =>
  ['32px', ...shown.map(({ width, text }) => `minmax(${width}px, ${text === undefined ? 1 : 2}fr)`)].join(' ');

export const widthOf = (shown: readonly GridColumn[]): number => shown.reduce((sum, { width }) => sum + width, 32);
