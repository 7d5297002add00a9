// Rolling windows over a column. A value that is not a number empties the window: what follows is unknown until a
// whole window of numbers is there again, so that one gap does not spoil the rest of a run.

export const blank = (length: number) => new Float64Array(length).fill(NaN);

/** Rolling sums drift; after this many bars they are summed afresh. */
const RESUM_EVERY = 2048;

/** Where a sum is so little of what has left it, rounding decides what it says: it is summed afresh, too. */
const NEXT_TO_NOTHING = 1e-7;

/** Sum of the last `period` values, divided by `divisor`. */
export function rollingSum(values: Float64Array, period: number, divisor = 1): Float64Array {
  if (period < 1) return blank(values.length);
  const out = new Float64Array(values.length);
  let from = 0;
  while (from < values.length) {
    if (Number.isFinite(values[from])) from = sumStretch(values, period, divisor, from, out);
    else out[from++] = NaN;
  }
  return out;
}

/** Sums from a first number on; returns where the next gap is. */
function sumStretch(values: Float64Array, period: number, divisor: number, from: number, out: Float64Array): number {
  const full = Math.min(values.length, from + period - 1);
  for (let i = from; i < full; i++) {
    if (!Number.isFinite(values[i])) return i;
    out[i] = NaN;
  }
  for (let start = full; start < values.length;) {
    let sum = 0;
    for (let k = start - period + 1; k < start; k++) sum += values[k];
    let most = 0;
    let end = Math.min(values.length, start + Math.max(RESUM_EVERY, period));
    for (let i = start; i < end; i++) {
      sum += values[i];
      if (Math.abs(sum) < most * NEXT_TO_NOTHING) {
        end = i;
        break;
      }
      out[i] = sum / divisor;
      const leaving = values[i - period + 1];
      const size = Math.abs(leaving);
      if (size > most) most = size;
      sum -= leaving;
    }
    if (!Number.isFinite(sum)) {
      while (start < end && Number.isFinite(values[start])) start++;
      return start;
    }
    start = end;
  }
  return values.length;
}

export const sma = (values: Float64Array, period: number) => rollingSum(values, period, period);

/** Seeded with the mean of its first `period` values, which may start at `from`; begins again after a gap. */
export function ema(values: Float64Array, period: number, from = 0): Float64Array {
  const out = blank(values.length);
  if (period < 1) return out;
  const weight = 2 / (period + 1);
  let seen = 0;
  let mean = 0;
  for (let i = from; i < values.length; i++) {
    const value = values[i];
    if (Number.isNaN(value)) {
      seen = 0;
      mean = 0;
      continue;
    }
    seen++;
    if (seen < period) mean += value;
    else if (seen === period) {
      mean = (mean + value) / period;
      out[i] = mean;
    } else {
      mean += (value - mean) * weight;
      out[i] = mean;
    }
  }
  return out;
}

/** The largest (`way` 1) or smallest (`way` -1) of the last `period` values, each looked at twice at most. */
export function extreme(values: Float64Array, period: number, way: 1 | -1): Float64Array {
  const out = blank(values.length);
  if (period < 1) return out;
  const candidates = new Int32Array(period); // indices of candidates, best first, as a ring
  let head = 0;
  let count = 0;
  let stretch = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (Number.isNaN(value)) {
      count = 0;
      stretch = 0;
      continue;
    }
    stretch++;
    if (count > 0 && candidates[head] <= i - period) {
      head = head + 1 === period ? 0 : head + 1;
      count--;
    }
    while (count > 0) {
      const tail = head + count - 1;
      if ((value - values[candidates[tail < period ? tail : tail - period]]) * way < 0) break;
      count--;
    }
    const at = head + count;
    candidates[at < period ? at : at - period] = i;
    count++;
    if (stretch >= period) out[i] = values[candidates[head]];
  }
  return out;
}

/** Population standard deviation of the last `period` values. */
export function deviation(values: Float64Array, period: number): Float64Array {
  const out = blank(values.length);
  if (period < 1) return out;
  const { length } = values;
  let stretch = 0;
  let sum = 0;
  let squares = 0;
  let most = 0;
  let centre = 0;
  let fresh = 0;
  for (let i = 0; i < length; i++) {
    const value = values[i];
    stretch = Number.isNaN(value) ? 0 : stretch + 1;
    if (stretch < period) continue;
    if (stretch === period || i >= fresh) {
      // Values are summed as differences from a mean nearby, so that their squares do not drown in rounding.
      centre = meanOf(values, i - period + 1, i + 1);
      sum = 0;
      squares = 0;
      most = 0;
      for (let k = i - period + 1; k < i; k++) {
        const apart = values[k] - centre;
        sum += apart;
        squares += apart * apart;
      }
      fresh = i + Math.max(RESUM_EVERY, period);
    }
    const entering = value - centre;
    sum += entering;
    squares += entering * entering;
    if (squares > most) most = squares;
    const variance = (squares - (sum * sum) / period) / period;
    if (variance > most * NEXT_TO_NOTHING) out[i] = Math.sqrt(variance);
    else {
      out[i] = straightDeviation(values, i - period + 1, i + 1);
      fresh = i + 1;
    }
    const leaving = values[i - period + 1] - centre;
    sum -= leaving;
    squares -= leaving * leaving;
  }
  return out;
}

function meanOf(values: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let k = from; k < to; k++) sum += values[k];
  return sum / (to - from);
}

function straightDeviation(values: Float64Array, from: number, to: number): number {
  const mean = meanOf(values, from, to);
  let squares = 0;
  for (let k = from; k < to; k++) squares += (values[k] - mean) ** 2;
  return Math.sqrt(squares / (to - from));
}
