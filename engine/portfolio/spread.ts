// The spread of a symbol: as stated, or as its daily highs and lows let it be estimated (Corwin and Schultz, 2012): the
// range of two days grows with the days by volatility, and does not by the spread.
import type { Market } from './market.ts';

const DAY = 86_400;
/** Days of which the mean is taken. */
const DAYS = 20;
const FACTOR = 3 - 2 * Math.SQRT2;

export function estimateSpreads(
  market: Market,
  spread: number | 'estimated' | undefined,
): readonly (Float64Array | undefined)[] {
  return market.symbols.map((symbol, s) => {
    if (spread === undefined || spread === 0) return undefined;
    if (spread === 'estimated') return estimatedSpread(symbol, market, s);
    return new Float64Array(market.times.length).fill(spread);
  });
}

/** In price units at each bar of the calendar, from the bars before it; 0 while there are too few. */
function estimatedSpread(symbol: string, { bars, times }: Market, s: number): Float64Array {
  const { series, at } = bars[s];
  const { length, t, h, l, c } = series;
  for (let i = 1; i < length; i++)
    if (t[i] - t[i - 1] < DAY)
      throw new RangeError(
        `costs.spread: ${symbol} has intraday bars, from which a spread cannot be estimated; give a number`,
      );
  const shares = corwinSchultz(h, l, c);
  const out = new Float64Array(times.length);
  let sum = 0;
  for (let k = 0; k < length; k++) {
    // What is known before the bar: estimates up to the bar before.
    const mean = k > 0 ? sum / Math.min(k, DAYS) : 0;
    out[at[k]] = mean * c[Math.max(0, k - 1)];
    sum += shares[k];
    if (k >= DAYS) sum -= shares[k - DAYS];
  }
  return out;
}

/** The spread as a share of the price, of each day with the one before; negative ones are 0, the first is 0. */
export function corwinSchultz(high: Float64Array, low: Float64Array, close: Float64Array): Float64Array {
  return high.map((top, i) => {
    if (i === 0) return 0;
    const before = close[i - 1];
    let [h, l] = [top, low[i]];
    // A gap over night is no range: the second day is moved back to where the first closed.
    if (l > before) [h, l] = [h - (l - before), before];
    else if (h < before) [h, l] = [before, l + (before - h)];
    const [h0, l0] = [high[i - 1], low[i - 1]];
    const beta = Math.log(h / l) ** 2 + Math.log(h0 / l0) ** 2;
    const gamma = Math.log(Math.max(h, h0) / Math.min(l, l0)) ** 2;
    const alpha = (Math.sqrt(2 * beta) - Math.sqrt(beta)) / FACTOR - Math.sqrt(gamma / FACTOR);
    return Math.max(0, (2 * (Math.exp(alpha) - 1)) / (1 + Math.exp(alpha)));
  });
}
