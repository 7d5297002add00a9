// One sale against open lots: which are closed, at what basis, and what remains.

import { type LotMethod, lotMethods, type Term } from '@zorivest/vocabulary';
import { type Day } from '../calendar/day.ts';
import { termOf } from '../calendar/holding.ts';
import { parseMoment } from '../calendar/trade-date.ts';
import {
  addCents,
  type Amount,
  type Cents,
  centsToDollars,
  type Count,
  expandAmount,
  expandQuantity,
  isPositive,
  isZero,
  least,
  minus,
  multiply,
  NO_AMOUNT,
  NO_CENTS,
  NO_QUANTITY,
  type Num,
  parseAmount,
  parseQuantity,
  plus,
  type Problem,
  Problems,
  QUANTITIES,
  type Quantity,
  quantityText,
  type Ratio,
  roundQuantity,
  RunningShare,
  shareOfCents,
  subtractCents,
  valueInCents,
} from '../money/index.ts';
import { TAX_DISCLAIMER } from './disclaimer.ts';
import { isShort, type Lot, type ReadLot } from './lot.ts';
import { inRankedOrder, inSaleOrder, needsPrice } from './order.ts';
import { readLots } from './read.ts';

export interface Sale {
  readonly symbol: string;
  readonly quantity: Num;
  readonly date: string;
  /** Per share (for an option per share of the underlying, as quoted). */
  readonly price?: Num;
  /** With `specific_id`: the lots to take, in this order. */
  readonly lot_ids?: readonly string[];
  /** Only lots of this account; absent: all. */
  readonly account_id?: string;
}

export interface ClosedLot {
  readonly lot_id: string;
  readonly quantity: number;
  readonly cost_basis: number;
  readonly proceeds: number | null;
  readonly term: Term;
}

export interface BookedSale {
  readonly closed: ClosedLot[];
  readonly remaining: Lot[];
  readonly disclaimer: string;
  readonly problems: Problem[];
}

/** A lot to be computed with. */
interface ExactLot extends Omit<ReadLot, 'quantity' | 'multiplier'> {
  readonly quantity: Quantity;
  readonly multiplier: Ratio;
}

/** A lot that can be sold. */
interface OpenLot extends ExactLot {
  readonly acquired: Day;
}

/** A piece of a lot taken by the sale. */
interface TakenPiece {
  readonly lot: OpenLot;
  readonly quantity: Quantity;
}

export function bookSale(lots: readonly Lot[], sale: Sale, method: LotMethod): BookedSale {
  const problems = new Problems();
  const open = readLots(lots, problems)
    .filter((lot) => !isClosed(lot))
    .map((lot): ExactLot => ({
      ...lot,
      quantity: expandQuantity(lot.quantity),
      multiplier: expandAmount(lot.multiplier),
    }));
  const asked = readSale(sale, method, problems);
  if (asked === null)
    return {
      closed: [],
      remaining: open.map((lot) => withRest(lot, lot.quantity, lot.cost)),
      disclaimer: TAX_DISCLAIMER,
      problems: problems.list(),
    };
  const candidates = open.filter((lot) => isCandidate(lot, sale));
  const tiers = splitByOwnership(candidates, asked);
  const ordered =
    method === 'specific_id'
      ? selectNamed(candidates, sale, problems)
      : tiers.flatMap((lots) => inOrder(lots, method, asked));
  const taken = take(ordered, asked.quantity, problems);
  reportLater(taken, asked, problems);
  const costs = method === 'avg_cost' ? averageCosts(tiers.flat(), taken) : ownCosts(taken);
  return {
    closed: closeLots(taken, costs, asked),
    remaining: open.flatMap((lot) => {
      const left = costs.left.get(lot);
      if (left === undefined) return [withRest(lot, lot.quantity, lot.cost)];
      return isZero(left.quantity) ? [] : [withRest(lot, left.quantity, left.cost)];
    }),
    disclaimer: TAX_DISCLAIMER,
    problems: problems.list(),
  };
}

interface ReadSale {
  readonly quantity: Quantity;
  readonly day: Day;
  readonly price: Amount | null;
}

function readSale(sale: Sale, method: LotMethod, problems: Problems): ReadSale | null {
  if (!lotMethods.includes(method)) {
    problems.add('unknown_method', `Unknown lot method: use ${lotMethods.join(', ')}.`);
    return null;
  }
  if (typeof sale !== 'object' || sale === null) {
    problems.add('invalid_sale', 'The sale is not an object.');
    return null;
  }
  if (typeof sale.symbol !== 'string' || sale.symbol === '') {
    problems.add('missing_symbol', 'The sale names no symbol.');
    return null;
  }
  const quantity = parseQuantity(sale.quantity);
  const day = parseMoment(sale.date)?.day ?? null;
  const price = sale.price === undefined || sale.price === null ? null : parseAmount(sale.price);
  if (quantity === null || !isPositive(quantity))
    problems.add('invalid_quantity', 'The sale has no positive quantity.');
  if (day === null) problems.add('invalid_date', 'The sale has no real date.');
  if (sale.price !== undefined && sale.price !== null && price === null)
    problems.add('invalid_price', 'The price of the sale is not a number.');
  else if (price === null && needsPrice(method))
    problems.add('price_required', `${method} ranks lots by what the sale would realise: give its price.`);
  if (quantity === null || !isPositive(quantity) || day === null || (price === null && needsPrice(method))) return null;
  return { quantity, day, price };
}

function isClosed(lot: ReadLot): boolean {
  return isShort(lot.lot) ? lot.acquired !== null : lot.sold !== null;
}

