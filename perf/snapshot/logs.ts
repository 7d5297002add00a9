// Reads logs of statements and of requests one after another and sums them, each with its warnings.
import { basename } from 'node:path';
import type { AccessFormat } from '../inputs/access/format.ts';
import { mergeAccess } from '../model/endpoint-samples.ts';
import type { Config } from '../config/config.ts';
import type { EndpointSample, QuerySample, Source } from '../model/snapshot.ts';
import type { ScanNotes } from '../inputs/files/feed.ts';
import { engineOf, type HeldStatement, type LogFormat, readLog } from '../inputs/logs/read.ts';
import { mergeSamples } from '../model/query-samples.ts';
import { VERSIONS } from '../inputs/counters/counters.ts';
import type { RequestWindow } from '../inputs/statements/windows.ts';
import { withoutMethod } from '../model/endpoint.ts';
import { routeMatcher } from '../model/routes.ts';
import { type Artifact, isGzip, ofType, sourceOf } from './artifact.ts';
import type { RequestSpan } from './requests.ts';

export interface LogOptions {
  readonly config: Config;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number, message: string) => void;
  readonly holdStatements: boolean;
}

export interface Logs {
  readonly sources: Source[];
  readonly samples: readonly QuerySample[];
  readonly endpoints: readonly EndpointSample[];
  readonly held: readonly HeldStatement[];
  /** Files that inflate beyond the cap. */
  readonly bombs: readonly string[];
}

export async function readLogs(
  artifacts: readonly Artifact[],
  requests: readonly RequestSpan[],
  { config, signal, progress, holdStatements }: LogOptions,
): Promise<Logs> {
  const logs = ofType(artifacts, 'mysql_slow_log', 'postgres_log', 'access_log');
  const endpoints = [...new Set(requests.map(({ endpoint }) => endpoint))];
  const paths = [...new Set(endpoints.map(withoutMethod))];
  const windows: RequestWindow[] = requests.map(({ endpoint, ...served }) => ({
    ...served,
    endpoint: endpoints.indexOf(endpoint),
    path: paths.indexOf(withoutMethod(endpoint)),
  }));
  const total = logs.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  const sources: Source[] = [];
  const samples: QuerySample[] = [];
  const access: EndpointSample[] = [];
  const held: HeldStatement[] = [];
  const bombs: string[] = [];
  const seen = new Set<string>();
  const routeOf = routeMatcher(config.routes);
  const formats = logs.map(formatOf);
  const logged = new Set(formats.filter(({ kind }) => kind !== 'counters').map(engineOf));
  for (const log of logs) {
    const file = basename(log.path);
    const format = formatOf(log);
    const job = {
      path: log.path,
      format,
      gzip: isGzip(log),
      bytes: log.size,
      windows,
      endpoints,
      maxClasses: config.slow_log.max_classes,
      maxInflatedBytes: config.slow_log.gz_max_decompressed_bytes,
      // Counters have no values left to explain with.
      holdStatements: holdStatements && format.kind !== 'access' && format.kind !== 'counters',
    };
    const rows = await readLog(job, signal, (bytes) =>
      progress(Math.min(before + bytes, total), total, `reading ${file}`),
    );
    before += log.size;
    if (rows.notes.cut === 'cap') bombs.push(log.path);
    progress(before, total, `read ${file}`);
    const repeated = seen.has(rows.sha256);
    seen.add(rows.sha256);
    // A log of the same server has more detail about the same runs.
    const isDuplicated = format.kind === 'counters' && logged.has(engineOf(format));
    const notes = [
      ...notesOf(rows.notes, repeated, format),
      ...(isDuplicated
        ? ['a log of the same kind of server was ingested too and is more detailed: the counters are not added']
        : []),
    ];
    sources.push(
      sourceOf(log, rows.sha256, {
        [HINTS[format.kind]]: { records: rows.records, ...(notes.length > 0 ? { parse_notes: notes } : {}) },
      }),
    );
    // The same log under two names must not count twice.
    if (repeated || isDuplicated) continue;
    samples.push(...rows.samples);
    access.push(...rows.endpoints.map((row) => ({ ...row, endpoint: routeOf(row.endpoint) })));
    held.push(...rows.held);
  }
  return { sources, samples: mergeSamples(samples), endpoints: mergeAccess(access), held, bombs };
}

const HINTS = {
  mysql: 'slow_log',
  'postgres-csv': 'postgres',
  'postgres-json': 'postgres',
  'postgres-stderr': 'postgres',
  counters: 'statement_counters',
  access: 'access_log',
} as const satisfies Record<LogFormat['kind'], string>;

/** Converts the result of the inspection for the reader. */
function formatOf({ inspection }: Artifact): LogFormat {
  const { detected_version: version, metadata } = inspection;
  switch (version) {
    case 'postgresql-csv-v1':
      return { kind: 'postgres-csv' };
    case 'postgresql-json-v1':
      return { kind: 'postgres-json' };
    case VERSIONS.mysql:
      return { kind: 'counters', server: 'mysql' };
    case VERSIONS.postgres:
      return { kind: 'counters', server: 'postgres' };
    case 'postgresql-stderr-v1':
      return { kind: 'postgres-stderr', prefix: String(metadata.log_line_prefix) };
    case 'apache-access-v1':
    case 'nginx-access-v1':
      // Both were written by the inspection of this very file.
      return {
        kind: 'access',
        format: { version, field: metadata.time_field as AccessFormat['field'], unit: Number(metadata.time_unit_us) },
      };
    default:
      return { kind: 'mysql' };
  }
}

function notesOf(scan: ScanNotes, repeated: boolean, format: LogFormat): string[] {
  const orphans =
    format.kind === 'access'
      ? 'lines are not requests, or have no duration'
      : format.kind === 'mysql'
        ? 'lines precede the first record: the log was cut'
        : 'lines belong to no entry';
  return [
    ...(scan.oversized > 0
      ? [`${scan.oversized} statements are longer than 32 MiB and are classified by their beginning`]
      : []),
    ...(scan.orphanLines > 0 ? [`${scan.orphanLines} ${orphans}`] : []),
    ...(scan.cut === 'damaged'
      ? ['truncated: the gzip data ends early or is damaged; what could be read is used']
      : []),
    ...(scan.unknownZone ? ['the time zone of the log is not known; its times are read as UTC'] : []),
    ...(scan.durations === 0
      ? ['no line contains a duration; set log_min_duration_statement (0 logs every statement)']
      : []),
    ...(repeated ? ['the same bytes as another log of this ingest: counted once'] : []),
  ];
}
