// What a structure of options would bring today, over the price of its underlying: each leg at the volatility that its own
// price of today implies.
import { optionPremium } from '@zorivest/vocabulary';

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

/** The spread (volatility times the root of the time) at which the option is worth its price; undefined where no sane one exists. */
function impliedSpread(right: string, spot: number, strike: number, price: number): number | undefined {
  let [low, high] = [0, 5];
  // A stale price may be below what it could be exercised for: by a cent or so that is its bid.
  if (
    price < optionPremium({ right, spot, strike, spread: low }) - 0.05 ||
    price > optionPremium({ right, spot, strike, spread: high })
  )
    return undefined;
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (optionPremium({ right, spot, strike, spread: middle }) < price) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * The result of closing it today at each price of the underlying. `unit` is what one point of a leg's price is worth, such as
 * 100. Undefined where a leg has no price of today or its last day is over: then the result is unknown.
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
    parts.push((at) => unit * quantity * (optionPremium({ right, spot: at, strike, spread }) - price));
  }
  return (at) => parts.reduce((sum, part) => sum + part(at), 0);
}
