// What goes with a broken rule: the trades that broke it compared with those that followed it, in R. Not what it caused.
import { middle, randomOf } from '../risk-rules/index.ts';
import type { Verdict } from './rules.ts';

export interface RatedTrade {
  /** Of the exit's day. */
  readonly day: number;
  readonly verdict: Verdict;
  /** Null where no risk is known. */
  readonly r: number | null;
  /** What one R of it was in money. */
  readonly risk: number | null;
}

export interface RuleCost {
  readonly followed: number;
  readonly broken: number;
  readonly unknown: number;
  readonly mean_r_followed: number | null;
  readonly mean_r_broken: number | null;
  /** Broken trades with a known R times the difference of the means; null with too few on a side. */
  readonly cost_r: number | null;
  /** The same at each trade's own risk. */
  readonly cost: number | null;
  /** 95 % of `cost`, days drawn again in runs. */
  readonly interval: readonly [number, number] | null;
  readonly interval_r: readonly [number, number] | null;
}

/** A cost is shown from this many trades on each side: below, only chance shows. */
export const FEWEST_RATED = 20;
const DRAWS = 1000;

export function costOfRule(trades: readonly RatedTrade[], seed: number): RuleCost {
  const counts = { followed: 0, broken: 0, unknown: 0 };
  for (const { verdict } of trades) counts[verdict] += 1;
  const rated = trades.filter(({ r, verdict }) => r !== null && verdict !== 'unknown');
  const days = daysOf(rated);
  const all = sumOf(days);
  const means = { mean_r_followed: meanOf(all.followed), mean_r_broken: meanOf(all.broken) };
  const difference = differenceOf(all);
  if (difference === null || all.broken.n < FEWEST_RATED || all.followed.n < FEWEST_RATED)
    return { ...counts, ...means, cost_r: null, cost: null, interval: null, interval_r: null };
  const risked = rated.reduce((sum, { verdict, risk }) => sum + (verdict === 'broken' ? (risk ?? 0) : 0), 0);
  const drawn = drawDifferences(days, seed);
  const [low, high] = middle(drawn);
  return {
    ...counts,
    ...means,
    cost_r: all.broken.n * difference,
    cost: risked * difference,
    interval: [risked * low, risked * high],
    interval_r: [all.broken.n * low, all.broken.n * high],
  };
}

interface Side {
  n: number;
  sum: number;
}

interface Day {
  readonly followed: Side;
  readonly broken: Side;
}

/** Whole days in their order: trades of a day have much in common. */
function daysOf(trades: readonly RatedTrade[]): Day[] {
  const days = new Map<number, Day>();
  for (const { day, verdict, r } of trades) {
    const known = days.get(day) ?? { followed: { n: 0, sum: 0 }, broken: { n: 0, sum: 0 } };
    const side = verdict === 'broken' ? known.broken : known.followed;
    side.n += 1;
    side.sum += r ?? 0;
    days.set(day, known);
  }
  return [...days].toSorted(([a], [b]) => a - b).map(([, day]) => day);
}

function sumOf(days: readonly Day[]): Day {
  const all = { followed: { n: 0, sum: 0 }, broken: { n: 0, sum: 0 } };
  for (const { followed, broken } of days) {
    add(all.followed, followed);
    add(all.broken, broken);
  }
  return all;
}

function add(to: Side, { n, sum }: Side): void {
  to.n += n;
  to.sum += sum;
}

function meanOf({ n, sum }: Side): number | null {
  return n === 0 ? null : sum / n;
}

function differenceOf({ followed, broken }: Day): number | null {
  const [whenFollowed, whenBroken] = [meanOf(followed), meanOf(broken)];
  return whenFollowed === null || whenBroken === null ? null : whenBroken - whenFollowed;
}

/** Runs of days, jumping with probability 1 / b, round the end (stationary bootstrap). */
function drawDifferences(days: readonly Day[], seed: number): number[] {
  const random = randomOf(seed);
  const block = Math.max(1, Math.round(Math.cbrt(days.length)));
  const found: number[] = [];
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const all = { followed: { n: 0, sum: 0 }, broken: { n: 0, sum: 0 } };
    let place = -1;
    for (let i = 0; i < days.length; i += 1) {
      place = place < 0 || random() < 1 / block ? Math.floor(random() * days.length) : (place + 1) % days.length;
      const day = days[place];
      if (day === undefined) continue;
      add(all.followed, day.followed);
      add(all.broken, day.broken);
    }
    const difference = differenceOf(all);
    if (difference !== null) found.push(difference);
  }
  return found;
}
