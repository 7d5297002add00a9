// Window averages as the downstream engine takes them: straight sums, oldest first, the current bar excluded.

/** Sum of `column[from..to)`, oldest first: the order decides the last bit. */
export function straightSum(column: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += column[i] as number;
  return sum;
}

/** RSI of the changes into bars [i - period, i), averaged plainly; NaN without as many. */
export function plainRsi(close: Float64Array, period: number, i: number): number {
  if (i < period + 1) return NaN;
  let gain = 0;
  let loss = 0;
  for (let k = i - period; k < i; k++) {
    const change = (close[k] as number) - (close[k - 1] as number);
    if (change > 0) gain += change;
    else loss -= change;
  }
  return loss === 0 ? 100 : 100 - 100 / (1 + gain / period / (loss / period));
}

/** Rolling sums drift; after this many bars they are summed afresh. */
const RESUM_EVERY = 2048;

/**
 * Sign of mean(short window) - mean(long window) at each bar, exactly as straight sums would give it.
 * Windows are [i-p, i); with `included` they end with bar i itself.
 * Rolling sums decide almost every bar; only where the two means all but meet are the windows summed straight.
 */
export function crossSigns(close: Float64Array, short: number, long: number, included: 0 | 1 = 0): Int8Array {
  const signs = new Int8Array(close.length);
  const start = Math.max(short, long);
  const stop = close.length + included; // i is the end of the windows; the bar they speak for is i - included
  if (short < 1 || long < 1 || stop <= start) return signs;
  let largest = 0;
  for (let i = 0; i < close.length; i++) {
    const size = Math.abs(close[i] as number);
    if (size > largest) largest = size;
  }
  // Rounding of RESUM_EVERY rolling steps stays some thousand times below this.
  const near = largest * 1e-9;
  const perShort = 1 / short;
  const perLong = 1 / long;
  for (let block = start; block < stop; block += RESUM_EVERY) {
    const end = Math.min(block + RESUM_EVERY, stop);
    let shortSum = straightSum(close, block - short, block);
    let longSum = straightSum(close, block - long, block);
    for (let i = block; i < end; i++) {
      const gap = shortSum * perShort - longSum * perLong;
      if (gap > near) signs[i - included] = 1;
      else if (gap < -near) signs[i - included] = -1;
      else {
        const shortMean = straightSum(close, i - short, i) / short;
        const longMean = straightSum(close, i - long, i) / long;
        signs[i - included] = shortMean > longMean ? 1 : shortMean < longMean ? -1 : 0;
      }
      const entering = close[i] as number;
      shortSum += entering - (close[i - short] as number);
      longSum += entering - (close[i - long] as number);
    }
  }
  return signs;
}
