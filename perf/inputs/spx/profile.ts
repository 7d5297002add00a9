// Start and end events added up per function, as SPX's own web page does it: exclusive time for every call, inclusive
// time only where the function is not already open beneath itself. Memory: the stack and one row per function.
import { copyInto } from '../../stats/copy-into.ts';
import { CallTree } from './call-tree.ts';

export interface FunctionTotals {
  calls: number;
  maxCycleDepth: number;
  open: number;
  readonly inclusive: Float64Array;
  readonly exclusive: Float64Array;
}

/** Called for every start and end of a call, in chronological order; `ns` since the start of the profile. */
export type CallListener = (fn: number, start: boolean, ns: number) => void;

/** Gaps this long between two events are rare in a full profile and the rule in a sampled one. */
const SAMPLE_GAP_NS = 100_000;

export class ProfileBuilder {
  readonly metricCount: number;
  readonly functions: FunctionTotals[] = [];
  readonly tree = new CallTree();
  readonly last: Float64Array;
  readonly highest: Float64Array;
  events = 0;
  calls = 0;
  started = 0;
  depth = 0;
  maxDepth = 0;
  /** Calls that started at the deepest level seen. */
  callsAtMaxDepth = 0;
  longGaps = 0;
  /** End events that closed no open frame, and frames closed by the end of another. */
  unbalanced = 0;
  #stack = new Int32Array(64);
  #nodes = new Int32Array(64);
  #starts: Float64Array;
  #childSums: Float64Array;

  readonly #listener: CallListener | null;

  constructor(metricCount: number, listener: CallListener | null = null) {
    this.metricCount = metricCount;
    this.#listener = listener;
    this.last = new Float64Array(metricCount);
    this.highest = new Float64Array(metricCount);
    this.#starts = new Float64Array(64 * metricCount);
    this.#childSums = new Float64Array(64 * metricCount);
  }

  get highestIndex(): number {
    return this.functions.length - 1;
  }

  /** The function of the innermost open frame, or -1. */
  get openFunction(): number {
    return this.depth === 0 ? -1 : this.#stack[this.depth - 1]!;
  }

  /** The function of the frame beneath the innermost one: what stays open when that ends. */
  get below(): number {
    return this.depth < 2 ? -1 : this.#stack[this.depth - 2]!;
  }

  event(fn: number, start: boolean, values: Float64Array): void {
    const { last, highest, metricCount } = this;
    if (this.events > 0 && values[0]! - last[0]! >= SAMPLE_GAP_NS) this.longGaps++;
    for (let m = 0; m < metricCount; m++) {
      const value = values[m]!;
      last[m] = value;
      if (value > highest[m]!) highest[m] = value;
    }
    this.events++;
    if (start) this.#open(fn);
    else this.#close(fn);
  }

  #open(fn: number): void {
    const { metricCount, depth } = this;
    if (depth === this.#stack.length) this.#growStack();
    const totals = this.#totals(fn);
    totals.maxCycleDepth = Math.max(totals.maxCycleDepth, totals.open);
    totals.open++;
    this.#stack[depth] = fn;
    this.#nodes[depth] = this.tree.enter(depth === 0 ? 0 : this.#nodes[depth - 1]!, fn);
    const base = depth * metricCount;
    for (let m = 0; m < metricCount; m++) {
      this.#starts[base + m] = this.last[m]!;
      this.#childSums[base + m] = 0;
    }
    this.depth++;
    this.started++;
    this.#listener?.(fn, true, this.last[0]!);
    if (this.depth > this.maxDepth) {
      this.maxDepth = this.depth;
      this.callsAtMaxDepth = 0;
    }
    if (this.depth === this.maxDepth) this.callsAtMaxDepth++;
  }

  #close(fn: number): void {
    if (this.openFunction !== fn) {
      this.unbalanced++;
      if (!this.#stack.subarray(0, this.depth).includes(fn)) return;
      // Frames above were lost: their ends never came. They count as having ended here.
      while (this.openFunction !== fn) this.#closeTop();
    }
    this.#closeTop();
  }

  #closeTop(): void {
    const { metricCount } = this;
    const depth = --this.depth;
    const totals = this.functions[this.#stack[depth]!]!;
    totals.open--;
    totals.calls++;
    this.calls++;
    const base = depth * metricCount;
    for (let m = 0; m < metricCount; m++) {
      const inclusive = this.last[m]! - this.#starts[base + m]!;
      totals.exclusive[m]! += inclusive - this.#childSums[base + m]!;
      if (totals.open === 0) totals.inclusive[m]! += inclusive;
      if (depth > 0) this.#childSums[base - metricCount + m]! += inclusive;
    }
    this.tree.leave(this.#nodes[depth]!, this.last[0]! - this.#starts[base]!);
    this.#listener?.(this.#stack[depth]!, false, this.last[0]!);
  }

  #totals(fn: number): FunctionTotals {
    for (let i = this.functions.length; i <= fn; i++) {
      this.functions.push({
        calls: 0,
        maxCycleDepth: 0,
        open: 0,
        inclusive: new Float64Array(this.metricCount),
        exclusive: new Float64Array(this.metricCount),
      });
    }
    return this.functions[fn]!;
  }

  #growStack(): void {
    const depth = this.#stack.length * 2;
    this.#stack = copyInto(new Int32Array(depth), this.#stack);
    this.#nodes = copyInto(new Int32Array(depth), this.#nodes);
    this.#starts = copyInto(new Float64Array(depth * this.metricCount), this.#starts);
    this.#childSums = copyInto(new Float64Array(depth * this.metricCount), this.#childSums);
  }
}
