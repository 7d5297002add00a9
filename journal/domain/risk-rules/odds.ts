// How often days like these would reach the target before a limit: whole days are drawn again with all that happened in them, in
// runs (stationary bootstrap, Politis and Romano 1994), and each path is checked against the same rules.
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { EquityJudge, type JudgedDay } from './judge.ts';
import { consistencyOf, daysCounted } from './other-rules.ts';
import { amountOf, type RiskRules, unitsOf } from './rules.ts';

/** One day against its own beginning. */
export interface OwnDay {
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly balance: number;
  readonly filled: boolean;
  readonly opened: boolean;
}

export interface OddsOptions {
  readonly start: number;
  readonly rules: RiskRules;
  readonly seed: number;
  /** Paths of the estimate, and of each of the outer draws. */
  readonly paths?: number;
  readonly outer?: number;
  /** Days after which a path is neither passed nor ruined. */
  readonly longest?: number;
  /** Mean length of a run of days. */
  readonly block?: number;
}

export interface Odds {
  readonly pass: number;
  readonly ruin: number;
  readonly undecided: number;
  /** Of the draws alone: Wilson, 95 %. */
  readonly pass_of_draws: readonly [number, number];
  readonly ruin_of_draws: readonly [number, number];
  /** With the own days drawn again as well: 2.5 to 97.5 %. */
  readonly pass_interval: readonly [number, number];
  readonly ruin_interval: readonly [number, number];
  readonly median_days_to_pass: number | null;
  readonly own_days: number;
  readonly paths: number;
  readonly block: number;
  readonly seed: number;
}

const PATHS = 2000;
const OUTER = 100;
const INNER = 100;
const LONGEST = 250;

/** Days as they were judged, each against its beginning. */
export function ownDays(days: readonly JudgedDay[]): OwnDay[] {
  return days.map(({ high, low, close, balance, pnl, filled, opened }, index) => {
    const equity = days[index - 1]?.close ?? balance - pnl;
    return { high: high - equity, low: low - equity, close: close - equity, balance: pnl, filled, opened };
  });
}

export function passOdds(days: readonly OwnDay[], options: OddsOptions): Odds {
  const { seed, paths = PATHS, outer = OUTER, longest = LONGEST } = options;
  const block = options.block ?? Math.max(1, Math.round(Math.cbrt(days.length)));
  const random = randomOf(seed);
  const all = days.map((_, index) => index);
  const whole = runPaths(days, all, { ...options, paths, longest, block, random });
  const passes: number[] = [];
  const ruins: number[] = [];
  for (let draw = 0; draw < outer; draw += 1) {
    // Blocks of days are drawn as the paths draw them, so that streaks stay in what is drawn from.
    const drawn = drawDays(days.length, days.length, block, random);
    const one = runPaths(days, drawn, { ...options, paths: INNER, longest, block, random });
    passes.push(one.passed / INNER);
    ruins.push(one.ruined / INNER);
  }
  return {
    pass: whole.passed / paths,
    ruin: whole.ruined / paths,
    undecided: (paths - whole.passed - whole.ruined) / paths,
    pass_of_draws: wilson(whole.passed, paths),
    ruin_of_draws: wilson(whole.ruined, paths),
    pass_interval: middle(passes),
    ruin_interval: middle(ruins),
    median_days_to_pass: medianOf(whole.daysToPass),
    own_days: days.length,
    paths,
    block,
    seed,
  };
}

interface PathOptions extends OddsOptions {
  readonly paths: number;
  readonly longest: number;
  readonly block: number;
  readonly random: () => number;
}

function runPaths(days: readonly OwnDay[], from: readonly number[], options: PathOptions) {
  let [passed, ruined] = [0, 0];
  const daysToPass: number[] = [];
  for (let path = 0; path < options.paths; path += 1) {
    const ended = runPath(days, from, options);
    if (ended === 'ruined') ruined += 1;
    else if (ended !== null) {
      passed += 1;
      daysToPass.push(ended);
    }
  }
  return { passed, ruined, daysToPass };
}

/** The days it took to pass, ruined, or null where neither came: each day is checked against the rules by the judge itself. */
function runPath(
  days: readonly OwnDay[],
  from: readonly number[],
  { start, rules, longest, block, random }: PathOptions,
) {
  const judge = new EquityJudge(unitsOf(start), () => rules, NO_PAYOUTS);
  let [equity, balance] = [unitsOf(start), unitsOf(start)];
  let place = -1;
  for (let day = 1; day <= longest; day += 1) {
    place = nextPlace(place, from.length, block, random);
    const own = days[from[place] ?? 0];
    if (own === undefined) return null;
    const [high, low] = [amountOf(equity + unitsOf(own.high)), amountOf(equity + unitsOf(own.low))];
    equity += unitsOf(own.close);
    balance += unitsOf(own.balance);
    const { filled, opened } = own;
    judge.take({
      at: day,
      day,
      high,
      low,
      equity: amountOf(equity),
      balance: amountOf(balance),
      trip: null,
      filled,
      opened,
    });
    judge.endDay();
    if (judge.isEnded) return 'ruined';
    if (isPassed(judge.days, amountOf(balance - unitsOf(start)), rules)) return day;
  }
  return null;
}

/** The target, and all that has to come with it. */
export function isPassed(
  days: readonly JudgedDay[],
  profit: number,
  { profit_target, fewest_days, consistency }: Pick<RiskRules, 'profit_target' | 'fewest_days' | 'consistency'>,
): boolean {
  if (profit_target === null || unitsOf(profit) < unitsOf(profit_target)) return false;
  if (fewest_days !== null && daysCounted(days, fewest_days) < fewest_days.days) return false;
  return consistency === null || consistencyOf(days, consistency).is_kept;
}

const NO_PAYOUTS: ReadonlyMap<number, number> = new Map();

/** The next day, or with probability 1 / block any: runs of days stay together, round the end too. */
function nextPlace(place: number, of: number, block: number, random: () => number): number {
  return place < 0 || random() < 1 / block ? Math.floor(random() * of) : (place + 1) % of;
}

function drawDays(count: number, of: number, block: number, random: () => number): number[] {
  const drawn: number[] = [];
  let place = -1;
  for (let i = 0; i < count; i += 1) {
    place = nextPlace(place, of, block, random);
    drawn.push(place);
  }
  return drawn;
}

/** Numbers from 0 up to 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  const generator = xoroshiro128plus(seed);
  return () => (generator.next() + 2 ** 31) / 2 ** 32;
}

const Z = 1.959964;

/** The interval of a share by Wilson: it stays between 0 and 1, where the plain one does not. */
function wilson(hits: number, of: number): readonly [number, number] {
  if (of === 0) return [0, 1];
  const p = hits / of;
  const centre = (p + (Z * Z) / (2 * of)) / (1 + (Z * Z) / of);
  const half = (Z / (1 + (Z * Z) / of)) * Math.sqrt((p * (1 - p)) / of + (Z * Z) / (4 * of * of));
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

/** 2.5 to 97.5 % of some draws. */
export function middle(draws: readonly number[]): readonly [number, number] {
  const sorted = draws.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  return [at(0.025), at(0.975)];
}

function medianOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : (values.toSorted((a, b) => a - b)[values.length >> 1] ?? null);
}
