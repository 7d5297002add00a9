import {
  type Amount,
  fractionOf,
  interpolate,
  isNegative,
  isPositive,
  isZero,
  least,
  minus,
  most,
  multiply,
  negate,
  NO_AMOUNT,
  NO_QUANTITY,
  type Num,
  ONE,
  parseAmount,
  perUnit,
  plus,
  type Problem,
  Problems,
  type Quantity,
  roundToCents,
  roundToEightPlaces,
  sumOf,
  valueAt,
} from '../money/index.ts';
import { type Leg, type ReadLeg, readLegs } from './leg.ts';

export interface OptionPayoff {
  /** Received positive, paid negative. */
  readonly net_debit_credit: number;
  /** Null: unlimited (or, with a `depends_on_volatility` problem, not to be known). */
  readonly max_profit: number | null;
  /** Negative or zero; null: unlimited. */
  readonly max_loss: number | null;
  readonly breakevens: number[];
  readonly problems: Problem[];
}

/** Result at expiry by the price of the underlying: straight lines between the strikes, so the strikes say it all. */
export function optionPayoff(legs: readonly Leg[]): OptionPayoff {
  const problems = new Problems();
  const read = readLegs(legs, problems);
  if (read.some((leg) => leg.price === null))
    problems.add('missing_price', 'A leg has no price; the figures leave its premium out.');
  const net = roundToCents(wide(read, (leg) => negate(leg.price ?? NO_AMOUNT)));
  const corners = [NO_AMOUNT, ...strikesOf(read)];
  const values = corners.map((price) => resultAt(read, price));
  const slope = slopeBeyond(read);
  const highest = values.reduce((a, b) => (b > a ? b : a), values[0] ?? NO_AMOUNT);
  const lowest = values.reduce((a, b) => (b < a ? b : a), values[0] ?? NO_AMOUNT);
  const expiries = new Set(read.filter((leg) => leg.right !== 'stock').map((leg) => leg.expiry));
  if (expiries.size > 1) {
    problems.add(
      'depends_on_volatility',
      'The legs expire on different days: what the later ones are worth at the first expiry depends on volatility. ' +
        'max_profit and breakevens are not given; max_loss only where the later legs are all bought.',
    );
    const first = [...expiries].reduce((a, b) => (a < b ? a : b));
    const laterBought = read.every((leg) => leg.right === 'stock' || leg.expiry === first || isPositive(leg.quantity));
    const bounded = laterBought && !isNegative(slope);
    return {
      net_debit_credit: net,
      max_profit: null,
      max_loss: bounded ? lossOf(lowest) : null,
      breakevens: [],
      problems: problems.list(),
    };
  }
  return {
    net_debit_credit: net,
    max_profit: isPositive(slope) ? null : roundToCents(highest),
    max_loss: isNegative(slope) ? null : lossOf(lowest),
    breakevens: breakevensOf(corners, values, slope).map(roundToEightPlaces),
    problems: problems.list(),
  };
}

/** The result at expiry at one price of the underlying. */
export function payoffAt(legs: readonly Leg[], price: Num): number {
  const at = parseAmount(price);
  return at === null ? NaN : roundToCents(resultAt(readLegs(legs, new Problems()), at));
}

/** The curve to draw: every strike is a point of it, so no corner is cut. */
export function payoffCurve(legs: readonly Leg[], options: { points?: number } = {}): { price: number; pnl: number }[] {
  const read = readLegs(legs, new Problems());
  const strikes = strikesOf(read);
  const reference = [...strikes, ...read.filter((leg) => leg.right === 'stock').map((leg) => leg.price ?? NO_AMOUNT)];
  if (reference.length === 0) return [];
  const low = fractionOf(reference.reduce(least), 8, 10);
  const high = fractionOf(reference.reduce(most), 12, 10);
  const count = Math.max(2, Math.min(1000, Math.trunc(options.points ?? 101)));
  const steps = Array.from({ length: count }, (_, i) => plus(low, fractionOf(minus(high, low), i, count - 1)));
  const prices = [...new Set([...steps, ...strikes])].toSorted((a, b) => (a < b ? -1 : 1));
  return prices.map((price) => ({ price: roundToEightPlaces(price), pnl: roundToCents(resultAt(read, price)) }));
}

function lossOf(lowest: Amount): number {
  return roundToCents(isNegative(lowest) ? lowest : NO_AMOUNT);
}

function strikesOf(legs: readonly ReadLeg[]): Amount[] {
  const strikes = new Set(legs.filter((leg) => leg.right !== 'stock').map((leg) => leg.strike));
  return [...strikes].toSorted((a, b) => (a < b ? -1 : 1));
}

function sharesOf({ quantity, multiplier }: ReadLeg): Quantity {
  return multiply(quantity, multiplier);
}

/** Σ quantity × multiplier × amount per share. */
function wide(legs: readonly ReadLeg[], perShare: (leg: ReadLeg) => Amount): Amount {
  return sumOf(legs.map((leg) => valueAt(sharesOf(leg), perShare(leg))));
}

function resultAt(legs: readonly ReadLeg[], price: Amount): Amount {
  return wide(legs, (leg) => minus(worthAt(leg, price), leg.price ?? NO_AMOUNT));
}

function worthAt(leg: ReadLeg, price: Amount): Amount {
  if (leg.right === 'stock') return price;
  const inside = leg.right === 'call' ? minus(price, leg.strike) : minus(leg.strike, price);
  return isPositive(inside) ? inside : NO_AMOUNT;
}

/** Dollars gained per dollar of the underlying above the last strike. */
function slopeBeyond(legs: readonly ReadLeg[]): Quantity {
  return legs.reduce((sum, leg) => (leg.right === 'put' ? sum : plus(sum, sharesOf(leg))), NO_QUANTITY);
}

function breakevensOf(corners: readonly Amount[], values: readonly Amount[], slope: Quantity): Amount[] {
  const found = new Set<Amount>();
  const isZeroAt = (i: number): boolean => isZero(values[i] ?? ONE);
  const flat = (i: number): boolean => isZeroAt(i) && isZeroAt(i + 1);
  for (let i = 0; i < corners.length; i += 1) {
    const [x0, v0] = [corners[i] ?? NO_AMOUNT, values[i] ?? NO_AMOUNT];
    const [x1, v1] = [corners[i + 1], values[i + 1]];
    // A stretch at exactly zero has no point of its own: only its ends count.
    if (isZero(v0) && !(flat(i) && (i === 0 || flat(i - 1)))) found.add(x0);
    if (x1 !== undefined && v1 !== undefined) {
      if (!isZero(v0) && !isZero(v1) && isNegative(v0) !== isNegative(v1))
        found.add(plus(x0, interpolate(negate(v0), minus(x1, x0), minus(v1, v0))));
    } else if (!isZero(v0) && !isZero(slope) && isNegative(v0) !== isNegative(slope)) {
      found.add(plus(x0, perUnit(negate(v0), slope)));
    }
  }
  return [...found].toSorted((a, b) => (a < b ? -1 : 1));
}
