import {
  type Count,
  decimalOf,
  isAboveZero,
  NONE,
  type Num,
  parseCompact,
  type Problem,
  Problems,
  Unit,
} from '../money/index.ts';
import type { Places } from '../ledger/index.ts';
import { countAmounts, readAmounts } from './amounts.ts';

interface Episode {
  /** The trade that made the high; −1 is the start. */
  readonly peak_index: number;
  readonly trough_index: number;
  /** Positive: how far equity fell. */
  readonly amount: number;
  /** Of the equity at the peak; null where that was not positive. */
  readonly fraction: number | null;
}

export interface Drawdown {
  readonly max_absolute: number;
  /** The deepest fall as a fraction of its peak: often another episode than the largest in dollars. */
  readonly max_relative: number | null;
  readonly absolute_episode: Episode | null;
  readonly relative_episode: Episode | null;
  /** How far below the last high the curve ends, positive. */
  readonly current: number;
  /** Most trades in a row below an earlier high. */
  readonly longest_under_water: number;
  readonly final_equity: number;
  /** Total result ÷ largest fall in dollars. */
  readonly recovery_factor: number | null;
  readonly trade_count: number;
  readonly convention: string;
  readonly problems: Problem[];
}

interface Fall {
  readonly peakIndex: number;
  readonly troughIndex: number;
  readonly amount: Count<'amount'>;
  readonly peak: Count<'amount'>;
}

/** Results in the order they happened, from a starting equity. */
export function drawdown(pnls: readonly Num[], options?: { start?: Num; places?: Places } | null): Drawdown {
  const problems = new Problems();
  const amounts = readAmounts(pnls, problems);
  const startAmount = options?.start === undefined ? NONE : parseCompact('amount', options?.start);
  if (startAmount === null) problems.add('invalid_start', 'The starting equity is not a number; zero is used.');
  if (options?.start === undefined)
    problems.add(
      'no_starting_equity',
      'Without a starting equity the relative drawdown is measured against profits alone.',
    );
  const { unit, counts } = countAmounts(amounts, startAmount ?? NONE);
  const leave = (amount: Count<'amount'>): number =>
    options?.places === 'exact' ? unit.roundToEightPlaces(amount) : unit.roundToCents(amount);
  const products = Unit.ofSquares<'amount'>(2 * unit.decimals);
  const times = (a: Count<'amount'>, b: Count<'amount'>): Count<'amount'> => products.product(a, unit, b, unit);
  const start = unit.count(startAmount ?? NONE);
  let equity = start;
  let peak = equity;
  let peakIndex = -1;
  let trough = equity;
  let under = 0;
  let longest = 0;
  let deepest: Fall | null = null;
  let steepest: Fall | null = null;
  for (let i = 0; i < counts.length; i += 1) {
    equity = unit.plus(equity, counts[i] ?? NONE);
    if (unit.compare(equity, peak) >= 0) {
      peak = equity;
      trough = equity;
      peakIndex = i;
      under = 0;
      continue;
    }
    under += 1;
    if (under > longest) longest = under;
    // Only a new low below this peak can be a larger fall.
    if (unit.compare(equity, trough) >= 0) continue;
    trough = equity;
    const fall: Fall = { peakIndex, troughIndex: i, amount: unit.minus(peak, equity), peak };
    if (deepest === null || unit.compare(fall.amount, deepest.amount) > 0) deepest = fall;
    // a/b > c/d without dividing: peaks are positive here.
    if (
      isAboveZero(peak) &&
      (steepest === null || products.compare(times(fall.amount, steepest.peak), times(steepest.amount, peak)) > 0)
    )
      steepest = fall;
  }
  return {
    max_absolute: leave(deepest?.amount ?? NONE),
    max_relative: steepest === null ? (deepest === null ? 0 : null) : fractionOf(steepest, unit),
    absolute_episode: episodeOf(deepest, unit),
    relative_episode: episodeOf(steepest, unit),
    current: leave(unit.minus(peak, equity)),
    longest_under_water: longest,
    final_equity: leave(equity),
    recovery_factor: deepest === null ? null : ratioOf(unit.minus(equity, start), deepest.amount, unit),
    trade_count: amounts.length,
    convention:
      'Equity after each exit, from the starting equity. The largest fall in money and the largest fall as a fraction of ' +
      'its own peak may be different episodes.',
    problems: problems.list(),
  };
}

function ratioOf(a: Count<'amount'>, b: Count<'amount'>, unit: Unit<'amount'>): number {
  return decimalOf(unit.exact(a))
    .div(decimalOf(unit.exact(b)))
    .toNumber();
}

function fractionOf(fall: Fall, unit: Unit<'amount'>): number {
  return ratioOf(fall.amount, fall.peak, unit);
}

function episodeOf(fall: Fall | null, unit: Unit<'amount'>): Episode | null {
  if (fall === null) return null;
  return {
    peak_index: fall.peakIndex,
    trough_index: fall.troughIndex,
    amount: unit.roundToCents(fall.amount),
    fraction: isAboveZero(fall.peak) ? fractionOf(fall, unit) : null,
  };
}