function isCandidate(lot: ExactLot, sale: Sale): lot is OpenLot {
  return (
    lot.lot.symbol === sale.symbol &&
    !isShort(lot.lot) &&
    (sale.account_id === undefined || lot.lot.account_id === sale.account_id)
  );
}

/**
 * Lots owned on the day of the sale; after them, only when they do not suffice, those acquired later: either a date is
 * wrong or it was a short sale.
 */
function splitByOwnership(candidates: readonly OpenLot[], { quantity, day }: ReadSale): OpenLot[][] {
  const owned = candidates.filter((lot) => lot.acquired <= day);
  const held = owned.reduce((sum, lot) => plus(sum, lot.quantity), NO_QUANTITY);
  return held >= quantity ? [owned] : [owned, candidates.filter((lot) => lot.acquired > day)];
}

function reportLater(taken: readonly TakenPiece[], { day }: ReadSale, problems: Problems): void {
  for (const { lot } of taken)
    if (lot.acquired > day)
      problems.add(
        'lot_acquired_after_sale',
        'The sale takes a lot that was acquired after its date: check the dates, or record it as a short sale.',
        lot.lot.id,
      );
}

function inOrder(lots: readonly OpenLot[], method: Exclude<LotMethod, 'specific_id'>, asked: ReadSale): OpenLot[] {
  // readSale has refused a ranking method without a price.
  return needsPrice(method)
    ? inRankedOrder(lots, method, asked.day, asked.price ?? NO_AMOUNT)
    : inSaleOrder(lots, method);
}

function selectNamed(lots: readonly OpenLot[], sale: Sale, problems: Problems): OpenLot[] {
  const ids = Array.isArray(sale.lot_ids) ? sale.lot_ids.filter((id) => typeof id === 'string') : [];
  if (ids.length === 0) problems.add('lot_ids_required', 'specific_id needs the ids of the lots to sell.');
  const ordered = new Set<OpenLot>();
  for (const id of ids) {
    const matching = lots.filter(({ lot }) => lot.id === id);
    if (matching.length === 0) problems.add('unknown_lot', `There is no open lot of ${sale.symbol} with this id.`, id);
    for (const lot of matching) ordered.add(lot);
  }
  return [...ordered];
}

function take(ordered: readonly OpenLot[], quantity: Quantity, problems: Problems): TakenPiece[] {
  const taken: TakenPiece[] = [];
  let wanted = quantity;
  for (const lot of ordered) {
    if (isZero(wanted)) break;
    const part = least(lot.quantity, wanted);
    taken.push({ lot, quantity: part });
    wanted = minus(wanted, part);
  }
  if (isPositive(wanted))
    problems.addAll(
      'insufficient_quantity',
      `The sale of ${quantityText(quantity)} exceeds the open lots by ${quantityText(wanted)}; that part is not booked. Add the missing purchase.`,
      taken.map(({ lot }) => lot.lot.id),
    );
  return taken;
}

interface Costs {
  /** Of each taken piece, in order. */
  readonly taken: Cents[];
  /** What a touched lot keeps. */
  readonly left: Map<ExactLot, { quantity: Quantity; cost: Cents }>;
}

/** Each lot at its own basis; a partly sold lot splits by quantity, to the cent. */
function ownCosts(taken: readonly TakenPiece[]): Costs {
  const costs: Costs = { taken: [], left: new Map() };
  for (const { lot, quantity } of taken) {
    const part = shareOfCents(lot.cost, countQuantity(quantity), countQuantity(lot.quantity), QUANTITIES);
    costs.taken.push(part);
    costs.left.set(lot, { quantity: minus(lot.quantity, quantity), cost: subtractCents(lot.cost, part) });
  }
  return costs;
}

/** Every share at the average basis (Reg. 1.1012-1(e)), sold first in first out; the cents add up to the total basis. */
function averageCosts(lots: readonly OpenLot[], taken: readonly TakenPiece[]): Costs {
  const costs: Costs = { taken: [], left: new Map() };
  const shares = lots.reduce((sum, lot) => plus(sum, lot.quantity), NO_QUANTITY);
  const basis = lots.reduce((sum, lot) => addCents(sum, lot.cost), NO_CENTS);
  const share = new RunningShare(basis, countQuantity(shares), QUANTITIES);
  const sold = new Map(taken.map((piece) => [piece.lot, piece.quantity]));
  for (const { quantity } of taken) costs.taken.push(share.of(countQuantity(quantity)));
  for (const lot of lots) {
    const quantity = minus(lot.quantity, sold.get(lot) ?? NO_QUANTITY);
    costs.left.set(lot, { quantity, cost: share.of(countQuantity(quantity)) });
  }
  return costs;
}

function closeLots(taken: readonly TakenPiece[], costs: Costs, { day, price }: ReadSale): ClosedLot[] {
  const units = taken.reduce((sum, { lot, quantity }) => plus(sum, multiply(quantity, lot.multiplier)), NO_QUANTITY);
  const proceeds =
    price === null ? null : new RunningShare(valueInCents(units, price), countQuantity(units), QUANTITIES);
  return taken.map(({ lot, quantity }, index) => ({
    lot_id: lot.lot.id,
    quantity: roundQuantity(quantity),
    cost_basis: centsToDollars(costs.taken[index] ?? NO_CENTS),
    proceeds: proceeds === null ? null : centsToDollars(proceeds.of(countQuantity(multiply(quantity, lot.multiplier)))),
    term: termOf(lot.acquired, day),
  }));
}

function withRest(lot: ExactLot, quantity: Quantity, cost: Cents): Lot {
  return { ...lot.lot, quantity: roundQuantity(quantity), cost_basis: centsToDollars(cost) };
}

function countQuantity(quantity: Quantity): Count<'quantity'> {
  return QUANTITIES.countExact(quantity);
}
