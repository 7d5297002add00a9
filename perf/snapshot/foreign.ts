// A snapshot of another machine: a folder somebody copied here. It is checked as any input is, down to its own hash.
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import type { Snapshot } from '../model/snapshot.ts';
import { SCHEMA_VERSION } from '../model/snapshot.ts';
import { snapshotId } from './store.ts';

/** Larger than any snapshot: they grow with classes and functions, not with records. */
const LARGEST = 512 * 1024 * 1024;

const evidence = z.array(z.looseObject({ source: z.string(), file: z.string(), extraction_note: z.string() }));
const counts = z.record(z.string(), z.number());
const latency = z.looseObject({
  values_us: z.array(z.number()).optional(),
  buckets: z.array(z.tuple([z.number(), z.number()])).optional(),
});
const span = z.looseObject({
  label: z.string(),
  calls: z.number(),
  max_cycle_depth: z.number(),
  self_ms: z.number(),
  total_ms: z.number(),
  metrics: z.record(z.string(), z.looseObject({ inclusive: z.number(), exclusive: z.number() })),
  evidence,
});
interface Node {
  readonly span: number;
  readonly calls: number;
  readonly total_ms: number;
  readonly children: readonly Node[];
}
const node: z.ZodType<Node> = z.looseObject({
  span: z.number(),
  calls: z.number(),
  total_ms: z.number(),
  get children() {
    return z.array(node);
  },
});
const profile = z.looseObject({
  kind: z.string(),
  endpoint: z.string(),
  ttfb_ms: z.number().nullable(),
  wall_ms: z.number().nullable(),
  cpu_ms: z.number().nullable(),
  mem_mb: z.number().nullable(),
  status: z.number().nullable(),
  error: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
  started_at: z.string().nullable(),
  spans: z.array(span),
  call_tree: z.array(node),
  evidence,
});
const seen = { first_seen: z.string().nullable(), last_seen: z.string().nullable() };
const endpointSample = z.looseObject({
  endpoint: z.string(),
  count: z.number(),
  statuses: counts,
  total_ms: z.number(),
  min_ms: z.number(),
  max_ms: z.number(),
  latency,
  evidence,
  ...seen,
});
const NUMBERS = [
  'records',
  'count',
  'total_time_ms',
  'avg_time_ms',
  'min_ms',
  'p50_ms',
  'p95_ms',
  'p99_ms',
  'max_ms',
  'lock_ms',
  'rows_examined',
  'rows_sent',
  'rows_affected',
  'bytes_sent',
  'full_scan_count',
  'full_join_count',
  'filesort_count',
  'filesort_on_disk_count',
  'tmp_table_count',
  'tmp_table_on_disk_count',
  'error_count',
  'killed_count',
];
const work = z.looseObject({
  count: z.number(),
  total_time_ms: z.number(),
  rows_examined: z.number(),
  rows_sent: z.number(),
  bytes_sent: z.number(),
});
const query = z.looseObject({
  class_id: z.string(),
  fingerprint: z.string(),
  ...Object.fromEntries(NUMBERS.map((name) => [name, z.number()])),
  ...seen,
  databases: counts,
  users: counts,
  repeats: z.looseObject({ max_in_a_row: z.number(), bursts: z.number(), burst_count: z.number() }),
  endpoints: z.array(
    z.looseObject({
      endpoint: z.string(),
      count: z.number(),
      total_time_ms: z.number(),
      attribution: z.looseObject({ certain: z.number(), shared: z.number() }),
      certain: work,
    }),
  ),
  shared: z.array(work.extend({ endpoints: z.array(z.string()) })).optional(),
  latency,
  examples: z.array(z.string()),
  evidence,
});
const stackProfile = z
  .looseObject({
    name: z.string(),
    format: z.string(),
    language: z.string().nullable(),
    unit: z.string(),
    kind: z.string(),
    total: z.number(),
    samples: z.number(),
    frames: z.array(z.string()),
    nodes: z.array(z.tuple([z.number(), z.number(), z.number()])),
    graph: z
      .looseObject({
        functions: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
        edges: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
      })
      .optional(),
    source_sha256: z.string(),
    evidence,
  })
  // A tree that points forwards, or to a name that is not there, cannot be walked.
  .refine(
    ({ frames, nodes, graph }) =>
      nodes.every(([parent, frame], i) => parent >= -1 && parent < i && frames[frame] !== undefined) &&
      (graph?.functions ?? []).every(([frame]) => frames[frame] !== undefined) &&
      (graph?.edges ?? []).every(([from, to]) => frames[from] !== undefined && frames[to] !== undefined),
  );
const schema = z.looseObject({
  id: z.string().regex(/^[0-9a-f]{64}$/),
  schema_version: z.number(),
  collected_at: z.string(),
  sources: z.array(
    z.looseObject({
      path: z.string(),
      type: z.string(),
      version: z.string(),
      sha256: z.string(),
      size_bytes: z.number(),
      hints: z.record(z.string(), z.unknown()),
    }),
  ),
  request_profiles: z.array(profile),
  db_query_samples: z.array(query),
  endpoint_samples: z.array(endpointSample).optional(),
  stack_profiles: z.array(stackProfile).optional(),
});

export type ForeignResult =
  | { readonly ok: true; readonly snapshot: Snapshot }
  | { readonly ok: false; readonly message: string };

/** Whether the text can only mean a folder, never an id. */
export function isFolderName(text: string): boolean {
  return isAbsolute(text);
}

export async function readForeign(folder: string): Promise<ForeignResult> {
  const path = join(folder, 'snapshot.json');
  const found = await stat(path).catch(() => null);
  if (!found?.isFile())
    return {
      ok: false,
      message: 'has no snapshot.json; name a folder like snapshots/snapshot_<id> of the other machine',
    };
  if (found.size > LARGEST) return { ok: false, message: `has a snapshot.json larger than ${LARGEST} bytes` };
  let json: unknown;
  try {
    json = JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return { ok: false, message: 'has a snapshot.json that cannot be read as JSON' };
  }
  return checkSnapshot(json, 'has a snapshot.json that is not a snapshot');
}

/** Null where it is nested more deeply than this program can follow: none that it writes itself is. */
function parseSnapshot(json: unknown): ReturnType<typeof schema.safeParse> | null {
  try {
    return schema.safeParse(json);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** What came from elsewhere, down to its own hash. `fault` says that it is none at all. */
export function checkSnapshot(json: unknown, fault: string): ForeignResult {
  const parsed = parseSnapshot(json);
  if (parsed === null) return { ok: false, message: `${fault} (its calls are nested too deeply)` };
  if (!parsed.success) {
    const place = parsed.error.issues[0]?.path.join('.') ?? '';
    return { ok: false, message: `${fault} (at ${place || 'its root'})` };
  }
  // Every field that is read was checked above; the enumerations in it are only ever shown.
  const snapshot = parsed.data as unknown as Snapshot;
  if (snapshot.schema_version !== SCHEMA_VERSION)
    return {
      ok: false,
      message: `is of schema version ${snapshot.schema_version}, this program writes ${SCHEMA_VERSION}; ingest the files again with one version of it`,
    };
  if (snapshotId(snapshot) !== snapshot.id)
    return { ok: false, message: 'does not match its own id: it was changed or cut after it was written' };
  return { ok: true, snapshot };
}
