// Bars that cannot be true are reported and excluded one by one: the neighbouring bars are believed instead.
import type { BadRow } from './csv.ts';
import { COLUMNS, emptySeries, slice, type Series } from './series.ts';

/** A run fails above this share of bad rows, unless it allows more. */
export const MOST_BAD = 0.01;

/** A price is looked at closely from this factor on: beyond it and back within one bar. */
const LEAST_FACTOR = 1.5;
/** Moves of the bars around it that a jump must be worth. */
const MOVES = 30;
const AROUND = 10;
const DAY = 86_400;
const YEAR = 365.25 * DAY;
const FEWEST_FOR_ENDS = 20;

/**
 * Bars whose high or low lies far from the closes on both sides of it, by more than the neighbours ever move: a decimal
 * point in the wrong place, a zero too many. A price that stays where it went to is believed.
 */
export function findPriceJumps({ length, t, h, l, c }: Series): { readonly index: number; readonly message: string }[] {
  const jumps: { index: number; message: string }[] = [];
  for (let i = 1; i + 1 < length; i++) {
    const before = c[i - 1];
    const after = c[i + 1];
    const high = h[i];
    const low = l[i];
    const top = before > after ? before : after;
    const bottom = before > after ? after : before;
    if (high <= top * LEAST_FACTOR && low * LEAST_FACTOR >= bottom) continue;
    const factor = Math.exp(Math.max(Math.log(LEAST_FACTOR), MOVES * typicalMove(c, i)));
    const [name, price] = high > top * factor ? ['high', high] : ['low', low];
    if (high <= top * factor && low * factor >= bottom) continue;
    jumps.push({
      index: i,
      message: `${isoTime(t[i])}: its ${name} ${price} is far from the closes around it, ${before} and ${after}`,
    });
  }
  return jumps;
}

/** Median change of the closes around bar i, leaving out those it takes part in; in logarithms. */
function typicalMove(close: Float64Array, i: number): number {
  const moves: number[] = [];
  for (let k = Math.max(1, i - AROUND); k <= Math.min(close.length - 1, i + 1 + AROUND); k++)
    if (k !== i && k !== i + 1) moves.push(Math.abs(Math.log(close[k] / close[k - 1])));
  return moves.toSorted((a, b) => a - b)[moves.length >> 1] ?? 0;
}

const isoTime = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000', '');

export function withoutBars(series: Series, left: readonly number[]): Series {
  if (left.length === 0) return series;
  const out = emptySeries(series.length - left.length);
  let from = 0;
  let to = 0;
  for (const index of [...left, series.length]) {
    for (const key of COLUMNS) out[key].set(series[key].subarray(from, index), to);
    to += index - from;
    from = index + 1;
  }
  return out;
}

/** A first or last bar that is further from the others than they span, and a year at least, has a wrong time. */
export function withoutLonelyEnds(series: Series): {
  readonly series: Series;
  readonly left: readonly ('first' | 'last')[];
} {
  const { length, t } = series;
  if (length < FEWEST_FOR_ENDS) return { series, left: [] };
  const [first, second] = t as unknown as [number, number]; // at least twenty
  const last = t[length - 1];
  const beforeLast = t[length - 2];
  const isFirstLonely = second - first > Math.max(YEAR, beforeLast - second);
  const isLastLonely = last - beforeLast > Math.max(YEAR, beforeLast - second);
  return {
    series:
      isFirstLonely || isLastLonely ? slice(series, isFirstLonely ? 1 : 0, length - (isLastLonely ? 1 : 0)) : series,
    left: [...(isFirstLonely ? ['first' as const] : []), ...(isLastLonely ? ['last' as const] : [])],
  };
}

/** What is wrong with candles of which too many are bad; undefined when they may be run on. */
export function tooManyBad(
  bars: number,
  bad: readonly BadRow[],
  badCount: number,
  most: number = MOST_BAD,
): string | undefined {
  const share = badCount / Math.max(1, bars + badCount);
  if (share <= most) return undefined;
  const [first] = bad;
  const where = first === undefined ? '' : ` (the first: ${badRowText(first)})`;
  return `${badCount} of ${bars + badCount} rows are bad, ${Number((100 * share).toPrecision(3))} %${where}; correct the data, or allow a larger share with data.max_bad_share`;
}

export const badRowText = ({ line, message }: BadRow): string => (line === 0 ? message : `line ${line}: ${message}`);
