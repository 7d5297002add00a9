// One decision to trade: the legs that were opened together, counted as one round trip.

import {
  addDollars,
  type Amount,
  commonDivisor,
  divide,
  isNegative,
  isZero,
  multiply,
  negate,
  NO_AMOUNT,
  NO_QUANTITY,
  NO_RATIO,
  parseAmount,
  parseQuantity,
  parseRatio,
  perUnit,
  plus,
  type Quantity,
  roundQuantity,
  roundToEightPlaces,
  signed,
  valueAt,
} from '../money/index.ts';
import { parseInstant } from '../time/index.ts';
import { type Exit, exitsOf, type RoundTrip } from '../trips/index.ts';

/**
 * A structure reads as a round trip, so that whatever counts trades can count either. Of one leg it is that very trip, with
 * nothing added unless it was rolled from another: most of a book is such, and a copy of each would take as much memory
 * again. Of several it opens with the first, closes with the last, and its price is what one unit of it cost or brought.
 */
export interface Structure extends RoundTrip {
  /** In the order they were opened, the ones it was opened with first. Absent: itself; `legsOf` gives either. */
  readonly legs?: readonly RoundTrip[];
  /** How many legs it was opened with; those that follow were rolled in. Absent: one. */
  readonly opened_with?: number;
  /** The structure that one order closed to open this one. */
  readonly rolled_from?: string | null;
}

/** A trip is its own only leg. */
export function legsOf(structure: Structure): readonly RoundTrip[] {
  return structure.legs ?? [structure];
}

/** A person's word on what belongs together; a later one stands over an earlier one. */
export interface StructureChoice {
  readonly kind: 'join' | 'split';
  /** Executions of the legs. */
  readonly exec_ids: readonly string[];
}

/** What a structure is made of before it is added up. */
export interface Draft {
  readonly legs: RoundTrip[];
  readonly rolledIn: RoundTrip[];
  rolledFrom: Draft | null;
}

/** The name holds as long as the leg that was opened first does. */
function idOf({ legs, rolledIn }: Pick<Draft, 'legs' | 'rolledIn'>): string {
  const [first] = legs;
  if (first === undefined) return '';
  return legs.length + rolledIn.length === 1 ? first.id : first.id.replace(/^rt-/, 'st-');
}

export function structureOf(draft: Draft): Structure {
  const [first] = draft.legs;
  const rolled_from = draft.rolledFrom === null ? null : idOf(draft.rolledFrom);
  if (first !== undefined && draft.legs.length === 1 && draft.rolledIn.length === 0)
    return rolled_from === null ? first : { ...first, legs: draft.legs, opened_with: 1, rolled_from };
  return combineLegs([...draft.legs, ...draft.rolledIn], draft.legs.length, idOf(draft), rolled_from);
}

