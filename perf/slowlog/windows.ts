// Which endpoint was being served while a statement ran: requests of profiles and timings against the log's clock.
import type { QueryClass } from './classes.ts';
import type { Header } from './header.ts';

export interface RequestWindow {
  /** Index into the endpoints' names. */
  readonly endpoint: number;
  readonly startUs: number;
  readonly endUs: number;
}

export class RequestWindows {
  private readonly windows: readonly RequestWindow[];
  /** The latest end among this window and all before it: where a search backwards may stop. */
  private readonly reach: Float64Array;

  constructor(windows: readonly RequestWindow[]) {
    this.windows = windows.toSorted((a, b) => a.startUs - b.startUs);
    this.reach = new Float64Array(windows.length);
    let reach = Number.NEGATIVE_INFINITY;
    for (const [i, window] of this.windows.entries()) this.reach[i] = reach = Math.max(reach, window.endUs);
  }

  /** Credits the statement to every endpoint it may belong to; `certain` counts those where only one was possible. */
  link(query: QueryClass, header: Header, timestampUs: number): void {
    const [from, to] = interval(header, timestampUs);
    const endpoints = this.serving(from, to);
    for (const endpoint of endpoints) {
      const link = query.links.get(endpoint) ?? { count: 0, us: 0, certain: 0 };
      link.count += header.weight;
      link.us += header.queryUs * header.weight;
      if (endpoints.size === 1) link.certain += header.weight;
      query.links.set(endpoint, link);
    }
  }

  private serving(from: number, to: number): ReadonlySet<number> {
    const endpoints = new Set<number>();
    let low = 0;
    let high = this.windows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.windows[middle]!.startUs < to) low = middle + 1;
      else high = middle;
    }
    for (let i = low - 1; i >= 0 && this.reach[i]! >= from; i--) {
      if (this.windows[i]!.endUs >= from) endpoints.add(this.windows[i]!.endpoint);
    }
    return endpoints;
  }
}

/** When the statement started: to the microsecond where the log says it, else somewhere within its second. */
function interval(header: Header, timestampUs: number): readonly [number, number] {
  if (!Number.isNaN(header.startUs)) return [header.startUs, header.startUs + 1];
  if (header.timeIsExact) return [header.timeUs - header.queryUs, header.timeUs - header.queryUs + 1];
  return [timestampUs, timestampUs + 1_000_000];
}
