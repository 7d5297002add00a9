// When requests were served: what profiles and timings know of each, searched by time.

export interface RequestWindow {
  /** Index into the endpoints' names. */
  readonly endpoint: number;
  /** Index of its path: a request that was timed and profiled goes by two names and has one path. Absent: the endpoint. */
  readonly path?: number;
  readonly startUs: number;
  readonly endUs: number;
  /** True for a warm-up or a request that was only profiled: what it causes belongs to no measured request. */
  readonly unmeasured?: boolean;
  /** What the request was tagged with, if its client tagged it. */
  readonly traceId?: string;
  readonly requestId?: string;
}

export interface WindowCounts {
  readonly requests: number;
  /** Of them, those that began within that time. */
  readonly started: number;
  readonly endpoints: ReadonlySet<number>;
}

/** The requests a statement may belong to, as far as one piece of evidence tells. One object for each distinct set. */
export interface Candidates {
  /** Indexes of windows, rising. */
  readonly windows: readonly number[];
  /** Endpoints of those that are measured. */
  readonly endpoints: readonly number[];
  /** Whether all windows are measured requests to one path, so that there is no doubt. */
  readonly certain: boolean;
}

const NO_CANDIDATES: Candidates = { windows: [], endpoints: [], certain: false };

export class RequestWindows {
  readonly #windows: readonly RequestWindow[];
  /** The latest end among this window and all before it: where a search backwards may stop. */
  readonly #reach: Float64Array;
  readonly #byTag = new Map<string, number>();
  readonly #known = new Map<string, Candidates>();
  /** Most statements of a log with whole seconds ask for the second of the one before. */
  #last = { from: Number.NaN, to: Number.NaN, found: NO_CANDIDATES };
  /** Whether no two requests overlap: then whatever happens in order belongs to requests in order. */
  readonly sequential: boolean;

  constructor(windows: readonly RequestWindow[]) {
    this.#windows = windows.toSorted((a, b) => a.startUs - b.startUs);
    this.#reach = new Float64Array(windows.length);
    let reach = Number.NEGATIVE_INFINITY;
    let sequential = true;
    for (const [i, window] of this.#windows.entries()) {
      if (window.startUs < reach) sequential = false;
      this.#reach[i] = reach = Math.max(reach, window.endUs);
      for (const tag of [window.traceId, window.requestId]) if (tag) this.#byTag.set(tag, i);
    }
    this.sequential = sequential;
  }

  get hasTags(): boolean {
    return this.#byTag.size > 0;
  }

  /** The request with this tag. */
  tagged(tag: string): Candidates | null {
    const index = this.#byTag.get(tag);
    return index === undefined ? null : this.candidatesOf([index]);
  }

  /** The requests that were being served at any time between the two. */
  candidates(from: number, to: number): Candidates {
    if (this.#last.from === from && this.#last.to === to) return this.#last.found;
    const indexes: number[] = [];
    for (let i = this.#before(to) - 1; i >= 0 && this.#reach[i]! >= from; i--)
      if (this.#windows[i]!.endUs >= from) indexes.push(i);
    const found = this.candidatesOf(indexes.toReversed());
    this.#last = { from, to, found };
    return found;
  }

  /** Equal lists give the same object, so that sets can be compared by identity. */
  candidatesOf(windows: readonly number[]): Candidates {
    if (windows.length === 0) return NO_CANDIDATES;
    const key = windows.join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = windows.map((i) => this.#windows[i]!);
    const measured = found.filter(({ unmeasured }) => unmeasured !== true);
    const made: Candidates = {
      windows,
      endpoints: [...new Set(measured.map(({ endpoint }) => endpoint))].toSorted((a, b) => a - b),
      certain:
        measured.length === found.length && new Set(measured.map(({ path, endpoint }) => path ?? endpoint)).size === 1,
    };
    this.#known.set(key, made);
    return made;
  }

  /** How many requests were being served at any time between the two, and of which endpoints. */
  serving(from: number, to: number): WindowCounts {
    const { windows, endpoints } = this.candidates(from, to);
    const started = windows.filter((i) => this.#windows[i]!.startUs >= from).length;
    return { requests: windows.length, started, endpoints: new Set(endpoints) };
  }

  /** The one request that was being served at this moment; -1 when there was none, or several. */
  only(us: number): number {
    const { windows } = this.candidates(us, us + 1);
    return windows.length === 1 ? windows[0]! : -1;
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
