// The inner loop: resampled equity paths, nothing but numbers.

import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export interface PathPlan {
  /** What one trade does: dollars added, or the fraction of equity won or lost per unit of risk. */
  readonly outcomes: Float64Array;
  readonly simulations: number;
  readonly trades: number;
  readonly block: number;
  readonly seed: number;
  readonly start: number;
  /** Compounding: equity × (1 + risk × outcome). Null: equity + outcome. */
  readonly risk: number | null;
  /** After how many trades equity is kept on the way, rising; the last is the end of the path. */
  readonly stops?: readonly number[];
  /** Of how many paths; the others are only followed to their end. */
  readonly keptPaths?: number;
}

export interface PathResults {
  /** Deepest relative drawdown of each path, 0…1 (1 = everything lost). */
  readonly drawdowns: Float64Array;
  readonly finals: Float64Array;
  readonly losingStreaks: Uint16Array;
  /** Equity of the kept paths, one column for each stop. */
  readonly onTheWay: readonly Float64Array[];
}

/** A 32-bit draw is signed; this makes it 0 … 2^32 − 1. */
const LOWEST = 2 ** 31;

/** Free of branches that a trade's outcome decides: those cannot be predicted, and there are 25 million of them. */
export function runPaths(plan: PathPlan): PathResults {
  const { simulations, trades, block, start } = plan;
  const count = plan.outcomes.length;
  const { risk } = plan;
  const factors = plan.outcomes.map((outcome) => (risk === null ? 1 : Math.max(0, 1 + risk * outcome)));
  const gains = plan.outcomes.map((outcome) => (risk === null ? outcome : 0));
  const lost = Int32Array.from(plan.outcomes, (outcome) => (outcome < 0 ? 1 : 0));
  const scale = count / 2 ** 32;
  const rng = xoroshiro128plus(plan.seed);
  const drawdowns = new Float64Array(simulations);
  const finals = new Float64Array(simulations);
  const losingStreaks = new Uint16Array(simulations);
  const stops = plan.stops ?? [trades];
  const kept = plan.stops === undefined ? 0 : Math.min(simulations, plan.keptPaths ?? simulations);
  const onTheWay = stops.map(() => new Float64Array(kept));
  for (let path = 0; path < simulations; path += 1) {
    let equity = start;
    let peak = start;
    let lowest = 1;
    let streak = 0;
    let longest = 0;
    let at = 0;
    let left = 0;
    let trade = 0;
    for (let stop = 0; stop < stops.length; stop += 1) {
      const until = stops[stop] ?? trades;
      for (; trade < until; trade += 1) {
        if (left === 0) {
          at = Math.floor((rng.next() + LOWEST) * scale);
          left = block;
        }
        equity = equity * (factors[at] ?? 1) + (gains[at] ?? 0);
        peak = equity > peak ? equity : peak;
        if (equity < lowest * peak) lowest = equity / peak;
        streak = (streak + 1) * (lost[at] ?? 0);
        longest = streak > longest ? streak : longest;
        left -= 1;
        at = at + 1 === count ? 0 : at + 1;
      }
      if (path < kept) (onTheWay[stop] as Float64Array)[path] = equity;
    }
    drawdowns[path] = Math.min(1, 1 - lowest);
    finals[path] = equity;
    losingStreaks[path] = longest;
  }
  return { drawdowns, finals, losingStreaks, onTheWay };
}
