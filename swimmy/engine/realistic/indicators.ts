// Indicators as the textbooks (and TA-Lib) define them, the current bar included. NaN until enough bars are there.

const blank = (length: number) => new Float64Array(length).fill(NaN);

export function sma(values: Float64Array, period: number): Float64Array {
  const out = blank(values.length);
  if (period < 1) return out;
  let first = 0;
  while (first < values.length && Number.isNaN(values[first])) first++;
  let sum = 0;
  for (let i = first; i < values.length; i++) {
    sum += values[i] as number;
    if (i >= first + period) sum -= values[i - period] as number;
    if (i >= first + period - 1) out[i] = sum / period;
  }
  return out;
}

/** Seeded with the mean of its first `period` values, which may start at `from`. */
export function ema(values: Float64Array, period: number, from = 0): Float64Array {
  const out = blank(values.length);
  if (period < 1 || values.length < from + period) return out;
  let mean = 0;
  for (let i = from; i < from + period; i++) mean += values[i] as number;
  mean /= period;
  out[from + period - 1] = mean;
  const weight = 2 / (period + 1);
  for (let i = from + period; i < values.length; i++) {
    mean += ((values[i] as number) - mean) * weight;
    out[i] = mean;
  }
  return out;
}

/** Wilder's RSI. */
export function rsi(close: Float64Array, period: number): Float64Array {
  const out = blank(close.length);
  if (period < 1 || close.length <= period) return out;
  let gain = 0;
  let loss = 0;
  for (let i = 1; i < close.length; i++) {
    const change = (close[i] as number) - (close[i - 1] as number);
    const up = Math.max(change, 0);
    const down = Math.max(-change, 0);
    if (i <= period) {
      gain += up / period;
      loss += down / period;
    } else {
      gain = (gain * (period - 1) + up) / period;
      loss = (loss * (period - 1) + down) / period;
    }
    if (i >= period) out[i] = gain + loss === 0 ? 0 : (100 * gain) / (gain + loss);
  }
  return out;
}

/** Wilder's average true range. */
export function atr(high: Float64Array, low: Float64Array, close: Float64Array, period: number): Float64Array {
  const out = blank(close.length);
  if (period < 1 || close.length <= period) return out;
  let mean = 0;
  for (let i = 1; i < close.length; i++) {
    const before = close[i - 1] as number;
    const range = Math.max(
      (high[i] as number) - (low[i] as number),
      Math.abs((high[i] as number) - before),
      Math.abs((low[i] as number) - before),
    );
    mean = i <= period ? mean + range / period : (mean * (period - 1) + range) / period;
    if (i >= period) out[i] = mean;
  }
  return out;
}

/** MACD line and its signal; both means are seeded so that they begin together, as TA-Lib does. */
export function macd(
  close: Float64Array,
  fast = 12,
  slow = 26,
  smooth = 9,
): { line: Float64Array; signal: Float64Array } {
  const quick = ema(close, fast, slow - fast);
  const lazy = ema(close, slow);
  const line = blank(close.length);
  for (let i = slow - 1; i < close.length; i++) line[i] = (quick[i] as number) - (lazy[i] as number);
  return { line, signal: ema(line, smooth, slow - 1) };
}

/** Population standard deviation of the last `period` values. */
export function deviation(values: Float64Array, period: number): Float64Array {
  const out = blank(values.length);
  if (period < 1) return out;
  for (let i = period - 1; i < values.length; i++) {
    let mean = 0;
    for (let k = i - period + 1; k <= i; k++) mean += values[k] as number;
    mean /= period;
    let squares = 0;
    for (let k = i - period + 1; k <= i; k++) squares += ((values[k] as number) - mean) ** 2;
    out[i] = Math.sqrt(squares / period);
  }
  return out;
}

/** Slow stochastic %K: where the close lies in the range of `period` bars, smoothed. */
export function slowStochastic(
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  period: number,
  smooth = 3,
): Float64Array {
  const raw = blank(close.length);
  if (period < 1) return raw;
  for (let i = period - 1; i < close.length; i++) {
    let top = -Infinity;
    let bottom = Infinity;
    for (let k = i - period + 1; k <= i; k++) {
      if ((high[k] as number) > top) top = high[k] as number;
      if ((low[k] as number) < bottom) bottom = low[k] as number;
    }
    raw[i] = top === bottom ? 0 : (100 * ((close[i] as number) - bottom)) / (top - bottom);
  }
  return sma(raw, smooth);
}
