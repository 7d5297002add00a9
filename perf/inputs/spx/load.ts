// A pair of SPX files, or either half of it, to one request profile.
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { DamagedGzip, inflate } from '../files/inflate.ts';
import { withoutQueryValues } from '../requests/query-names.ts';
import { withoutSecrets } from '../requests/secrets.ts';
import {
  type CallNode,
  DEEPEST_CALL,
  type Evidence,
  type MetricTotals,
  type RequestProfile,
  type Span,
} from '../../model/snapshot.ts';
import type { PathNode } from './call-tree.ts';
import { EventReader } from './events.ts';
import { readMetadata, type SpxMetadata } from './metadata.ts';
import { type SpxName, spxName } from './name.ts';

export interface SpxFiles {
  readonly json: string | null;
  readonly text: string | null;
}

export interface SpxProfile {
  readonly profile: RequestProfile;
  /** What was missing, cut or repaired, in words. */
  readonly notes: readonly string[];
  /** When the request ran, in microseconds since 1970. */
  readonly window: { readonly startUs: number; readonly endUs: number } | null;
}

/** What takes less of the request than this is left out of the flame graph; its time stays with its caller. */
const FLAME_SHARE = 0.0005;

export async function loadSpx(files: SpxFiles, maxInflatedBytes: number): Promise<SpxProfile> {
  const notes: string[] = [];
  const metadata = files.json === null ? null : await loadMetadata(files.json, notes);
  const reader = files.text === null ? null : await loadEvents(files.text, metadata, maxInflatedBytes, notes);
  const metrics = metadata?.metrics ?? guessedMetrics(reader?.builder?.metricCount ?? 0, notes);
  if (reader && metadata) compare(reader, metadata, notes);

  const builder = reader?.builder ?? null;
  const lastOf = (metric: string): number | null => {
    const column = metrics.indexOf(metric);
    return builder === null || column === -1 ? null : builder.last[column]!;
  };
  const wallNs = lastOf('wt') ?? (metadata === null ? null : metadata.wallUs * 1000);
  const cpuNs = lastOf('ct');
  const memory = highestMemory(reader, metrics, metadata);
  const name = spxName(files.json ?? files.text ?? '');
  const { spans, spanOf } = spansOf(reader, metrics, files);
  const execTs = metadata?.execTs ?? null;
  const profile: RequestProfile = {
    kind: 'spx',
    endpoint: endpointOf(metadata, name),
    ttfb_ms: null,
    wall_ms: wallNs === null ? null : wallNs / 1e6,
    cpu_ms: cpuNs === null ? null : cpuNs / 1e6,
    mem_mb: memory === null ? null : memory / 1_048_576,
    status: null,
    error: null,
    started_at: isoSeconds(execTs),
    spans,
    call_tree: builder === null ? [] : tree(builder.tree.pruned(FLAME_SHARE), spanOf).children,
    evidence: evidence(files, 'one profiled request'),
  };
  const window =
    execTs === null || wallNs === null ? null : { startUs: execTs * 1e6, endUs: execTs * 1e6 + 1e6 + wallNs / 1000 };
  return { profile, notes, window };
}

