import {
  approximate,
  type Compact,
  decimalOf,
  isAboveZero,
  isBelowZero,
  NONE,
  type Num,
  parseCompact,
  type Problem,
  Problems,
  Sum,
} from '../money/index.ts';
import { countAmounts, readAmounts } from '../metrics/amounts.ts';
import { firstPaths, type PathPlan, type PathResults, runPaths } from './paths.ts';
import { type Percentiles, percentiles } from './percentiles.ts';
import { losingStreakProbability } from './streaks.ts';
import { tolerableSteps } from './tolerable-risk.ts';

export interface MonteCarloOptions {
  readonly simulations: number;
  readonly seed: number;
  /** Length of the blocks resampled together; absent or 1: single trades. */
  readonly block?: number;
  /** Starting equity: results are dollars on it. Absent: each trade risks `risk` of equity and compounds. */
  readonly start?: Num;
  /** Fraction of equity risked per trade when compounding. */
  readonly risk?: number;
}

/** How far the paths have spread after a number of trades: one value of each column for each of `trades`. */
export interface EquityFan {
  readonly trades: number[];
  readonly p5: number[];
  readonly p25: number[];
  readonly p50: number[];
  readonly p75: number[];
  readonly p95: number[];
}

export interface DrawdownMonteCarlo {
  readonly simulations: number;
  readonly simulations_run: number;
  readonly seed: number;
  readonly path_length: number;
  readonly trade_count: number;
  /** How often the deepest drawdown of a path reached each depth. */
  readonly probability_table: { readonly drawdown_pct: number; readonly probability: number }[];
  /** Zero or negative, a fraction. */
  readonly max_drawdown_median: number;
  readonly max_drawdown_percentiles: Percentiles;
  /** Final equity as a multiple of the start. */
  readonly equity_percentiles: Percentiles;
  /** The same on the way there, from the start to the end of the paths. */
  readonly equity_fan: EquityFan;
  readonly expected_return: number;
  /** Share of paths that lost half or more from a high. */
  readonly risk_of_ruin: number;
  readonly losing_streak_percentiles: Percentiles;
  /** Chance of at least one such losing streak in a path, exact for the win rate. */
  readonly losing_streak_table: { readonly length: number; readonly probability: number }[];
  /** Percent of equity per trade; null when the trades cannot tell, or lose on average. */
  readonly recommended_risk_pct: number | null;
  readonly convention: string;
  readonly problems: Problem[];
}

const LONGEST_PATH = 250;
const DEPTHS = [5, 10, 15, 20, 25, 30, 40, 50];
const MOST_SIMULATIONS = 100_000;
const SEARCH_PATHS = 2_000;
/** As many points as a curve needs to look like one. */
const FAN_STOPS = 25;
/** More would move no line of a picture by a pixel, and each stop is sorted. */
const FAN_PATHS = 10_000;
const RISK_STEP = 0.0005;
const RISK_STEPS = 500;
const DEFAULT_RISK = 0.01;

/** How deep the drawdowns of trades like these could be, by resampling them. The same seed gives the same answer. */
export function drawdownMonteCarlo(pnls: readonly Num[], asked: MonteCarloOptions): DrawdownMonteCarlo {
  // Called from outside TypeScript it may come without any: then the defaults are used, and named.
  const options: Partial<MonteCarloOptions> = asked ?? {};
  const problems = new Problems();
  const amounts = readAmounts(pnls, problems);
  const simulations = simulationsIn(options.simulations ?? 0, problems);
  const seed = isNumber(options.seed) ? Math.trunc(options.seed) : 0;
  if (!isNumber(options.seed)) problems.add('invalid_seed', 'The seed must be a whole number; 0 is used.');
  const length = options.block ?? 1;
  if (!isNumber(length) || length < 1)
    problems.add('invalid_block', 'The block must be a number of trades, 1 or more; single trades are drawn.');
  const block = isNumber(length) ? Math.max(1, Math.min(amounts.length, Math.trunc(length))) : 1;
  const start = options.start === undefined ? null : parseCompact('amount', options.start);
  if (options.start !== undefined && (start === null || !isAboveZero(start)))
    problems.add('invalid_start', 'The starting equity must be a positive number; trades compound instead.');
  const fixed = start !== null && isAboveZero(start) ? start : null;
  const usable = isNumber(options.risk) && options.risk > 0 && options.risk <= 1;
  if (options.risk !== undefined && !usable)
    problems.add('invalid_risk', `The risk must be a fraction of equity above 0 and up to 1; ${DEFAULT_RISK} is used.`);
  const risk = usable ? (options.risk ?? DEFAULT_RISK) : DEFAULT_RISK;
  const trades = Math.min(amounts.length, LONGEST_PATH);
  const inRisk = riskMultiples(amounts);
  if (amounts.length < 2) problems.add('too_few_trades', 'Resampling needs at least two trades.');
  else if (inRisk === null)
    problems.add('no_losses', 'No trade lost: nothing here can show a drawdown or size a risk.');
  // However little is risked, more trades like these lose it.
  const losing = inRisk !== null && inRisk.reduce((sum, outcome) => sum + outcome, 0) <= 0;
  if (losing)
    problems.add('no_edge', 'The trades lose on average: no risk per trade can be recommended, not even a small one.');

  const plan: PathPlan =
    fixed === null
      ? { outcomes: inRisk ?? toNumbers(amounts), simulations, trades, block, seed, start: 1, risk }
      : { outcomes: toNumbers(amounts), simulations, trades, block, seed, start: toNumber(fixed), risk: null };
  const stops = stopsOf(trades);
  const { drawdowns, finals, losingStreaks, onTheWay } = runPaths({ ...plan, stops, recordedPaths: FAN_PATHS });
  const depths = drawdowns.toSorted();
  const fallen = percentiles(depths);
  const ends = finals.map((equity) => equity / plan.start).toSorted();
  const spread = percentiles(ends);
  const losses = amounts.filter(isBelowZero).length;
  return {
    simulations,
    simulations_run: trades === 0 ? 0 : simulations,
    seed,
    path_length: trades,
    trade_count: amounts.length,
    probability_table: DEPTHS.map((depth) => ({
      drawdown_pct: depth,
      probability: shareAtLeast(depths, depth / 100),
    })),
    max_drawdown_median: 0 - fallen.p50,
    max_drawdown_percentiles: fallen,
    equity_percentiles: spread,
    equity_fan: fanOf(stops, onTheWay, plan.start, spread),
    expected_return: ends.reduce((sum, end) => sum + end, 0) / simulations - 1,
    risk_of_ruin: shareAtLeast(depths, 0.5),
    losing_streak_percentiles: percentiles(Float64Array.from(losingStreaks)),
    losing_streak_table: [2, 3, 4, 5, 6, 8, 10, 12, 15].map((length) => ({
      length,
      probability: trades === 0 ? 0 : losingStreakProbability(1 - losses / amounts.length, length, trades),
    })),
    recommended_risk_pct:
      inRisk === null || amounts.length < 2 || losing ? null : recommendedRisk({ ...plan, outcomes: inRisk }),
    convention:
      `${simulations} paths of ${trades} trades (a simulated path is at most ${LONGEST_PATH} trades), ` +
      `${block === 1 ? 'single trades' : `blocks of ${block} neighbouring trades`} drawn with replacement, seed ${seed}. ` +
      (fixed === null
        ? `Each trade risks ${risk * 100} % of equity and compounds; one unit of risk is the average loss. `
        : 'Results are amounts added to the starting equity. ') +
      `Drawdown is the deepest fall from a high of the path, as a fraction of that high. Recommended risk: the largest ` +
      `percentage per trade, in steps of 0.05 %, that keeps P(drawdown >= 20 %) at or below 5 %, compounding, ` +
      `on the first ${Math.min(SEARCH_PATHS, simulations)} paths.`,
    problems: problems.list(),
  };
}

