// Merges the snapshots of an hour or a day into one, small enough to be stored: counts, sums and sketches, as if all logs had been ingested
// together. Timed requests become part of their endpoint's sketch; call trees stay with the recordings they came with.
import { mergeAccess } from '../model/endpoint-samples.ts';
import { mergeSamples } from '../model/query-samples.ts';
import { sha256 } from '../model/sha256.ts';
import type { EndpointSample, RequestProfile, Snapshot, Source } from '../model/snapshot.ts';
import { SCHEMA_VERSION } from '../model/snapshot.ts';
import { Latency } from '../stats/latency.ts';
import { snapshotId } from './store.ts';

/** `collected_at` is when the stretch of time began. */
export function rollUp(parts: readonly Snapshot[], collectedAt: string): Snapshot {
  const endpoints = mergeAccess(
    parts.flatMap((part) => [...(part.endpoint_samples ?? []), ...sketchRequests(part.request_profiles)]),
  );
  const content = {
    sources: foldSources(parts.flatMap(({ sources }) => sources)),
    request_profiles: [],
    db_query_samples: mergeSamples(parts.flatMap(({ db_query_samples: list }) => list)),
    ...(endpoints.length > 0 ? { endpoint_samples: endpoints } : {}),
  };
  return { id: snapshotId(content), schema_version: SCHEMA_VERSION, collected_at: collectedAt, ...content };
}

/** Whether it holds what a roll-up leaves out: profiles, or an endpoint that never answered. */
export function holdsMore({ request_profiles: profiles, stack_profiles: stacks = [] }: Snapshot): boolean {
  if (stacks.length > 0) return true;
  const answered = new Set(profiles.filter(({ wall_ms: ms }) => ms !== null).map(({ endpoint }) => endpoint));
  return profiles.some(({ kind, endpoint }) => kind !== 'timing' || !answered.has(endpoint));
}

function sketchRequests(profiles: readonly RequestProfile[]): EndpointSample[] {
  const timed = profiles.filter(({ kind }) => kind === 'timing');
  return [...Map.groupBy(timed, ({ endpoint }) => endpoint)].flatMap(([endpoint, list]) => {
    const latency = new Latency();
    const statuses = new Map<string, number>();
    let total = 0;
    for (const { wall_ms: ms, status, error } of list) {
      const name = error?.code ?? (status === null ? null : String(status));
      if (name !== null) statuses.set(name, (statuses.get(name) ?? 0) + 1);
      if (ms === null) continue;
      latency.add(Math.round(ms * 1000), 1);
      total += ms;
    }
    // Without any answer there is no time to be sketched; `holdsMore` keeps such a recording.
    if (latency.count === 0) return [];
    const seen = list
      .map(({ started_at: at }) => at)
      .filter((at) => at !== null)
      .toSorted();
    return [
      {
        endpoint,
        count: list.length,
        statuses: Object.fromEntries([...statuses].toSorted(([a], [b]) => (a < b ? -1 : 1))),
        total_ms: Math.round(total * 1000) / 1000,
        min_ms: latency.min / 1000,
        max_ms: latency.max / 1000,
        latency: latency.toJSON(),
        first_seen: seen[0] ?? null,
        last_seen: seen.at(-1) ?? null,
        evidence: list[0]!.evidence.slice(0, 3),
      },
    ];
  });
}

/** A log that was followed for a day is one source, not 1,440. */
function foldSources(sources: readonly Source[]): Source[] {
  const keyOf = ({ type, version, path }: Source) => `${type}\n${version}\n${path}`;
  return [...Map.groupBy(sources, keyOf).values()]
    .map((same): Source => {
      const [first, ...others] = same as [Source, ...Source[]];
      if (others.length === 0) return first;
      const parts = same.reduce((sum, { hints }) => sum + (typeof hints.parts === 'number' ? hints.parts : 1), 0);
      return {
        ...first,
        sha256: sha256(
          same
            .map(({ sha256: hash }) => hash)
            .toSorted()
            .join('\n'),
        ),
        size_bytes: same.reduce((sum, { size_bytes: size }) => sum + size, 0),
        hints: { parts },
      };
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
