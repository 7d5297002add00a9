// The lots as a person looks at them: how long held, long-term or not, what they are worth.

import type { Direction, LotOrder, LotStatus } from '@zorivest/words';
import { longTermFrom } from '../calendar/holding.ts';
import { type Day, dayText } from '../calendar/day.ts';
import { parseMoment } from '../calendar/trade-date.ts';
import { isOpen, type Lot } from '../lots/lot.ts';
import { cents, type Fixed, type Num, parseFixed, type Problem, wholeCents } from '../money/index.ts';
import type { WashSaleOptions } from '../wash/identical.ts';
import { type WashedLot, washSales } from '../wash/wash-sales.ts';
import { TAX_DISCLAIMER } from './disclaimer.ts';
import { marketValue } from './estimate.ts';
import { given, TaxInput } from './input.ts';
import { copyProblems } from './simulate.ts';

export interface LotReportInput {
  readonly lots: readonly Lot[];
  /** The day open lots are reckoned to. */
  readonly as_of: string;
  readonly prices?: Readonly<Record<string, Num>>;
  readonly account_id?: string;
  readonly ticker?: string;
  /** Default: all. */
  readonly status?: LotStatus | 'all';
  /** Default: acquired_date. */
  readonly sort_by?: LotOrder;
  readonly wash?: WashSaleOptions;
}

export interface LotLine {
  readonly lot_id: string;
  readonly ticker: string;
  readonly account_id: string | null;
  readonly quantity: number;
  /** After wash sales, of the whole line. */
  readonly cost_basis: number;
  readonly wash_sale_adjustment: number;
  /** A short lot was sold first: its basis is known once it is bought back. */
  readonly side: Direction;
  /** The day the position was entered: bought, or sold short. */
  readonly opened_on: string;
  /** The day it was really bought; of a short lot the day it was bought back, null while it is open. */
  readonly date_acquired: string | null;
  /** The day the holding counts from, with the time of the shares it replaced after a wash sale; null for a short lot. */
  readonly holding_start: string | null;
  /** What it brought; null while a bought lot is held. */
  readonly proceeds: number | null;
  readonly holding_period_days: number;
  readonly is_long_term: boolean;
  /** The first day a sale is long-term. */
  readonly long_term_from: string;
  readonly status: LotStatus;
  readonly date_sold: string | null;
  readonly current_value: number | null;
  readonly unrealized_gain_loss: number | null;
  readonly realized_gain_loss: number | null;
}

export interface LotReport {
  readonly lots: LotLine[];
  readonly summary: {
    readonly total_lots: number;
    readonly total_basis: number;
    /** Null when a price is missing. */
    readonly total_unrealized: number | null;
  };
  readonly total_count: number;
  readonly disclaimer: string;
  readonly problems: Problem[];
}

export function taxLotReport(asked: LotReportInput): LotReport {
  const input = given(asked);
  const read = new TaxInput();
  const today = parseMoment(input.as_of)?.day;
  if (today === undefined) read.problems.add('invalid_date', 'The day to reckon to (as_of) is no real date.');
  const washed = washSales(input.lots, input.wash);
  copyProblems(washed.problems, read);
  const wanted = washed.lots.filter(
    (lot) =>
      (input.account_id === undefined || lot.account_id === input.account_id) &&
      (input.ticker === undefined || lot.symbol === input.ticker) &&
      (input.status === undefined || input.status === 'all' || (input.status === 'open') === isOpen(lot)),
  );
  const lines = wanted
    .map((lot) => line(lot, today ?? 0, input, read))
    .toSorted(order(input.sort_by ?? 'acquired_date'));
  const open = lines.filter(({ status }) => status === 'open');
  const exact = (value: number | null): Fixed => parseFixed(value) ?? 0n;
  const unpriced = open.some(({ unrealized_gain_loss }) => unrealized_gain_loss === null);
  return {
    lots: lines,
    summary: {
      total_lots: lines.length,
      total_basis: cents(lines.reduce((sum, { cost_basis }) => sum + exact(cost_basis), 0n)),
      total_unrealized: unpriced ? null : cents(open.reduce((sum, lot) => sum + exact(lot.unrealized_gain_loss), 0n)),
    },
    total_count: lines.length,
    disclaimer: TAX_DISCLAIMER,
    problems: read.problems.list(),
  };
}

function line(lot: WashedLot, today: Day, input: LotReportInput, read: TaxInput): LotLine {
  const open = isOpen(lot);
  const short = lot.side === 'short';
  const entered = parseMoment(short ? lot.sold : lot.adjusted_acquired)?.day ?? today;
  const left = open ? today : (parseMoment(short ? lot.acquired : lot.sold)?.day ?? today);
  const basis = parseFixed(lot.adjusted_basis) ?? 0n;
  const proceeds = parseFixed(lot.proceeds);
  const value = open ? marketValue(lot, input.prices, read.problems) : null;
  const unrealized = value === null ? null : short ? (proceeds ?? 0n) - basis - value : value - basis;
  const from = longTermFrom(entered);
  return {
    lot_id: lot.from,
    ticker: lot.symbol,
    account_id: lot.account_id ?? null,
    quantity: Number(lot.quantity),
    cost_basis: cents(basis),
    wash_sale_adjustment: cents(basis - (parseFixed(lot.cost_basis) ?? 0n)),
    side: short ? 'short' : 'long',
    opened_on: dayText(parseMoment(short ? lot.sold : lot.acquired)?.day ?? entered),
    date_acquired: short && open ? null : dayText(parseMoment(lot.acquired)?.day ?? entered),
    holding_start: short ? null : dayText(entered),
    proceeds: proceeds === null ? null : cents(proceeds),
    holding_period_days: Math.max(0, left - entered),
    is_long_term: !short && left >= from,
    long_term_from: dayText(from),
    status: open ? 'open' : 'closed',
    date_sold: open ? null : dayText(left),
    current_value: value === null ? null : cents(wholeCents(value)),
    unrealized_gain_loss: unrealized === null ? null : cents(unrealized),
    realized_gain_loss:
      open || proceeds === null ? null : cents(proceeds - basis + (parseFixed(lot.disallowed_loss) ?? 0n)),
  };
}

function order(by: NonNullable<LotReportInput['sort_by']>): (a: LotLine, b: LotLine) => number {
  if (by === 'cost_basis') return (a, b) => b.cost_basis - a.cost_basis;
  const gain = (lot: LotLine): number => lot.unrealized_gain_loss ?? lot.realized_gain_loss ?? 0;
  if (by === 'gain_loss') return (a, b) => gain(b) - gain(a);
  return (a, b) => (a.opened_on < b.opened_on ? -1 : a.opened_on > b.opened_on ? 1 : 0);
}