/** Called from outside TypeScript an option may be anything. */
function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function simulationsIn(simulations: number, problems: Problems): number {
  if (Number.isFinite(simulations) && simulations >= 1) return Math.min(MOST_SIMULATIONS, Math.trunc(simulations));
  problems.add('invalid_simulations', 'The number of simulations must be 1 to 100,000; 10,000 are run.');
  return 10_000;
}

/** Results in units of the average loss; null when nothing was lost. */
function riskMultiples(amounts: readonly Compact<'amount'>[]): Float64Array | null {
  const { unit, counts } = countAmounts(amounts);
  const lost = new Sum(unit);
  let losses = 0;
  for (const count of counts)
    if (isBelowZero(count)) {
      lost.add(count);
      losses += 1;
    }
  if (losses === 0) return null;
  const averageLoss = -decimalOf(lost.exact).div(losses).toNumber();
  return toNumbers(amounts).map((amount) => amount / averageLoss);
}

function toNumbers(amounts: readonly Compact<'amount'>[]): Float64Array {
  const numbers = new Float64Array(amounts.length);
  for (let i = 0; i < amounts.length; i += 1) numbers[i] = toNumber(amounts[i] ?? NONE);
  return numbers;
}

function toNumber(amount: Compact<'amount'>): number {
  return approximate(amount);
}

function recommendedRisk(plan: PathPlan): number {
  const paths = firstPaths(plan, Math.min(SEARCH_PATHS, plan.simulations));
  const tolerance = { trades: plan.trades, fall: 0.2 - ALMOST, share: 0.05, step: RISK_STEP, steps: RISK_STEPS };
  return (tolerableSteps(paths, tolerance) * RISK_STEP * 1e6) / 1e4;
}

/** A drawdown that is 20 % but for the last binary digit has reached 20 %. */
const ALMOST = 1e-12;

/** The share of sorted values that reach the limit. */
function shareAtLeast(sorted: Float64Array, limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) >= limit - ALMOST) high = middle;
    else low = middle + 1;
  }
  return sorted.length === 0 ? 0 : (sorted.length - low) / sorted.length;
}

/** After how many trades the fan has a point: evenly, and the last is the end. */
function stopsOf(trades: number): number[] {
  const count = Math.min(trades, FAN_STOPS);
  return Array.from({ length: count }, (_, i) => Math.round(((i + 1) * trades) / count));
}

/** The fan from the start, where every path is at 1, to `ends`, which is of all paths and not only of the recorded ones. */
function fanOf(
  stops: readonly number[],
  onTheWay: PathResults['onTheWay'],
  start: number,
  ends: Percentiles,
): EquityFan {
  const here = { p5: 1, p25: 1, p50: 1, p75: 1, p95: 1 };
  const between = onTheWay.slice(0, -1).map((equities) => percentiles(equities, start));
  const rows = stops.length === 0 ? [] : [here, ...between, ends];
  return {
    trades: stops.length === 0 ? [] : [0, ...stops],
    p5: rows.map(({ p5 }) => p5),
    p25: rows.map(({ p25 }) => p25),
    p50: rows.map(({ p50 }) => p50),
    p75: rows.map(({ p75 }) => p75),
    p95: rows.map(({ p95 }) => p95),
  };
}
