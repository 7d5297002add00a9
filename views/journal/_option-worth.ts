// What a structure of options would bring today, over the price of what it is written on: each leg at the volatility that its own
// price of today implies, by the formula of Black and Scholes without interest.

export interface Leg {
  readonly right: string;
  readonly strike: number | null;
  readonly expiry: string | null;
  /** Long positive, short negative. */
  readonly quantity: number;
  /** Paid or received as it was opened. */
  readonly price: number;
}

const YEAR = 365 * 86_400_000;
/** The close of the exchanges in New York, about. */
const CLOSE = 'T21:00:00Z';

/** The share of a normal distribution below x (Abramowitz and Stegun 26.2.17). */
function normal(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const terms = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = terms.reduce((total, factor, i) => total + factor * t ** (i + 1), 0);
  const tail = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * sum;
  return x >= 0 ? 1 - tail : tail;
}

/** Of one share. */
function worth(right: string, spot: number, strike: number, spread: number): number {
  const sign = right === 'call' ? 1 : -1;
  if (spread <= 0) return Math.max(0, sign * (spot - strike));
  const d1 = Math.log(spot / strike) / spread + spread / 2;
  return sign * (spot * normal(sign * d1) - strike * normal(sign * (d1 - spread)));
}

/** The spread (volatility times the root of the time) at which it is worth its price; none that is sane has none. */
function impliedSpread(right: string, spot: number, strike: number, price: number): number | undefined {
  let [low, high] = [0, 5];
  // A stale price may be below what it could be exercised for: by a cent or so that is its bid.
  if (price < worth(right, spot, strike, low) - 0.05 || price > worth(right, spot, strike, high)) return undefined;
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (worth(right, spot, strike, middle) < price) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * The result of closing it today at each price of the underlying. `unit` is what one point of a leg's price is worth, such as
 * 100. Undefined where a leg has no price of today or its last day is over: then nobody can say.
 */
export function worthToday(
  legs: readonly Leg[],
  pricesNow: readonly (number | undefined)[],
  { spot, now, unit }: { readonly spot: number; readonly now: number; readonly unit: number },
): ((price: number) => number) | undefined {
  const parts: ((price: number) => number)[] = [];
  for (const [i, { right, strike, expiry, quantity, price }] of legs.entries()) {
    if (right === 'stock') {
      parts.push((at) => quantity * (at - price));
      continue;
    }
    const priceNow = pricesNow[i];
    const left = expiry === null ? 0 : (Date.parse(`${expiry}${CLOSE}`) - now) / YEAR;
    if (strike === null || priceNow === undefined || !(left > 0)) return undefined;
    const spread = impliedSpread(right, spot, strike, priceNow);
    if (spread === undefined) return undefined;
    parts.push((at) => unit * quantity * (worth(right, at, strike, spread) - price));
  }
  return (at) => parts.reduce((sum, part) => sum + part(at), 0);
}
