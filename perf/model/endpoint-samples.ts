// Sketches of several access logs into one.
import type { EndpointSample } from './snapshot.ts';
import { foldRoute } from './fold-route.ts';
import { Latency } from '../stats/latency.ts';

const MOST_EVIDENCE = 3;

export function mergeAccess(rows: readonly EndpointSample[]): EndpointSample[] {
  // What one log folded into a route is that route in the others, too.
  const routes = new Set(rows.map(({ endpoint }) => endpoint));
  const routeOf = ({ endpoint }: EndpointSample) => {
    const folded = foldRoute(endpoint);
    return routes.has(folded) ? folded : endpoint;
  };
  return [...Map.groupBy(rows, routeOf)]
    .map(([endpoint, same]) => ({ ...addSamples(same), endpoint }))
    .toSorted((a, b) => (a.endpoint < b.endpoint ? -1 : 1));
}

export function accessLatency({ latency, min_ms: min, max_ms: max }: EndpointSample): Latency {
  return Latency.from(latency, Math.round(min * 1000), Math.round(max * 1000));
}

function addSamples(same: readonly EndpointSample[]): EndpointSample {
  const [first, ...others] = same;
  if (others.length === 0) return first!;
  const latency = accessLatency(first!);
  for (const other of others) latency.merge(accessLatency(other));
  return { ...same.reduce(addFigures), latency: latency.toJSON() };
}

/** All but the sketch. */
function addFigures(a: EndpointSample, b: EndpointSample): EndpointSample {
  const statuses = new Map(Object.entries(a.statuses));
  for (const [status, count] of Object.entries(b.statuses)) statuses.set(status, (statuses.get(status) ?? 0) + count);
  const sortTimes = (times: readonly (string | null)[]) => times.filter((time) => time !== null).toSorted();
  return {
    endpoint: a.endpoint,
    count: a.count + b.count,
    total_ms: Math.round((a.total_ms + b.total_ms) * 1000) / 1000,
    min_ms: Math.min(a.min_ms, b.min_ms),
    max_ms: Math.max(a.max_ms, b.max_ms),
    statuses: Object.fromEntries([...statuses].toSorted(([left], [right]) => (left < right ? -1 : 1))),
    first_seen: sortTimes([a.first_seen, b.first_seen])[0] ?? null,
    last_seen: sortTimes([a.last_seen, b.last_seen]).at(-1) ?? null,
    latency: a.latency,
    evidence: [...a.evidence, ...b.evidence].slice(0, MOST_EVIDENCE),
  };
}
