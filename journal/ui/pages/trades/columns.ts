// The columns the list of trades can have; which of them it has is the person's choice.
import { nameTrade } from '@zorivest/vocabulary';
import { amountFigure, type Figure, multipleFigure } from '../../amount/figure.ts';
import { money } from '../../amount/format.ts';
import { tripResult } from '../../amount/result.tsx';
import type { TradedInstrument } from '../../amount/exchange.ts';
import { exchangeTime } from '../../amount/exchange-time.ts';
import { duration, moment } from '../../amount/time.ts';
import type { Show } from '../../filter/show.ts';
import type { Answer } from '../../client/client.ts';

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
  /** The tooltip. */
  readonly hint?: (trip: Trip, zone: string) => string | null;
}

interface FigureColumn extends ColumnHead {
  readonly figure: (trip: Trip, show: Show) => Figure;
}

interface PathColumn extends ColumnHead {
  /** How the price went; undefined where it was not recorded. */
  readonly path: (trip: Trip) => readonly number[] | undefined;
}

export type GridColumn = TextColumn | FigureColumn | PathColumn;

const inTradeCurrency = (trip: Trip): TradedInstrument => ({ ...trip, currency: trip.trade_currency });

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
    width: 165,
    sort: 'closed_at',
  },
  {
    id: 'opened',
    name: 'Opened',
    cell: ({ opened_at }, zone) => moment(opened_at, zone),
    hint: (trip, zone) => exchangeTime(trip.opened_at, zone, inTradeCurrency(trip)),
    text: 'short',
    width: 165,
    sort: 'opened_at',
  },
  {
    id: 'instrument',
    name: 'Instrument',
    cell: nameTrade,
    text: 'long',
    width: 130,
    sort: 'instrument',
  },
  { id: 'underlying', name: 'Underlying', cell: ({ underlying }) => underlying, text: 'long', width: 100 },
  { id: 'kind', name: 'Kind', cell: ({ asset_class }) => asset_class.replaceAll('_', ' '), text: 'short', width: 80 },
  { id: 'side', name: 'Side', cell: ({ direction }) => kinds[direction] ?? '–', text: 'short', width: 50 },
  {
    id: 'quantity',
    name: 'Quantity',
    figure: ({ total_quantity, quantity_exact: exact }) => amountFigure(total_quantity, { as: 'quantity', exact }),
    width: 70,
  },
  {
    id: 'open',
    name: 'Still open',
    figure: ({ open_quantity, open_quantity_exact: exact }) => amountFigure(open_quantity, { as: 'quantity', exact }),
    width: 80,
  },
  {
    id: 'in',
    name: 'Entry',
    figure: ({ entry_avg_price }) => amountFigure(entry_avg_price, { as: 'mean' }),
    width: 90,
  },
  { id: 'out', name: 'Exit', figure: ({ exit_avg_price }) => amountFigure(exit_avg_price, { as: 'mean' }), width: 90 },
  {
    id: 'held',
    name: 'Holding time',
    cell: ({ holding_period_seconds }) => duration(holding_period_seconds),
    width: 85,
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
    name: 'Fees',
    figure: ({ total_commission }) => amountFigure(total_commission),
    width: 70,
    sort: 'total_commission',
  },
  {
    id: 'gross',
    name: 'Gross P&L',
    figure: ({ gross_pnl }) => amountFigure(gross_pnl, { result: true }),
    width: 110,
  },
  { id: 'fx', name: 'Currency effect', figure: ({ fx_pnl }) => amountFigure(fx_pnl, { result: true }), width: 120 },
  { id: 'path', name: 'Price path', path: ({ path }) => path, text: 'short', width: 64 },
  { id: 'r', name: 'R', figure: ({ r }) => multipleFigure(r), width: 80 },
  { id: 'pnl', name: 'P&L', figure: tripResult, width: 115, sort: 'pnl' },
  { id: 'whole', name: 'Total P&L', figure: ({ pnl }) => amountFigure(pnl, { result: true }), width: 120 },
  { id: 'strategy', name: 'Strategy', cell: ({ strategy }) => strategy ?? '–', text: 'long', width: 120 },
  { id: 'tags', name: 'Tags', cell: ({ tags }) => tags.join(', ') || '–', text: 'long', width: 120 },
  { id: 'account', name: 'Account', cell: ({ account_id }) => account_id, text: 'long', width: 100 },
  { id: 'currency', name: 'Traded in', cell: ({ trade_currency }) => trade_currency, text: 'short', width: 80 },
];

/** What a row of two lines has room for: what and how it went, then when, which way and in R. */
const IN_SHORT = ['closed', 'instrument', 'side', 'r', 'pnl'];

export const shortColumns: readonly GridColumn[] = columns.filter(({ id }) => IN_SHORT.includes(id));

/** The column whose cell is the row's result. */
export const RESULT = 'pnl';

export const USUAL = ['closed', 'instrument', 'side', 'quantity', 'in', 'out', 'held', 'costs', 'path', 'r', 'pnl'];

/** The columns of a choice, in the order of the table; an empty or foreign choice is the usual one. */
export function chosenColumns(ids: readonly string[]): readonly GridColumn[] {
  const found = columns.filter(({ id }) => ids.includes(id));
  return found.length > 0 ? found : columns.filter(({ id }) => USUAL.includes(id));
}

/** The first column is the box that chooses a row. */
/** What fills the bar of a result: nine in ten of these trades are smaller. */
export function usualResult(trips: readonly Trip[]): number {
  const sizes = trips.map(({ pnl_in_period }) => Math.abs(pnl_in_period)).toSorted((a, b) => a - b);
  return sizes[Math.floor(sizes.length * 0.9)] ?? 0;
}

export const templateOf = (shown: readonly GridColumn[]): string =>
  ['var(--space-32)', ...shown.map(({ width, text }) => `minmax(${width}px, ${text === 'long' ? 3 : 1}fr)`)].join(' ');

export const widthOf = (shown: readonly GridColumn[]): number => shown.reduce((sum, { width }) => sum + width, 32);
