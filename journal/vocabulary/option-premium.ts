// What an option is worth by the formula of Black and Scholes, without interest: for a market that is made up, and for a curve
// between prices that are known.

export interface OptionQuote {
  readonly right: string;
  readonly spot: number;
  readonly strike: number;
  /** Its volatility times the root of the years it has left. */
  readonly spread: number;
}

/** Of one share. */
export function optionPremium({ right, spot, strike, spread }: OptionQuote): number {
  const sign = right === 'call' ? 1 : -1;
  if (!(spread > 0)) return Math.max(0, sign * (spot - strike));
  const d1 = Math.log(spot / strike) / spread + spread / 2;
  return sign * (spot * normal(sign * d1) - strike * normal(sign * (d1 - spread)));
}

/** The share of a normal distribution below x (Abramowitz and Stegun 26.2.17). */
function normal(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const terms = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = terms.reduce((total, factor, i) => total + factor * t ** (i + 1), 0);
  const tail = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * sum;
  return x >= 0 ? 1 - tail : tail;
}
