// How much of the best of many runs is luck.
//
// Deflated Sharpe (Bailey and López de Prado, 2014): the probability that the best run's Sharpe is above what the best
// of as many runs without any skill would show, given their spread, the length of the data, skew and kurtosis.
// Probability of backtest overfitting by CSCV (Bailey, Borwein, López de Prado and Zhu, 2017): cut the days into ten
// blocks, choose the best run on each half of them, and count how often it is in the lower half on the other.

const BLOCKS = 10;
/** Fewer days than two a block have no deviation to speak of. */
const FEWEST_DAYS = 2 * BLOCKS;
const EULER = 0.5772156649015329;

/** A summary of each run's returns per period. */
export interface Shape {
  /** 0 where the returns never moved: without a trade there is nothing to judge. */
  readonly periods: number;
  /** Per period, not annualised. */
  readonly sharpe: number;
  readonly skew: number;
  /** 3 for a normal distribution. */
  readonly kurtosis: number;
}

export function shapeOf(returns: Float64Array): Shape {
  const periods = returns.length;
  let sum = 0;
  for (let i = 0; i < periods; i++) sum += returns[i];
  const mean = periods === 0 ? 0 : sum / periods;
  let [second, third, fourth] = [0, 0, 0];
  for (let i = 0; i < periods; i++) {
    const apart = returns[i] - mean;
    second += apart ** 2;
    third += apart ** 3;
    fourth += apart ** 4;
  }
  const variance = second / periods;
  if (!(variance > 0) || periods < 2) return { periods: 0, sharpe: 0, skew: 0, kurtosis: 3 };
  return {
    periods,
    sharpe: mean / Math.sqrt(second / (periods - 1)),
    skew: third / periods / variance ** 1.5,
    kurtosis: fourth / periods / variance ** 2,
  };
}

/** The Sharpes of many runs, per period, as far as a later judgement needs them: they can be added up for ever. */
export interface SharpeSpread {
  readonly count: number;
  readonly mean: number;
  /** Of the sample; 0 with fewer than two. */
  readonly variance: number;
}

export const NO_RUNS: SharpeSpread = { count: 0, mean: 0, variance: 0 };

export function spreadOf(sharpes: ArrayLike<number>): SharpeSpread {
  const count = sharpes.length;
  if (count === 0) return NO_RUNS;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += sharpes[i];
  const mean = sum / count;
  let squares = 0;
  for (let i = 0; i < count; i++) squares += (sharpes[i] - mean) ** 2;
  return { count, mean, variance: count < 2 ? 0 : squares / (count - 1) };
}

/** Of both together, by the parallel update of Chan, Golub and LeVeque. */
export function joinSpreads(a: SharpeSpread, b: SharpeSpread): SharpeSpread {
  if (a.count === 0 || b.count === 0) return a.count === 0 ? b : a;
  const count = a.count + b.count;
  const apart = b.mean - a.mean;
  const squares = a.variance * (a.count - 1) + b.variance * (b.count - 1) + (apart ** 2 * a.count * b.count) / count;
  return { count, mean: a.mean + (apart * b.count) / count, variance: squares / (count - 1) };
}

/** 0..1; null when there is nothing to compare, or too little. `tried` are the Sharpes of every run, per period. */
export function deflatedSharpe(best: Shape, tried: SharpeSpread): number | null {
  if (best.periods < 2) return null;
  const expected = expectedMaximum(tried);
  const spread = 1 - best.skew * best.sharpe + ((best.kurtosis - 1) / 4) * best.sharpe ** 2;
  if (!(spread > 0)) return null;
  return normal(((best.sharpe - expected) * Math.sqrt(best.periods - 1)) / Math.sqrt(spread));
}

/** The Sharpe that the best of `count` runs is expected to show by chance. */
function expectedMaximum({ count, variance }: SharpeSpread): number {
  if (count < 2) return 0;
  return (
    Math.sqrt(variance) *
    ((1 - EULER) * normalQuantile(1 - 1 / count) + EULER * normalQuantile(1 - 1 / (count * Math.E)))
  );
}

