import type { RequestProfile } from '../model/snapshot.ts';

/** The order of requests in a snapshot: by endpoint, then by time, then as they stood in their file. */
export function byEndpoint(a: RequestProfile, b: RequestProfile): number {
  if (a.endpoint !== b.endpoint) return a.endpoint < b.endpoint ? -1 : 1;
  const [left, right] = [a.started_at ?? '', b.started_at ?? ''];
  if (left !== right) return left < right ? -1 : 1;
  return (a.evidence[0]?.record_id ?? '') < (b.evidence[0]?.record_id ?? '') ? -1 : 1;
}
