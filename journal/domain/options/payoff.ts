import {
  cents,
  divideRounded,
  eighths,
  type Fixed,
  type Num,
  ONE,
  over,
  parseFixed,
  type Problem,
  Problems,
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
  const net = cents(wide(read, (leg) => -(leg.price ?? 0n)));
  const corners = [0n, ...strikesOf(read)];
  const values = corners.map((price) => resultAt(read, price));
  const slope = slopeBeyond(read);
  const highest = values.reduce((a, b) => (b > a ? b : a), values[0] ?? 0n);
  const lowest = values.reduce((a, b) => (b < a ? b : a), values[0] ?? 0n);
  const expiries = new Set(read.filter((leg) => leg.right !== 'stock').map((leg) => leg.expiry));
  if (expiries.size > 1) {
    problems.add(
      'depends_on_volatility',
      'The legs expire on different days: what the later ones are worth at the first expiry depends on volatility. ' +
        'max_profit and breakevens are not given; max_loss only where the later legs are all bought.',
    );
    const first = [...expiries].reduce((a, b) => (a < b ? a : b));
    const laterBought = read.every((leg) => leg.right === 'stock' || leg.expiry === first || leg.quantity > 0n);
    const bounded = laterBought && slope >= 0n;
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
    max_profit: slope > 0n ? null : cents(highest),
    max_loss: slope < 0n ? null : lossOf(lowest),
    breakevens: breakevensOf(corners, values, slope).map(eighths),
    problems: problems.list(),
  };
}

/** The result at expiry at one price of the underlying. */
export function payoffAt(legs: readonly Leg[], price: Num): number {
  const at = parseFixed(price);
  return at === null ? NaN : cents(resultAt(readLegs(legs, new Problems()), at));
}

/** The curve to draw: every strike is a point of it, so no corner is cut. */
export function payoffCurve(legs: readonly Leg[], options: { points?: number } = {}): { price: number; pnl: number }[] {
  const read = readLegs(legs, new Problems());
  const strikes = strikesOf(read);
  const reference = [...strikes, ...read.filter((leg) => leg.right === 'stock').map((leg) => leg.price ?? 0n)];
  if (reference.length === 0) return [];
  const low = (reference.reduce((a, b) => (a < b ? a : b)) * 8n) / 10n;
  const high = (reference.reduce((a, b) => (a > b ? a : b)) * 12n) / 10n;
  const count = BigInt(Math.max(2, Math.min(1000, Math.trunc(options.points ?? 101))));
  const steps = Array.from({ length: Number(count) }, (_, i) => low + ((high - low) * BigInt(i)) / (count - 1n));
  const prices = [...new Set([...steps, ...strikes])].toSorted((a, b) => (a < b ? -1 : 1));
  return prices.map((price) => ({ price: eighths(price), pnl: cents(resultAt(read, price)) }));
}

function lossOf(lowest: Fixed): number {
  return cents(lowest < 0n ? lowest : 0n);
}

function strikesOf(legs: readonly ReadLeg[]): Fixed[] {
  const strikes = new Set(legs.filter((leg) => leg.right !== 'stock').map((leg) => leg.strike));
  return [...strikes].toSorted((a, b) => (a < b ? -1 : 1));
}

/** Σ quantity × multiplier × amount per share. */
function wide(legs: readonly ReadLeg[], perShare: (leg: ReadLeg) => Fixed): Fixed {
  let sum = 0n;
  for (const leg of legs) sum += leg.quantity * leg.multiplier * perShare(leg);
  return divideRounded(sum, ONE * ONE);
}

function resultAt(legs: readonly ReadLeg[], price: Fixed): Fixed {
  return wide(legs, (leg) => worthAt(leg, price) - (leg.price ?? 0n));
}

function worthAt(leg: ReadLeg, price: Fixed): Fixed {
  if (leg.right === 'stock') return price;
  const inside = leg.right === 'call' ? price - leg.strike : leg.strike - price;
  return inside > 0n ? inside : 0n;
}

/** Dollars gained per dollar of the underlying above the last strike. */
function slopeBeyond(legs: readonly ReadLeg[]): Fixed {
  return wide(legs, (leg) => (leg.right === 'put' ? 0n : ONE));
}

function breakevensOf(corners: readonly Fixed[], values: readonly Fixed[], slope: Fixed): Fixed[] {
  const found = new Set<Fixed>();
  const flat = (i: number): boolean => values[i] === 0n && values[i + 1] === 0n;
  for (let i = 0; i < corners.length; i += 1) {
    const [x0, v0] = [corners[i] ?? 0n, values[i] ?? 0n];
    const [x1, v1] = [corners[i + 1], values[i + 1]];
    // A stretch at exactly zero has no point of its own: only its ends count.
    if (v0 === 0n && !(flat(i) && (i === 0 || flat(i - 1)))) found.add(x0);
    if (x1 !== undefined && v1 !== undefined) {
      if (v0 !== 0n && v1 !== 0n && v0 < 0n !== v1 < 0n) found.add(x0 + divideRounded(-v0 * (x1 - x0), v1 - v0));
    } else if (v0 !== 0n && slope !== 0n && v0 < 0n !== slope < 0n) {
      found.add(x0 + over(-v0, slope));
    }
  }
  return [...found].toSorted((a, b) => (a < b ? -1 : 1));
}