function isoSeconds(seconds: number | null): string | null {
  const date = new Date((seconds ?? Number.NaN) * 1000);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

async function loadMetadata(path: string, notes: string[]): Promise<SpxMetadata | null> {
  const result = readMetadata(await readFile(path));
  if (result.ok) return result.metadata;
  notes.push(`the metadata ${result.error}`);
  return null;
}

async function loadEvents(
  path: string,
  metadata: SpxMetadata | null,
  cap: number,
  notes: string[],
): Promise<EventReader> {
  const reader = new EventReader(metadata?.metrics.length ?? 0);
  try {
    for await (const chunk of inflate(createReadStream(path), cap)) reader.push(chunk);
  } catch (error) {
    if (!(error instanceof DamagedGzip)) throw error;
    notes.push('truncated: the gzip data is damaged; what came before the damage is used');
  }
  reader.end();
  const { builder } = reader;
  if (!reader.hasFunctions)
    notes.push('truncated: the list of functions is missing, so functions are named by number (#idx)');
  else if (builder && reader.names.length <= builder.highestIndex) {
    notes.push(`truncated: ${builder.highestIndex + 1 - reader.names.length} functions have no name (#idx)`);
  }
  if (builder && builder.depth > 0)
    notes.push(`truncated: ${builder.depth} calls were still open at the end and are not counted`);
  if (reader.repairedLines > reader.badLines) {
    notes.push(`repaired: ${reader.repairedLines - reader.badLines} event lines damaged by SPX's writer were restored`);
  }
  if (reader.badLines > 0) notes.push(`damaged: ${reader.badLines} event lines could not be read`);
  if (builder && builder.unbalanced > 0)
    notes.push(`damaged: ${builder.unbalanced} calls end without a matching start`);
  if (builder) notes.push(...suspicions(builder));
  return reader;
}

/** SPX leaves no trace of sampling and depth limits in its files; their effects can be seen. */
function suspicions(builder: NonNullable<EventReader['builder']>): string[] {
  const found: string[] = [];
  if (builder.events >= 200 && builder.longGaps / builder.events > 0.05) {
    found.push('sampled: the events look sampled (SPX_SAMPLING_PERIOD), so call counts are lower bounds');
  }
  if (builder.maxDepth >= 8 && builder.callsAtMaxDepth >= 100 && builder.callsAtMaxDepth / builder.calls > 0.02) {
    found.push(
      `depth: ${builder.callsAtMaxDepth} calls lie at the deepest level ${builder.maxDepth}; a depth limit (SPX_DEPTH) seems to hide what they call`,
    );
  }
  return found;
}

function compare({ builder, names }: EventReader, metadata: SpxMetadata, notes: string[]): void {
  if (builder === null) return;
  if (metadata.callCount !== null && builder.depth === 0 && metadata.callCount !== builder.calls) {
    notes.push(`the metadata counts ${metadata.callCount} calls, the events hold ${builder.calls}`);
  }
  if (metadata.functionCount !== null && names.length > 0 && metadata.functionCount !== names.length) {
    notes.push(`the metadata counts ${metadata.functionCount} functions, the events name ${names.length}`);
  }
}

const ALL_METRICS = 'wt ct it zm zmac zmab zmfc zmfb zgr zgb zgc zif zil zuc zuf zuo zo ze mor io ior iow'.split(' ');

/** Without metadata the columns have no names; wall time is always first, and a full report always has memory. */
function guessedMetrics(count: number, notes: string[]): readonly string[] {
  if (count === 0) return [];
  notes.push('the metadata (.json) is missing: endpoint, time and metric names are not known for sure');
  if (count === ALL_METRICS.length) return ALL_METRICS;
  if (count <= 2) return ['wt', 'zm'].slice(0, count);
  return Array.from({ length: count }, (_, i) => (i === 0 ? 'wt' : `column_${i + 1}`));
}

/** The highest use seen at a call boundary: a peak inside one call is invisible to SPX. */
function highestMemory(
  reader: EventReader | null,
  metrics: readonly string[],
  metadata: SpxMetadata | null,
): number | null {
  const column = metrics.indexOf('zm');
  if (metadata === null || metadata.memoryAtEnd === null) return null;
  if (!reader?.builder || column === -1) return metadata.memoryAtEnd;
  return metadata.memoryAtEnd - reader.builder.last[column]! + reader.builder.highest[column]!;
}

function endpointOf(metadata: SpxMetadata | null, name: SpxName | null): string {
  if (metadata && metadata.requestUri !== 'n/a') {
    return `${metadata.method === 'n/a' ? 'GET' : metadata.method} ${withoutQueryValues(metadata.requestUri)}`;
  }
  if (metadata && metadata.commandLine !== 'n/a') return withoutSecrets(metadata.commandLine);
  const run = name?.run;
  return run ? `spx://${run.host}/${run.pid}/${run.runid}` : `spx://${name?.stem ?? 'unknown'}`;
}

function spansOf(reader: EventReader | null, metrics: readonly string[], files: SpxFiles) {
  const spanOf = new Map<number, number>();
  const spans: Span[] = [];
  for (const [index, totals] of (reader?.builder?.functions ?? []).entries()) {
    if (totals.calls === 0) continue;
    spanOf.set(index, spans.length);
    const values: Record<string, MetricTotals> = {};
    for (const [m, metric] of metrics.entries()) {
      values[metric] = { inclusive: totals.inclusive[m]!, exclusive: totals.exclusive[m]! };
    }
    spans.push({
      type: 'php',
      label: reader!.names[index] || `#${index}`,
      calls: totals.calls,
      max_cycle_depth: totals.maxCycleDepth,
      self_ms: totals.exclusive[0]! / 1e6,
      total_ms: totals.inclusive[0]! / 1e6,
      metrics: values,
      evidence: evidence(files, `function ${index} of the profile`, `spx:fn:${index}`),
    });
  }
  return { spans, spanOf };
}

/** `depth`: of the node; the root, which is no call, lies at 0. */
function tree(node: PathNode, spanOf: ReadonlyMap<number, number>, depth = 0): CallNode {
  const children = depth < DEEPEST_CALL ? node.children : [];
  return {
    span: spanOf.get(node.fn) ?? -1,
    calls: node.calls,
    total_ms: node.inclusive / 1e6,
    children: children.map((child) => tree(child, spanOf, depth + 1)).toSorted((a, b) => b.total_ms - a.total_ms),
  };
}

function evidence(files: SpxFiles, note: string, record: string | null = null): Evidence[] {
  const file = files.text ?? files.json;
  return file === null
    ? []
    : [{ source: 'spx', file: basename(file), line_range: null, record_id: record, extraction_note: note }];
}
