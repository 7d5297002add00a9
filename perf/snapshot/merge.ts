// Merges snapshots of many hosts: the rows, counts, sums and percentiles their files would have given if they had been
// ingested together. Statements stay linked to the endpoints of the snapshot they came with: when each one ran is no
// longer known.
import { mergeAccess } from '../model/endpoint-samples.ts';
import type { RequestProfile, Snapshot, Source } from '../model/snapshot.ts';
import { SCHEMA_VERSION } from '../model/snapshot.ts';
import { mergeSamples } from '../model/query-samples.ts';
import { byEndpoint } from './order.ts';
import { snapshotId } from './store.ts';

export type MergeResult =
  | { readonly ok: true; readonly snapshot: Snapshot; readonly mergedFrom: readonly string[] }
  | { readonly ok: false; readonly message: string };

/** Files whose requests are stored one by one; of all others only sums are stored, and a file in two sums counts twice. */
const STORED_PER_REQUEST: ReadonlySet<string> = new Set(['spx', 'ttfb_timings', 'xdebug_cachegrind', 'stack_profile']);

export function mergeSnapshots(snapshots: readonly Snapshot[], now: Date): MergeResult {
  const parts = dropContained([...new Map(snapshots.map((snapshot) => [snapshot.id, snapshot])).values()]);
  const older = parts.find(({ schema_version: version }) => version !== SCHEMA_VERSION);
  if (older)
    return {
      ok: false,
      message: `Snapshot ${older.id.slice(0, 12)} is of schema version ${older.schema_version}, this program writes ${SCHEMA_VERSION}: ingest its files again.`,
    };
  const twice = sharedLog(parts);
  if (twice)
    return {
      ok: false,
      message: `${twice.path} (SHA-256 ${twice.sha256.slice(0, 12)}) is part of two of the snapshots and would count twice. Ingest its files again so that each log is in one snapshot.`,
    };
  const endpointSamples = mergeAccess(parts.flatMap(({ endpoint_samples: list = [] }) => list));
  const stacks = new Map(
    parts.flatMap(({ stack_profiles: list = [] }) => list.map((one) => [one.source_sha256, one] as const)),
  );
  const content = {
    sources: distinctSources(parts),
    request_profiles: distinctProfiles(parts).toSorted(byEndpoint),
    db_query_samples: mergeSamples(parts.flatMap(({ db_query_samples: list }) => list)),
    ...(endpointSamples.length > 0 ? { endpoint_samples: endpointSamples } : {}),
    ...(stacks.size > 0 ? { stack_profiles: [...stacks.values()] } : {}),
  };
  return {
    ok: true,
    mergedFrom: parts.map(({ id }) => id),
    snapshot: {
      id: snapshotId(content),
      schema_version: SCHEMA_VERSION,
      collected_at: now.toISOString(),
      ...content,
    },
  };
}

function keyOf({ type, sha256 }: Source): string {
  return `${type}:${sha256}`;
}

/** A snapshot whose files are all in another one adds nothing. */
function dropContained(parts: readonly Snapshot[]): Snapshot[] {
  const keys = parts.map(({ sources }) => new Set(sources.map(keyOf)));
  return parts.filter((_, i) => {
    const own = keys[i]!;
    return !keys.some(
      (other, j) => j !== i && own.size > 0 && own.isSubsetOf(other) && (other.size > own.size || j < i),
    );
  });
}

function sharedLog(parts: readonly Snapshot[]): Source | null {
  const seen = new Set<string>();
  for (const { sources } of parts) {
    const logs = new Map(sources.filter(({ type }) => !STORED_PER_REQUEST.has(type)).map((one) => [keyOf(one), one]));
    for (const [key, one] of logs) {
      if (seen.has(key)) return one;
      seen.add(key);
    }
  }
  return null;
}

function distinctSources(parts: readonly Snapshot[]): Source[] {
  const sources = new Map<string, Source>();
  for (const part of parts) {
    // Within a snapshot the same bytes may stand under two names; between snapshots they are one file.
    const known = new Set(sources.keys());
    for (const [i, source] of part.sources.entries())
      if (!known.has(keyOf(source)))
        sources.set(sources.has(keyOf(source)) ? `${keyOf(source)}:${i}` : keyOf(source), source);
  }
  return [...sources.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function distinctProfiles(parts: readonly Snapshot[]): RequestProfile[] {
  const owners = new Map<string, number>();
  return parts.flatMap(({ request_profiles: profiles }, part) =>
    profiles.filter(({ source_sha256: hash }) => {
      if (hash === undefined) return true;
      if (!owners.has(hash)) owners.set(hash, part);
      return owners.get(hash) === part;
    }),
  );
}
