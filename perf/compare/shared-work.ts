// A log that counts in whole seconds cannot tell which of the endpoints served in a second a statement ran for, so it is
// linked to all of them. Here such statements are shared out, so that the work of all endpoints is no more than was done.
import type { QueryEndpoint, QuerySample } from '../model/snapshot.ts';

export interface Work {
  readonly runs: number;
  readonly ms: number;
}

export function workFor(sample: QuerySample | undefined, endpoint: string): Work {
  const link = sample?.endpoints.find((one) => one.endpoint === endpoint);
  if (sample === undefined || link === undefined || link.count === 0) return { runs: 0, ms: 0 };
  const runs = link.certain + (link.count - link.certain) * shareOf(sample);
  return { runs, ms: (link.total_time_ms * runs) / link.count };
}

/** How much of what may belong to several endpoints belongs to each of them. */
function shareOf({ count, endpoints }: QuerySample): number {
  // A request that was timed and profiled goes by two names; it was still one request.
  const requests = [...Map.groupBy(endpoints, ({ endpoint }) => endpoint.replace(/^[A-Z]+ /, '')).values()].map(
    (names) => names.reduce((a, b) => (b.count > a.count ? b : a)),
  );
  const sum = (of: (link: QueryEndpoint) => number) => requests.reduce((total, link) => total + of(link), 0);
  const doubtful = sum(({ count: all, certain }) => all - certain);
  const left = Math.max(0, count - sum(({ certain }) => certain));
  return doubtful === 0 ? 1 : Math.min(1, left / doubtful);
}
