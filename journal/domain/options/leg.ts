import type { LegRight } from '@zorivest/vocabulary';
import type { Problems } from '../money/index.ts';
import {
  absolute,
  type Amount,
  commonDivisor,
  isNegative,
  isPositive,
  isZero,
  multiply,
  NO_AMOUNT,
  NO_QUANTITY,
  type Num,
  parseAmount,
  parseQuantity,
  parseRatio,
  plus,
  type Quantity,
  type Ratio,
  ratioOf,
  textOf,
  truncate,
} from '../money/index.ts';
import { isDay } from '../time/index.ts';

/** One side of an option structure. */
export interface Leg {
  readonly right: LegRight;
  /** Bought positive, sold negative: contracts, or shares of stock. */
  readonly quantity: number;
  readonly strike?: Num;
  readonly expiry?: string;
  /** Premium per share, or the stock's price. */
  readonly price?: Num;
  readonly multiplier?: Num;
}

/** A leg whose every field has been read. */
export interface ReadLeg {
  readonly right: LegRight;
  readonly quantity: Quantity;
  readonly strike: Amount;
  /** Digits only, so that 20260320 and 2026-03-20 are one day; empty for stock. */
  readonly expiry: string;
  readonly price: Amount | null;
  readonly multiplier: Ratio;
}

/** The legs that can be used; the others are named by their place. */
export function readLegs(legs: readonly Leg[], problems: Problems): ReadLeg[] {
  if (!Array.isArray(legs)) {
    problems.add('invalid_input', 'The legs must be a list.');
    return [];
  }
  if (legs.length === 0) problems.add('no_legs', 'There are no legs to look at.');
  return legs.flatMap((leg, i) => {
    const read = readLeg(leg);
    if (read === null)
      problems.add(
        'invalid_leg',
        'A leg needs a right, a quantity that is not zero and, for an option, a strike.',
        `#${i}`,
      );
    else if (leg.right !== 'stock' && !isExpiry(leg.expiry))
      problems.add('invalid_expiry', 'The expiry of a leg is not a real date; write it YYYY-MM-DD.', `#${i}`);
    return read ?? [];
  });
}

/** Legs of one expiry need not name it. */
function isExpiry(expiry: unknown): boolean {
  if (expiry === undefined || expiry === null) return true;
  const match = typeof expiry === 'string' ? /^(\d{4})-?(\d{2})-?(\d{2})(?:T.*)?$/.exec(expiry) : null;
  return match !== null && isDay(Number(match[1]), Number(match[2]), Number(match[3]));
}

function readLeg(leg: Leg): ReadLeg | null {
  if (typeof leg !== 'object' || leg === null) return null;
  const { right } = leg;
  if (right !== 'call' && right !== 'put' && right !== 'stock') return null;
  const quantity = parseQuantity(leg.quantity);
  const stock = right === 'stock';
  const strike = stock ? NO_AMOUNT : parseAmount(leg.strike);
  const multiplier = parseRatio(leg.multiplier ?? (stock ? 1 : 100));
  const price = leg.price === undefined || leg.price === null ? null : parseAmount(leg.price);
  if (quantity === null || isZero(quantity) || strike === null || isNegative(strike)) return null;
  if (multiplier === null || !isPositive(multiplier)) return null;
  const expiry = stock || typeof leg.expiry !== 'string' ? '' : leg.expiry.replaceAll(/\D/g, '').slice(0, 8);
  return { right, quantity, strike, expiry, price, multiplier };
}

/** The same contract bought in parts is one leg; a leg bought and sold back is none. Prices no longer matter here. */
export function netLegs(legs: readonly ReadLeg[]): ReadLeg[] {
  const byContract = new Map<string, ReadLeg>();
  for (const leg of legs) {
    const key = `${leg.right}|${textOf(leg.strike)}|${leg.expiry}|${textOf(leg.multiplier)}`;
    const quantity = plus(byContract.get(key)?.quantity ?? NO_QUANTITY, leg.quantity);
    byContract.set(key, { ...leg, quantity, price: null });
  }
  return [...byContract.values()].filter((leg) => !isZero(leg.quantity));
}

/** The legs in proportion, counted in shares: a contract of 100 counts as 100 shares, a mini of 10 as a tenth of it. */
export function unitsOf(legs: readonly ReadLeg[]): number[] {
  const shares = legs.map((leg) => multiply(leg.quantity, leg.multiplier));
  const divisor = shares.reduce((a, b) => commonDivisor(a, absolute(b)), NO_QUANTITY);
  return isZero(divisor) ? [] : shares.map((count) => truncate(ratioOf(count, divisor)));
}
