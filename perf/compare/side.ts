// One side of a comparison: one or more snapshots of the same state, merged. Each timings file of each snapshot
// is one run; what differs between runs of the same state is noise.
import { accessLatency } from '../model/endpoint-samples.ts';
import type { QuerySample, RequestProfile, Snapshot } from '../model/snapshot.ts';
import { latencyOf, mergeSamples } from '../model/query-samples.ts';
import { Latency } from '../stats/latency.ts';
import type { WeightedSample } from './rank-test.ts';

export interface TimedRequest {
  readonly run: string;
  readonly ms: number;
  readonly status: string | null;
}

export interface EndpointSide {
  readonly endpoint: string;
  readonly requests: number;
  /** Known only from profiles: slower than it would be, and its time known to the second at best. */
  readonly profiled: boolean;
  /** Requests whose time is known, so that statements could be linked to them. */
  readonly dated: number;
  readonly statuses: ReadonlyMap<string, number>;
  readonly times: readonly TimedRequest[];
  readonly memory: readonly number[];
  /** Of an access log: real traffic, where statuses vary anyway; null for probes and profiles. */
  readonly traffic: WeightedSample | null;
}

export interface Side {
  readonly endpoints: ReadonlyMap<string, EndpointSide>;
  readonly queries: ReadonlyMap<string, QuerySample>;
  /** The queries of each snapshot alone: how far they differ among themselves is noise. */
  readonly perSnapshot: readonly ReadonlyMap<string, QuerySample>[];
  readonly profiles: readonly RequestProfile[];
  readonly requests: number;
  /** At least one per log: a rate of a second's log would say nothing. */
  readonly minutes: number;
  /** Whether the clock ties statements to endpoints; a side without statements does not contradict it. */
  readonly linked: boolean;
}

export function sideOf(all: readonly Snapshot[]): Side {
  const snapshots = [...new Map(all.map((snapshot) => [snapshot.id, snapshot])).values()];
  const profiles = snapshots.flatMap(({ request_profiles: list }) => list);
  const queries = byClass(mergeSamples(snapshots.flatMap(({ db_query_samples: list }) => list)));
  const endpoints = new Map([...trafficOf(snapshots), ...measuredOf(snapshots)]);
  const traffic = snapshots.flatMap(({ endpoint_samples: list = [] }) => list);
  // A probe may be profiled, timed and logged by the web server: the same request three times.
  const requests = Math.max(
    profiles.filter(({ kind }) => kind === 'timing').length,
    profiles.filter(({ kind }) => kind !== 'timing').length,
    traffic.reduce((sum, { count }) => sum + count, 0),
  );
  return {
    endpoints,
    queries,
    perSnapshot: snapshots.map(({ db_query_samples: list }) => byClass(list)),
    profiles,
    requests,
    minutes: snapshots.reduce((sum, { db_query_samples: list }) => sum + minutesOf(list), 0),
    linked: queries.size === 0 || [...queries.values()].some(({ endpoints: links }) => links.length > 0),
  };
}

function byClass(samples: readonly QuerySample[]): Map<string, QuerySample> {
  return new Map(samples.map((sample) => [sample.class_id, sample]));
}

function minutesOf(samples: readonly QuerySample[]): number {
  if (samples.length === 0) return 0;
  const seen = samples.flatMap(({ first_seen: first, last_seen: last }) => [first, last]).filter((at) => at !== null);
  const times = seen.map((at) => Date.parse(at));
  const span = times.length === 0 ? 0 : Math.max(...times) - Math.min(...times);
  return Math.max(1, span / 60_000);
}

function measuredOf(snapshots: readonly Snapshot[]): Map<string, EndpointSide> {
  const marked = snapshots.flatMap(({ request_profiles: profiles }, i) =>
    profiles.map((profile) => ({
      profile,
      run: `${i}:${profile.kind === 'timing' ? `${profile.source_sha256 ?? ''}:${profile.round ?? ''}` : ''}`,
    })),
  );
  const groups = Map.groupBy(marked, ({ profile }) => profile.endpoint);
  return new Map([...groups].map(([endpoint, list]) => [endpoint, measureEndpoint(endpoint, list)]));
}

function measureEndpoint(
  endpoint: string,
  list: readonly { readonly profile: RequestProfile; readonly run: string }[],
): EndpointSide {
  const statuses = new Map<string, number>();
  for (const { profile } of list) {
    const status = statusOf(profile);
    if (status !== null) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  return {
    endpoint,
    requests: list.length,
    profiled: list.every(({ profile }) => profile.kind !== 'timing'),
    dated: list.filter(({ profile }) => profile.started_at !== null).length,
    statuses,
    times: list.flatMap(({ profile, run }) => {
      const ms = profile.wall_ms ?? profile.ttfb_ms;
      const status = statusOf(profile);
      return ms === null || isFailure(status) ? [] : [{ run, ms, status }];
    }),
    memory: list
      .flatMap(({ profile }) => (isFailure(statusOf(profile)) ? [] : (profile.mem_mb ?? [])))
      .toSorted((a, b) => a - b),
    traffic: null,
  };
}

function trafficOf(snapshots: readonly Snapshot[]): Map<string, EndpointSide> {
  const samples = snapshots.flatMap(({ endpoint_samples: list = [] }) => list);
  const groups = Map.groupBy(samples, ({ endpoint }) => endpoint);
  return new Map(
    [...groups].map(([endpoint, list]) => {
      const latency = new Latency();
      const statuses = new Map<string, number>();
      for (const sample of list) {
        latency.merge(accessLatency(sample));
        for (const [status, count] of Object.entries(sample.statuses))
          statuses.set(status, (statuses.get(status) ?? 0) + count);
      }
      return [
        endpoint,
        {
          endpoint,
          requests: list.reduce((sum, { count }) => sum + count, 0),
          profiled: false,
          dated: 0,
          statuses,
          times: [],
          memory: [],
          traffic: latency.weighted().map(([us, count]) => [us / 1000, count] as const),
        },
      ];
    }),
  );
}

/** The code, or the name of the error that left none; null where nothing is known. */
function statusOf({ status, error }: RequestProfile): string | null {
  if (error !== null) return error.code;
  return status === null ? null : String(status);
}

/** Answers from 500 on, and probes that got none. */
export function isFailure(status: string | null): boolean {
  return status !== null && !(Number(status) < 500);
}

export function runTimes(sample: QuerySample): WeightedSample {
  return latencyOf(sample).weighted();
}
