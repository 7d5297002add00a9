import { cents, decimalOf, type Fixed, type Num, parseFixed, type Problem, Problems } from '../money/index.ts';
import { readAmounts } from './amounts.ts';

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
  readonly amount: Fixed;
  readonly peak: Fixed;
}

/** Results in the order they happened, from a starting equity. */
export function drawdown(pnls: readonly Num[], options?: { start?: Num } | null): Drawdown {
  const problems = new Problems();
  const amounts = readAmounts(pnls, problems);
  const start = options?.start === undefined ? 0n : parseFixed(options?.start);
  if (start === null) problems.add('invalid_start', 'The starting equity is no number; zero is used.');
  if (options?.start === undefined)
    problems.add(
      'no_starting_equity',
      'Without a starting equity the relative drawdown is measured against profits alone.',
    );
  let equity = start ?? 0n;
  let peak = equity;
  let peakIndex = -1;
  let trough = equity;
  let under = 0;
  let longest = 0;
  let deepest: Fall | null = null;
  let steepest: Fall | null = null;
  for (const [i, amount] of amounts.entries()) {
    equity += amount;
    if (equity >= peak) {
      peak = equity;
      trough = equity;
      peakIndex = i;
      under = 0;
      continue;
    }
    under += 1;
    if (under > longest) longest = under;
    // Only a new low below this peak can be a larger fall.
    if (equity >= trough) continue;
    trough = equity;
    const fall: Fall = { peakIndex, troughIndex: i, amount: peak - equity, peak };
    if (deepest === null || fall.amount > deepest.amount) deepest = fall;
    // a/b > c/d without dividing: peaks are positive here.
    if (peak > 0n && (steepest === null || fall.amount * steepest.peak > steepest.amount * peak)) steepest = fall;
  }
  const total = equity - (start ?? 0n);
  return {
    max_absolute: cents(deepest?.amount ?? 0n),
    max_relative: steepest === null ? (deepest === null ? 0 : null) : fractionOf(steepest),
    absolute_episode: episodeOf(deepest),
    relative_episode: episodeOf(steepest),
    current: cents(peak - equity),
    longest_under_water: longest,
    final_equity: cents(equity),
    recovery_factor: deepest === null ? null : decimalOf(total).div(decimalOf(deepest.amount)).toNumber(),
    trade_count: amounts.length,
    convention:
      'Equity after each closed trade, from the starting equity. max_absolute is the largest fall in dollars, ' +
      'max_relative the largest fall as a fraction of its own peak; they may be different episodes.',
    problems: problems.list(),
  };
}

function fractionOf(fall: Fall): number {
  return decimalOf(fall.amount).div(decimalOf(fall.peak)).toNumber();
}

function episodeOf(fall: Fall | null): Episode | null {
  if (fall === null) return null;
  return {
    peak_index: fall.peakIndex,
    trough_index: fall.troughIndex,
    amount: cents(fall.amount),
    fraction: fall.peak > 0n ? fractionOf(fall) : null,
  };
}
