// Which endpoint was being served while a statement ran: requests of profiles and timings against the log's clock.
import type { QueryClass } from './query-class.ts';
import { exactStart, type StatementRun } from './run.ts';

export interface RequestWindow {
  /** Index into the endpoints' names. */
  readonly endpoint: number;
  readonly startUs: number;
  readonly endUs: number;
}

export interface WindowCounts {
  readonly requests: number;
  /** Of them, those that began within that time. */
  readonly started: number;
  readonly endpoints: ReadonlySet<number>;
}

export class RequestWindows {
  readonly #windows: readonly RequestWindow[];
  /** The latest end among this window and all before it: where a search backwards may stop. */
  readonly #reach: Float64Array;

  constructor(windows: readonly RequestWindow[]) {
    this.#windows = windows.toSorted((a, b) => a.startUs - b.startUs);
    this.#reach = new Float64Array(windows.length);
    let reach = Number.NEGATIVE_INFINITY;
    for (const [i, window] of this.#windows.entries()) this.#reach[i] = reach = Math.max(reach, window.endUs);
  }

  /** Credits the statement to every endpoint it may belong to; `certain` counts those where only one was possible. */
  link(query: QueryClass, run: StatementRun, timestampUs: number): void {
    const exact = exactStart(run);
    const inexact = Number.isNaN(exact);
    const { endpoints } = this.serving(inexact ? timestampUs : exact, inexact ? timestampUs + 1_000_000 : exact + 1);
    for (const endpoint of endpoints) {
      const link = query.links.get(endpoint) ?? { count: 0, us: 0, certain: 0, bursts: 0 };
      link.count += run.weight;
      link.us += run.queryUs * run.weight;
      if (endpoints.size === 1) link.certain += run.weight;
      query.links.set(endpoint, link);
    }
  }

  /** The requests that were being served at any time between the two. */
  serving(from: number, to: number): WindowCounts {
    const endpoints = new Set<number>();
    let requests = 0;
    let started = 0;
    for (let i = this.#before(to) - 1; i >= 0 && this.#reach[i]! >= from; i--) {
      if (this.#windows[i]!.endUs < from) continue;
      endpoints.add(this.#windows[i]!.endpoint);
      requests++;
      if (this.#windows[i]!.startUs >= from) started++;
    }
    return { requests, started, endpoints };
  }

  /** The one request that was being served at this moment; -1 when there was none, or several. */
  only(us: number): number {
    let found = -1;
    for (let i = this.#before(us + 1) - 1; i >= 0 && this.#reach[i]! >= us; i--) {
      if (this.#windows[i]!.endUs < us) continue;
      if (found !== -1) return -1;
      found = i;
    }
    return found;
  }

  /** How many windows start before this time. */
  #before(us: number): number {
    let low = 0;
    let high = this.#windows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#windows[middle]!.startUs < us) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
