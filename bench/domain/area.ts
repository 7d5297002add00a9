// The harness of `npm run bench domain`: each area is one file here, measured at half the size and at the full one.

import { type Execution, type RoundTrip, roundTrips } from '@zorivest/domain';
import { median, spread } from '../measure.ts';

/** What the areas work on. */
export interface Material {
  readonly executions: readonly Execution[];
  readonly trips: readonly RoundTrip[];
  /** The results of the closed trips. */
  readonly pnls: readonly number[];
}

export interface Area {
  readonly name: string;
  /** What must be there before the clock starts. */
  readonly prepare: (material: Material) => () => unknown;
  /** The same result by other means, to compare with; said in `peerName`. */
  readonly peer?: (material: Material) => () => unknown;
  readonly peerName?: string;
  /** Another way to the same result: measured, but not added to the total. */
  readonly alternative?: true;
}

export interface Timing {
  /** Processor time in ms, collector included. */
  readonly median: number;
  /** The middle half of the runs, as a share of the median. */
  readonly spread: number;
}

const LEAST_RUNS = 3;
const MOST_RUNS = 7;
const ENOUGH_MS = 500;

/**
 * Run until the runs together have taken long enough to be believed, the heap collected before each. Processor time, for
 * a busy machine makes the waiting longer; what the collector does on the other core is counted too.
 */
export function timed(run: () => unknown): Timing {
  const found: number[] = [];
  let total = 0;
  while (found.length < LEAST_RUNS || (total < ENOUGH_MS && found.length < MOST_RUNS)) {
    globalThis.gc?.();
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    const taken = (user + system) / 1000;
    found.push(taken);
    total += taken;
  }
  return { median: median(found), spread: spread(found) };
}

export function materialOf(executions: readonly Execution[]): Material {
  const trips = roundTrips(executions).round_trips;
  const pnls = trips.filter((trip) => trip.status === 'closed').map((trip) => trip.realized_pnl);
  return { executions, trips, pnls };
}

/** Executions of many symbols over a year, the same for every run: scaled in and out, some reversed, some left open. */
export function executionsOf(count: number, symbols = 500): Execution[] {
  const start = Date.UTC(2025, 0, 2, 14, 30);
  const executions: Execution[] = [];
  const held = new Int32Array(symbols);
  let state = 12_345;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (let i = 0; i < count; i += 1) {
    const symbol = i % symbols;
    const position = held[symbol] ?? 0;
    const step = (1 + next(20)) * 10;
    // Three times in five towards flat, one in five straight through it, else further out.
    const choice = next(5);
    const change =
      position === 0
        ? (next(4) === 0 ? -1 : 1) * step
        : choice < 3
          ? -position
          : choice === 3
            ? -position - Math.sign(position) * step
            : Math.sign(position) * step;
    held[symbol] = position + change;
    executions.push({
      exec_id: `e${String(i).padStart(8, '0')}`,
      time: new Date(start + Math.floor((i / count) * 360 * 86_400) * 1000).toISOString(),
      instrument: `SYM${symbol}`,
      action: change > 0 ? 'BOT' : 'SLD',
      quantity: Math.abs(change),
      price: (5000 + symbol * 20 + next(1000)) / 100,
      account_id: symbol % 10 === 0 ? 'ira' : 'main',
      commission: 0.35,
      order_id: `o${Math.floor(i / (2 * symbols))}`,
    });
  }
  return executions;
}
