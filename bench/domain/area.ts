// The harness of `npm run bench domain`: each area is one file here, measured at half the size and at the full one.

import { type Execution, type RoundTrip, roundTrips } from '@zorivest/domain';
import { median, spread } from '../measure.ts';

/** What the areas work on. Trips are matched when an area first asks for them: those before it need not hold them. */
export class Material {
  readonly executions: readonly Execution[];
  #trips: readonly RoundTrip[] | null = null;

  constructor(executions: readonly Execution[]) {
    this.executions = executions;
  }

  get trips(): readonly RoundTrip[] {
    return (this.#trips ??= roundTrips(this.executions).round_trips);
  }

  /** The results of the closed trips. */
  get pnls(): number[] {
    return this.trips.filter((trip) => trip.status === 'closed').map((trip) => trip.realized_pnl);
  }
}

export interface Area {
  readonly name: string;
  /** What must be there before the clock starts. */
  readonly prepare: (material: Material) => () => unknown;
  /** The same result by other means, to compare with; its name is `peerName`. */
  readonly peer?: (material: Material) => () => unknown;
  readonly peerName?: string;
  /** Another way to the same result: measured, but not added to the total. */
  readonly alternative?: true;
}

export interface Timing {
  /** Processor time in ms, with what the collector does on the other core. */
  readonly processor: number;
  /** The middle half of the runs, as a share of the median. */
  readonly spread: number;
  /** How long one waits for it, in ms. */
  readonly waiting: number;
}

const LEAST_RUNS = 3;
const MOST_RUNS = 7;
const ENOUGH_MS = 500;

/**
 * Medians of as many runs as take long enough to be believed, the heap collected before each. A busy machine makes the
 * waiting longer; processor time is what it hardly changes, so growth and ratios are taken from that.
 */
export function timeRun(run: () => unknown): Timing {
  const processor: number[] = [];
  const waiting: number[] = [];
  let total = 0;
  while (processor.length < LEAST_RUNS || (total < ENOUGH_MS && processor.length < MOST_RUNS)) {
    globalThis.gc?.();
    const start = process.cpuUsage();
    const from = performance.now();
    run();
    waiting.push(performance.now() - from);
    const { user, system } = process.cpuUsage(start);
    const taken = (user + system) / 1000;
    processor.push(taken);
    total += taken;
  }
  return { processor: median(processor), spread: spread(processor), waiting: median(waiting) };
}

/** The time of one run for each of the other's, the two taken in turns so that a busy machine slows down both. */
export function ratioOf(run: () => unknown, peer: () => unknown): { ratio: number; spread: number } {
  const ratios: number[] = [];
  for (let i = 0; i < PAIRS; i += 1) ratios.push(once(run) / once(peer));
  return { ratio: median(ratios), spread: spread(ratios) };
}

const PAIRS = 5;

/** Processor time of one run on a collected heap, in ms. */
function once(run: () => unknown): number {
  globalThis.gc?.();
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
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
