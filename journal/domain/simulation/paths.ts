// The inner loop: resampled equity paths, nothing but numbers.

import { drawing } from './draws.ts';

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
  /** After how many trades equity is recorded on the way, rising; the last is the end of the path. */
  readonly stops?: readonly number[];
  /** Of how many paths; the others are only followed to their end. */
  readonly recordedPaths?: number;
}

export interface PathResults {
  /** Deepest relative drawdown of each path, 0…1 (1 = everything lost). */
  readonly drawdowns: Float64Array;
  readonly finals: Float64Array;
  readonly losingStreaks: Uint16Array;
  /** Equity of the recorded paths, one column for each stop. */
  readonly onTheWay: readonly Float64Array[];
}

/** What the trades of the first paths did, path after path. */
export function firstPaths(plan: Omit<PathPlan, 'simulations' | 'start' | 'risk'>, paths: number): Float64Array {
  const { outcomes, trades } = plan;
  const draw = drawing({ ...plan, count: outcomes.length });
  const draws = new Int32Array(trades);
  const did = new Float64Array(paths * trades);
  for (let from = 0; from < did.length; from += trades) {
    draw(draws);
    for (let trade = 0; trade < trades; trade += 1) did[from + trade] = outcomes[draws[trade] ?? 0] ?? 0;
  }
  return did;
}

/** What one trade makes of equity at a risk. */
export function factorOf(outcome: number, risk: number): number {
  return Math.max(0, 1 + risk * outcome);
}

/**
 * Free of branches that a trade's outcome decides: those cannot be predicted, and there are millions of them. A path is drawn
 * before it is followed, and all there is to know of a trade is in one place: waiting for memory was most of the time.
 */
export function runPaths(plan: PathPlan): PathResults {
  const { simulations, trades, start, risk } = plan;
  const does = new Float64Array(2 * plan.outcomes.length);
  for (let i = 0; i < plan.outcomes.length; i += 1) {
    const outcome = plan.outcomes[i] ?? 0;
    does[2 * i] = risk === null ? outcome : factorOf(outcome, risk);
    does[2 * i + 1] = outcome < 0 ? 1 : 0;
  }
  const draw = drawing({ ...plan, count: plan.outcomes.length });
  const draws = new Int32Array(trades);
  const stops = Int32Array.from(plan.stops ?? [trades]);
  const recorded = plan.stops === undefined ? 0 : Math.min(simulations, plan.recordedPaths ?? simulations);
  const results: PathResults = {
    drawdowns: new Float64Array(simulations),
    finals: new Float64Array(simulations),
    losingStreaks: new Uint16Array(simulations),
    onTheWay: Array.from(stops, () => new Float64Array(recorded)),
  };
  const path: DrawnPath = { draws, does, compounds: risk !== null, start, stops };
  for (let n = 0; n < simulations; n += 1) {
    draw(draws);
    follow(path, n, results);
  }
  return results;
}

interface DrawnPath {
  readonly draws: Int32Array;
  /** Of each trade what it does, and 1 where it lost. */
  readonly does: Float64Array;
  readonly compounds: boolean;
  readonly start: number;
  readonly stops: Int32Array;
}

function follow({ draws, does, compounds, start, stops }: DrawnPath, path: number, results: PathResults): void {
  let equity = start;
  let peak = start;
  let lowest = 1;
  let streak = 0;
  let longest = 0;
  let trade = 0;
  for (let stop = 0; stop < stops.length; stop += 1) {
    const until = stops[stop] ?? 0;
    for (; trade < until; trade += 1) {
      const at = 2 * (draws[trade] ?? 0);
      const done = does[at] ?? 0;
      equity = compounds ? equity * done : equity + done;
      peak = equity > peak ? equity : peak;
      if (equity < lowest * peak) lowest = equity / peak;
      streak = (streak + 1) * (does[at + 1] ?? 0);
      longest = streak > longest ? streak : longest;
    }
    const column = results.onTheWay[stop];
    if (column !== undefined && path < column.length) column[path] = equity;
  }
  results.drawdowns[path] = Math.min(1, 1 - lowest);
  results.finals[path] = equity;
  results.losingStreaks[path] = longest;
}
