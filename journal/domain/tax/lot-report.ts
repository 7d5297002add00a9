// The lots as a person looks at them: how long held, long-term or not, what they are worth.

import type { Direction, FormBox, LotOrder, LotStatus } from '@zorivest/vocabulary';
import { longTermFrom } from '../calendar/holding.ts';
import { type Day, dayText, yearOf } from '../calendar/day.ts';
import { parseMoment } from '../calendar/trade-date.ts';
import {
  addCents,
  type Amount,
  amountToCents,
  type Cents,
  centsOf,
  centsToDollars,
  expandAmount,
  expandQuantity,
  multiply,
  NO_CENTS,
  type Num,
  objectOrEmpty,
  parseAmount,
  parseQuantity,
  type Problem,
  quantityBeyondNumber,
  quantityNumber,
  roundQuantity,
  valueAt,
} from '../money/index.ts';
import { isOpen, isShort, type Lot } from '../lots/lot.ts';
import type { WashSaleOptions } from '../wash/identical.ts';
import { TAX_DISCLAIMER } from '../lots/disclaimer.ts';
import { type BoxRules, boxOf } from './box.ts';
import { TaxInput } from './input.ts';
import { type LotPiece, LotPieces } from './lot-pieces.ts';
import { type LotFilter, LotTable } from './lot-table.ts';
import { shortSaleTerm } from './realized.ts';

interface LotPageInput extends LotFilter, BoxRules {
  /** The valuation date of open lots. */
  readonly as_of: string;
  readonly prices?: Readonly<Record<string, Num>>;
  /** What was sold in this year comes first. */
  readonly first_year?: number;
  /** Default: acquired_date. */
  readonly sort_by?: LotOrder;
  /** Default: all of them. */
  readonly limit?: number;
  readonly offset?: number;
}

export interface LotReportInput extends LotPageInput {
  readonly lots: readonly Lot[];
  readonly wash?: WashSaleOptions;
}

export interface LotLine {
  readonly lot_id: string;
  readonly ticker: string;
  readonly account_id: string | null;
  readonly side: Direction;
  readonly quantity: number;
  /** All of its digits, where a number does not hold them. */
  readonly quantity_exact?: string;
  /** After wash sales, of the whole line. Of an open short: only what wash sales added, it has cost nothing yet. */
  readonly cost_basis: number;
  /** What a sale brought, or the short sale did when it was opened; null while a long lot is held. */
  readonly proceeds: number | null;
  readonly wash_sale_adjustment: number;
  /** The day the position was opened. */
  readonly opened_on: string;
  /** The true day of the purchase; for a short the day it was bought back, null while it is open. */
  readonly date_acquired: string | null;
  /** The day the holding counts from, with the time of the shares it replaced after a wash sale; null for a short lot. */
  readonly holding_start: string | null;
  readonly holding_period_days: number;
  readonly is_long_term: boolean;
  /** The first day a sale is long-term. */
  readonly long_term_from: string;
  /** Of Form 8949, for what was sold. */
  readonly box: FormBox | null;
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
  const input = objectOrEmpty(asked);
  return lotPage(new LotTable([new LotPieces(input.lots, input.wash)]), input);
}

/** A page of the lots that are asked for; the summary is of all of them. */
export function lotPage(table: LotTable, input: LotPageInput): LotReport {
  const read = new TaxInput();
  const today = parseMoment(input.as_of)?.day;
  if (today === undefined) read.problems.add('invalid_date', 'The valuation date (as_of) is not a real date.');
  for (const { code, message, ids } of table.problems) read.problems.addAll(code, message, ids ?? []);
  const sort_by = input.sort_by ?? 'acquired_date';
  const found = table.select(input, sort_by === 'gain_loss' ? 'acquired_date' : sort_by);
  const prices = new Prices(input.prices);
  const sorted = sort_by === 'gain_loss' ? byGain(found, table, prices) : found;
  const ordered = input.first_year === undefined ? sorted : soldFirst(sorted, table, input.first_year);
  const from = input.offset ?? 0;
  const total = sumUnrealized(found, table, prices);
  prices.report(read);
  return {
    lots: Array.from(ordered.slice(from, from + (input.limit ?? Infinity)), (at) =>
      line(table.piece(at), today ?? 0, prices, input),
    ),
    summary: { total_lots: found.length, total_basis: table.basisOf(found), total_unrealized: total },
    total_count: found.length,
    disclaimer: TAX_DISCLAIMER,
    problems: read.problems.list(),
  };
}

/** The lines of one lot's pieces. */
export function lotLines(table: LotTable, lotId: string, as_of: string, rules: BoxRules = {}): LotLine[] {
  const prices = new Prices({});
  return table.of(lotId).map((piece) => line(piece, parseMoment(as_of)?.day ?? 0, prices, rules));
}

const MOST_NAMED = 20;

/** What an open piece is worth; the symbols without a price are named together. */
class Prices {
  readonly #stated: Readonly<Record<string, Num>>;
  readonly #read = new Map<string, Amount | null>();
  readonly #missing = new Set<string>();

  constructor(prices: Readonly<Record<string, Num>> = {}) {
    this.#stated = prices;
  }

