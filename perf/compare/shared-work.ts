// A log that counts in whole seconds cannot tell which of the endpoints served in a second a statement ran for, so it is
// linked to all of them. Here such statements are shared out, so that the work of all endpoints is no more than was
// done: more of it to those that certainly run the class in seconds of their own.
import { withoutMethod } from '../model/endpoint.ts';
import type { QueryEndpoint, QuerySample } from '../model/snapshot.ts';

export interface Work {
  readonly runs: number;
  readonly ms: number;
}

export function workFor(sample: QuerySample | undefined, endpoint: string): Work {
  const link = sample?.endpoints.find((one) => one.endpoint === endpoint);
  if (sample === undefined || link === undefined || link.count === 0) return { runs: 0, ms: 0 };
  const runs = link.certain + Math.min(link.count - link.certain, sharesOf(sample).get(withoutMethod(endpoint)) ?? 0);
  return { runs, ms: (link.total_time_ms * runs) / link.count };
}

/** By path: how many of the runs that may belong to several are taken to be its own. */
function sharesOf({ count, endpoints }: QuerySample): ReadonlyMap<string, number> {
  // A request that was timed and profiled goes by two names; it was still one request.
  const links = [...Map.groupBy(endpoints, ({ endpoint }) => withoutMethod(endpoint))].map(
    ([path, names]) => [path, names.reduce((a, b) => (b.count > a.count ? b : a))] as const,
  );
  const doubtful = ({ count: all, certain }: QueryEndpoint) => all - certain;
  const weight = (link: QueryEndpoint) => doubtful(link) * (link.certain + 1);
  const shares = new Map<string, number>();
  let left = Math.max(0, count - links.reduce((sum, [, { certain }]) => sum + certain, 0));
  let weights = links.reduce((sum, [, link]) => sum + weight(link), 0);
  // The heaviest first: what is more than it can have had falls to the others.
  for (const [path, link] of links.toSorted(([, a], [, b]) => b.certain - a.certain)) {
    const share = weights === 0 ? 0 : Math.min(doubtful(link), (left * weight(link)) / weights);
    shares.set(path, share);
    left -= share;
    weights -= weight(link);
  }
  return shares;
}