/** Sums and sums of squares of each block's returns: all that Sharpe on any half of the blocks needs. */
export function blocksOf(returns: Float64Array): Float64Array | undefined {
  if (returns.length < FEWEST_DAYS) return undefined;
  const out = new Float64Array(2 * BLOCKS);
  for (let block = 0; block < BLOCKS; block++) {
    const [from, to] = boundsOf(block, returns.length);
    let sum = 0;
    let squares = 0;
    for (let i = from; i < to; i++) {
      const value = returns[i];
      sum += value;
      squares += value * value;
    }
    out[block] = sum;
    out[BLOCKS + block] = squares;
  }
  return out;
}

const boundsOf = (block: number, periods: number): readonly [number, number] => [
  Math.floor((block * periods) / BLOCKS),
  Math.floor(((block + 1) * periods) / BLOCKS),
];

/** 0..1 over the 252 ways to halve ten blocks; null with fewer than two runs, or too few days. */
export function probabilityOfOverfitting(runs: readonly Float64Array[], periods: number): number | null {
  if (runs.length < 2 || periods < FEWEST_DAYS) return null;
  const counts = Array.from({ length: BLOCKS }, (_, block) => {
    const [from, to] = boundsOf(block, periods);
    return to - from;
  });
  const halves = splits();
  const inside = new Float64Array(runs.length);
  const outside = new Float64Array(runs.length);
  let overfitted = 0;
  for (const half of halves) {
    const chosen = blocks(half);
    const rest = blocks(~half);
    const chosenDays = chosen.reduce((sum, block) => sum + counts[block], 0);
    for (let run = 0; run < runs.length; run++) {
      const sums = runs[run];
      inside[run] = sharpeOver(sums, chosen, chosenDays);
      outside[run] = sharpeOver(sums, rest, periods - chosenDays);
    }
    // A rank at or below the middle: choosing by the past was no better than a coin.
    if (rankOf(outside, bestOf(inside)) / (runs.length + 1) <= 0.5) overfitted++;
  }
  return overfitted / halves.length;
}

/** Every choice of five of the ten blocks, as bits. */
function splits(): number[] {
  return Array.from({ length: 1 << BLOCKS }, (_, bits) => bits).filter((bits) => blocks(bits).length === BLOCKS / 2);
}

const blocks = (bits: number): number[] =>
  Array.from({ length: BLOCKS }, (_, block) => block).filter((block) => ((bits >> block) & 1) === 1);

function sharpeOver(sums: Float64Array, chosen: readonly number[], days: number): number {
  let sum = 0;
  let squares = 0;
  for (const block of chosen) {
    sum += sums[block];
    squares += sums[BLOCKS + block];
  }
  const mean = sum / days;
  const variance = (squares - sum * mean) / (days - 1);
  // What rounding leaves of a constant is no deviation.
  return variance > 1e-18 + 1e-12 * mean * mean ? mean / Math.sqrt(variance) : 0;
}

function bestOf(values: Float64Array): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i] > values[best]) best = i;
  return best;
}

/** From 1 for the worst; equal ones share the mean of their ranks. */
function rankOf(values: Float64Array, which: number): number {
  const value = values[which];
  let below = 0;
  let equal = 0;
  for (let i = 0; i < values.length; i++) {
    if (values[i] < value) below++;
    else if (values[i] === value) equal++;
  }
  return below + (equal + 1) / 2;
}

/** Distribution of the standard normal. */
export function normal(x: number): number {
  // Continued fractions far out, the series near the middle: both to machine precision.
  const z = Math.abs(x);
  if (z > 38) return x > 0 ? 1 : 0;
  let upper: number;
  if (z < 3) {
    let term = z;
    let sum = z;
    for (let k = 1; Math.abs(term) > 1e-17 * Math.abs(sum) && k < 200; k++) {
      term *= (z * z) / (2 * k + 1);
      sum += term;
    }
    upper = 0.5 - (sum * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
  } else {
    let fraction = z;
    for (let k = 60; k > 0; k--) fraction = z + k / fraction;
    upper = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI) / fraction;
  }
  return x > 0 ? 1 - upper : upper;
}

/** Where the standard normal reaches a probability, by halving: it is asked for twice a sweep. */
export function normalQuantile(probability: number): number {
  let low = -40;
  let high = 40;
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2;
    if (normal(middle) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