  valueOf({ read: { lot, multiplier }, quantity }: LotPiece): Cents | null {
    const price = this.#of(lot.symbol);
    const shares = price === null ? null : parseQuantity(quantity);
    if (price === null || shares === null) return null;
    return amountToCents(multiply(valueAt(shares, price), expandAmount(multiplier)));
  }

  #of(symbol: string): Amount | null {
    let price = this.#read.get(symbol);
    if (price === undefined) {
      price = Object.hasOwn(this.#stated, symbol) ? parseAmount(this.#stated[symbol]) : null;
      this.#read.set(symbol, price);
      if (price === null) this.#missing.add(symbol);
    }
    return price;
  }

  report(read: TaxInput): void {
    const symbols = [...this.#missing];
    if (symbols.length === 0) return;
    const more = symbols.length > MOST_NAMED ? ` and ${symbols.length - MOST_NAMED} more` : '';
    read.problems.add('missing_price', `There is no price for ${symbols.slice(0, MOST_NAMED).join(', ')}${more}.`);
  }
}

function sumUnrealized(found: Int32Array, table: LotTable, prices: Prices): number | null {
  let total = NO_CENTS;
  let unpriced = false;
  for (let i = 0; i < found.length; i += 1) {
    const at = found[i] ?? 0;
    if (!table.isOpen(at)) continue;
    const gain = computeUnrealized(table.piece(at), prices);
    if (gain === null) unpriced = true;
    else total = addCents(total, gain);
  }
  return unpriced ? null : centsToDollars(total);
}

function computeUnrealized(piece: LotPiece, prices: Prices): Cents | null {
  const value = prices.valueOf(piece);
  if (value === null) return null;
  const basis = piece.cost + piece.added;
  return centsOf(isShort(piece.read.lot) ? (piece.proceeds ?? 0) - basis - value : value - basis);
}

function computeRealized(piece: LotPiece): Cents | null {
  return piece.proceeds === null ? null : centsOf(piece.proceeds - piece.cost - piece.added + piece.disallowed);
}

/** The largest gain first; one without a price counts as none. */
function byGain(found: Int32Array, table: LotTable, prices: Prices): number[] {
  const gains = Array.from(found, (at) => {
    const piece = table.piece(at);
    return { at, gain: (isOpen(piece.read.lot) ? computeUnrealized(piece, prices) : computeRealized(piece)) ?? 0 };
  });
  return gains.toSorted((a, b) => b.gain - a.gain).map(({ at }) => at);
}

/** Those sold in the year, then the others, each in the order they have. */
function soldFirst(sorted: Int32Array | readonly number[], table: LotTable, year: number): number[] {
  const [own, others]: [number[], number[]] = [[], []];
  // By place: an iterator makes an object for each of hundreds of thousands.
  for (let i = 0; i < sorted.length; i += 1) {
    const at = sorted[i] ?? 0;
    (table.isSoldIn(at, year) ? own : others).push(at);
  }
  return own.concat(others);
}

function line(piece: LotPiece, today: Day, prices: Prices, rules: BoxRules): LotLine {
  const { read, cost, added, proceeds } = piece;
  const { lot } = read;
  // Wash sales count in eight decimals; a lot that they left whole has all it had.
  const whole = expandQuantity(read.quantity);
  const isWhole = roundQuantity(whole) === piece.quantity;
  const exact = isWhole ? quantityBeyondNumber(whole) : null;
  const open = isOpen(lot);
  const short = isShort(lot);
  const opened = (short ? read.sold : read.acquired) ?? today;
  const start = short ? opened : (piece.held ?? opened);
  const left = open ? today : ((short ? read.acquired : read.sold) ?? today);
  const from = longTermFrom(start);
  const gain = open ? computeUnrealized(piece, prices) : null;
  const value = open ? prices.valueOf(piece) : null;
  const result = open ? null : computeRealized(piece);
  const isLoss = !open && (proceeds ?? 0) < cost + added;
  const term = short ? shortSaleTerm(lot, isLoss) : left >= from ? 'long' : 'short';
  return {
    lot_id: lot.id,
    ticker: lot.symbol,
    account_id: lot.account_id ?? null,
    side: short ? 'short' : 'long',
    quantity: isWhole ? quantityNumber(whole) : piece.quantity,
    ...(exact !== null && { quantity_exact: exact }),
    cost_basis: centsToDollars(addCents(cost, added)),
    proceeds: proceeds === null ? null : centsToDollars(proceeds),
    wash_sale_adjustment: centsToDollars(added),
    opened_on: dayText(opened),
    date_acquired: read.acquired === null ? null : dayText(read.acquired),
    holding_start: short ? null : dayText(start),
    holding_period_days: Math.max(0, left - start),
    is_long_term: term === 'long',
    long_term_from: dayText(from),
    box: open || lot.treatment === 'section_1256' ? null : boxOf(read, term, yearOf(left), rules),
    status: open ? 'open' : 'closed',
    date_sold: open ? null : dayText(left),
    current_value: value === null ? null : centsToDollars(value),
    unrealized_gain_loss: gain === null ? null : centsToDollars(gain),
    realized_gain_loss: result === null ? null : centsToDollars(result),
  };
}
