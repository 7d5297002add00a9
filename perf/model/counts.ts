// Counts the rows of a snapshot.
import type { Snapshot } from './snapshot.ts';

export interface Counts {
  readonly endpoints: number;
  readonly queries: number;
  readonly spans: number;
}

export function countsOf(
  snapshot: Pick<Snapshot, 'request_profiles' | 'db_query_samples' | 'endpoint_samples' | 'stack_profiles'>,
): Counts {
  const requests = [...snapshot.request_profiles, ...(snapshot.endpoint_samples ?? [])];
  return {
    endpoints: new Set(requests.map(({ endpoint }) => endpoint)).size,
    queries: snapshot.db_query_samples.length,
    spans:
      snapshot.request_profiles.reduce((sum, { spans }) => sum + spans.length, 0) +
      (snapshot.stack_profiles ?? []).reduce((sum, { frames }) => sum + frames.length, 0),
  };
}