/** Several legs, the earliest first, added up. */
export function combineLegs(
  legs: readonly RoundTrip[],
  openedWith: number,
  id: string,
  rolled_from: string | null,
): Structure {
  const first = legs[0];
  if (first === undefined) throw new RangeError('a structure has at least one leg');
  const isClosed = legs.every(({ status }) => status === 'closed');
  const isUntouched = legs.every(({ status }) => status === 'open');
  const last = isClosed ? legs.reduce((a, b) => (closing(b) > closing(a) ? b : a)) : null;
  const opening = legs.slice(0, openedWith);
  const units = opening.reduce((a, leg) => commonDivisor(a, quantityOf(leg)), NO_QUANTITY);
  const multiplier = parseRatio(first.multiplier) ?? NO_RATIO;
  const paid = opening.reduce((total, leg) => plus(total, value(leg, leg.entry_avg_price)), NO_AMOUNT);
  const received = isClosed
    ? opening.reduce((total, leg) => plus(total, value(leg, leg.exit_avg_price ?? 0)), NO_AMOUNT)
    : null;
  const side = isNegative(paid) ? -1 : 1;
  const priceOf = (amount: Amount): number =>
    isZero(units) || isZero(multiplier)
      ? 0
      : roundToEightPlaces(divide(perUnit(signed(side, amount), units), multiplier));
  const closedAt = last?.closed_at ?? null;
  return {
    id,
    account_id: first.account_id,
    instrument: legs.every(({ instrument }) => instrument === first.instrument) ? first.instrument : first.underlying,
    direction: isNegative(paid) ? 'short' : 'long',
    status: isClosed ? 'closed' : isUntouched ? 'open' : 'partial',
    entry_exec_ids: legs.flatMap(({ entry_exec_ids }) => entry_exec_ids),
    exit_exec_ids: legs.flatMap(({ exit_exec_ids }) => exit_exec_ids),
    quantity: roundQuantity(units),
    entry_avg_price: priceOf(paid),
    exit_avg_price: received === null ? null : priceOf(received),
    gross_pnl: addDollars(legs.map(({ gross_pnl }) => gross_pnl)),
    commission: addDollars(legs.map(({ commission }) => commission)),
    realized_pnl: addDollars(legs.map(({ realized_pnl }) => realized_pnl)),
    opened_at: first.opened_at,
    closed_at: closedAt,
    open_quantity: isClosed ? 0 : roundQuantity(units),
    open_commission: addDollars(legs.map(({ open_commission }) => open_commission)),
    open_cost: addDollars(legs.map((leg) => (leg.direction === 'long' ? leg.open_cost : -leg.open_cost))),
    multiplier: first.multiplier,
    currency: first.currency,
    rate: first.rate,
    holding_period_seconds: last === null ? null : Math.floor((closing(last) - openingTime(first)) / 1000),
    asset_class: legs.find(({ asset_class }) => asset_class !== 'EQUITY')?.asset_class ?? first.asset_class,
    underlying: first.underlying,
    order_id: first.order_id,
    opened_time_known: first.opened_time_known,
    closed_time_known: last?.closed_time_known ?? true,
    exits: exitsInOrder(legs),
    legs,
    opened_with: openedWith,
    rolled_from,
  };
}

/** The same structure of legs whose amounts are in other money: that changes what it brought, not what it is made of. */
export function withLegs(structure: Structure, legOf: (leg: RoundTrip) => RoundTrip): Structure {
  const { id, legs: before, opened_with = 1, rolled_from = null } = structure;
  if (before === undefined) return legOf(structure);
  const legs = before.map(legOf);
  const [first, second] = legs;
  if (first === undefined || legs.every((leg, index) => leg === before[index])) return structure;
  return second === undefined
    ? { ...first, legs, opened_with, rolled_from }
    : combineLegs(legs, opened_with, id, rolled_from);
}

function exitsInOrder(legs: readonly RoundTrip[]): readonly Exit[] | null {
  const exits = legs.flatMap((leg) => exitsOf(leg));
  return exits.length === 0 ? null : exits.toSorted((a, b) => at(a.time) - at(b.time));
}

/** Paid for a leg (positive) or received, at a price. */
function value(leg: RoundTrip, price: number): Amount {
  const amount = multiply(valueAt(quantityOf(leg), exact(price)), parseRatio(leg.multiplier) ?? NO_RATIO);
  return leg.direction === 'long' ? amount : negate(amount);
}

function exact(amount: number): Amount {
  return parseAmount(amount) ?? NO_AMOUNT;
}

function quantityOf({ quantity }: RoundTrip): Quantity {
  return parseQuantity(quantity) ?? NO_QUANTITY;
}

function at(time: string | null): number {
  return time === null ? Infinity : (parseInstant(time) ?? 0);
}

/** Milliseconds since 1970. */
export function openingTime({ opened_at }: RoundTrip): number {
  return at(opened_at);
}

/** Infinity while it is open. */
export function closing({ closed_at }: RoundTrip): number {
  return at(closed_at);
}
