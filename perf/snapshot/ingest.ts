// Ingests files into one snapshot: every file must be of a known format before anything is stored.
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { inspect, type Inspection } from '../artifacts/inspect.ts';
import type { Config } from '../config/config.ts';
import type { PlanAnswer, CandidateOf } from '../explain/ask.ts';
import { indexAdvice } from '../analysis/index/advice.ts';
import type { QuerySample, Snapshot } from '../model/snapshot.ts';
import { SCHEMA_VERSION } from '../model/snapshot.ts';
import { EXPLAINED, type HeldStatement } from '../inputs/logs/read.ts';
import type { Artifact } from './artifact.ts';
import { type Counts, countsOf } from '../model/counts.ts';
import { type Logs, readLogs } from './logs.ts';
import { readRequests } from './requests.ts';
import { byEndpoint } from './order.ts';
import { readStackProfiles } from './stack-profiles.ts';
import { snapshotId } from './store.ts';

export interface ArtifactInput {
  readonly path: string;
  readonly hints?: Readonly<Record<string, unknown>> | undefined;
}

export interface IngestOptions {
  readonly config: Config;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  readonly progress: (done: number, total: number, message: string) => void;
  /** Asks a database for the plans of the costliest statements; without it no database is asked. */
  readonly explain?: Explainer | null;
}

export interface Explainer {
  readonly engine: 'mysql' | 'postgres';
  readonly ask: (
    statements: readonly HeldStatement[],
    candidateOf: CandidateOf,
  ) => Promise<ReadonlyMap<string, PlanAnswer>>;
}

export type IngestResult =
  | { readonly ok: true; readonly snapshot: Snapshot; readonly counts: Counts }
  | { readonly ok: false; readonly results: readonly Inspection[] };

export async function ingest(inputs: readonly ArtifactInput[], options: IngestOptions): Promise<IngestResult> {
  const results = await Promise.all(inputs.map(({ path }) => inspect(path, options.config)));
  if (results.some(({ ok }) => !ok)) return { ok: false, results };
  const { explain = null } = options;
  const artifacts = await distinct(inputs, results);
  const requests = await readRequests(artifacts, options);
  const logs = await readLogs(artifacts, requests.windows, { ...options, holdStatements: explain !== null });
  if (logs.bombs.length > 0)
    return { ok: false, results: results.map((result) => refusedBomb(result, logs.bombs, options.config)) };
  const stacks = await readStackProfiles(artifacts, options.signal);
  const samples = explain === null ? logs.samples : await withPlans(logs, explain);
  const content = {
    sources: [...requests.sources, ...logs.sources, ...stacks.sources].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    request_profiles: requests.profiles.toSorted(byEndpoint),
    db_query_samples: samples,
    ...(logs.endpoints.length > 0 ? { endpoint_samples: logs.endpoints } : {}),
    ...(stacks.profiles.length > 0 ? { stack_profiles: stacks.profiles } : {}),
  };
  const snapshot: Snapshot = {
    id: snapshotId(content),
    schema_version: SCHEMA_VERSION,
    collected_at: options.now().toISOString(),
    ...content,
  };
  return { ok: true, snapshot, counts: countsOf(snapshot) };
}

/** A file named twice is one file. */
async function distinct(inputs: readonly ArtifactInput[], results: readonly Inspection[]): Promise<Artifact[]> {
  const byPath = new Map<string, Artifact>();
  for (const [i, { path, hints }] of inputs.entries()) {
    const absolute = resolve(path);
    if (byPath.has(absolute)) continue;
    const { size } = await stat(absolute);
    byPath.set(absolute, { path: absolute, inspection: results[i]!, size, hints: hints ?? {} });
  }
  return [...byPath.values()];
}

/** Plans and indexes of the costliest classes, asked of their database. One in the log stays where the server gives none. */
async function withPlans(logs: Logs, { engine, ask }: Explainer): Promise<QuerySample[]> {
  const samples = new Map(logs.samples.map((sample) => [sample.class_id, sample]));
  // Several logs may each hold a statement of one class.
  const held = [...new Map(logs.held.map((one) => [one.class_id, one])).values()]
    .filter(({ class_id: id }) => (samples.get(id)?.engine ?? 'mysql') === engine)
    .toSorted((a, b) => costOf(samples.get(b.class_id)) - costOf(samples.get(a.class_id)))
    .slice(0, EXPLAINED);
  const withPlan = (sample: QuerySample, explained: PlanAnswer['explained']): QuerySample =>
    explained === null
      ? sample
      : {
          ...sample,
          ...(explained.plan.rows.length > 0 ? { plan: explained.plan } : {}),
          tables: explained.tables,
        };
  const answers = await ask(held, (id, explained) => {
    const sample = samples.get(id);
    return sample === undefined ? null : indexAdvice(withPlan(sample, explained));
  });
  return logs.samples.map((sample) => {
    const { explained = null, proof = null } = answers.get(sample.class_id) ?? {};
    const planned = withPlan(sample, explained);
    return proof === null ? planned : { ...planned, proof };
  });
}

function costOf(sample: QuerySample | undefined): number {
  return sample?.total_time_ms ?? 0;
}

function refusedBomb(result: Inspection, bombs: readonly string[], config: Config): Inspection {
  if (!bombs.includes(resolve(result.path))) return result;
  const message = `${result.detected_type}: decompressed content exceeds ${config.slow_log.gz_max_decompressed_bytes} bytes; raise slow_log.gz_max_decompressed_bytes if this is meant`;
  return { ...result, ok: false, errors: [message] };
}
