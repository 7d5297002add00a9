// HTTP timings: the collector's JSON, a plain CSV, and the HTTP archive (HAR) that browsers save.
import { basename } from 'node:path';
import { z } from 'zod';
import { withoutQueryValues } from '../requests/query-names.ts';
import { withoutSecrets, withoutUserinfo } from '../requests/secrets.ts';
import type { Evidence, ProbeError, RequestProfile } from '../../model/snapshot.ts';

export interface Timings {
  readonly version: string;
  readonly profiles: readonly RequestProfile[];
  /** Per profile: when the request ran, in microseconds since 1970. */
  readonly windows: readonly (ServedTime | null)[];
  /** Warm-ups and requests that were only profiled: when they ran, and for which endpoint. */
  readonly unmeasured: readonly (ServedTime & { readonly endpoint: string })[];
  /** Rows of a CSV that have not six fields. */
  readonly skippedRows: number;
}

export interface ServedTime {
  readonly startUs: number;
  readonly endUs: number;
  readonly traceId?: string;
  readonly requestId?: string;
}

export type TimingsResult =
  | { readonly ok: true; readonly timings: Timings }
  | { readonly ok: false; readonly error: string };

const CSV_HEADER = 'url,route,ttfb_ms,wall_ms,cpu_ms,mem_mb';

export function readTimings(path: string, bytes: Buffer): TimingsResult {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const first = text.trimStart()[0];
  return first === '{' || first === '[' ? readJson(path, text) : readCsv(path, text);
}

// Numeric strings count as numbers, anything else as absent.
const number = z.coerce.number().nonnegative().nullable().catch(null);
const text = z.string().nullable().catch(null);

const request = z.looseObject({
  sample_id: text,
  route: text,
  url: text,
  status: z.number().int().nullable().catch(null),
  started_at: text,
  ended_at: text,
  round: z.number().int().nullable().catch(null),
  trace_id: text,
  request_id: text,
  ttfb_ms: z.preprocess(blankIsNull, number),
  wall_ms: z.preprocess(blankIsNull, number),
  cpu_ms: z.preprocess(blankIsNull, number),
  mem_mb: z.preprocess(blankIsNull, number),
  error: z
    .union([z.object({ code: z.string().catch('error'), message: z.string().catch('') }), z.string()])
    .nullable()
    .catch(null),
});

const document = z.object({
  format: z.literal('ttfb_timings'),
  version: z.string().min(1),
  requests: z.array(z.unknown()),
  unmeasured_requests: z.array(z.unknown()).catch([]),
});

function blankIsNull(value: unknown): unknown {
  return value === '' || value === undefined || typeof value === 'boolean' ? null : value;
}

function readJson(path: string, source: string): TimingsResult {
  let json: unknown;
  try {
    json = JSON.parse(source);
  } catch {
    return { ok: false, error: 'is not valid JSON' };
  }
  const archive = har.safeParse(json);
  if (archive.success) return readHar(path, archive.data);
  const parsed = document.safeParse(json);
  if (!parsed.success) {
    return {
      ok: false,
      error: 'is not a timings file: it must be an object with format "ttfb_timings", a version and a list of requests',
    };
  }
  const parse = (row: unknown) => request.parse(typeof row === 'object' && row !== null ? row : {});
  const rows = parsed.data.requests.map(parse);
  return {
    ok: true,
    timings: {
      version: parsed.data.version,
      profiles: rows.map((row, i) => profileOf(row, evidence(path, `timings-json:${i}`, null))),
      windows: rows.map(windowOf),
      unmeasured: parsed.data.unmeasured_requests.map(parse).flatMap((row) => {
        const window = windowOf(row);
        return window === null ? [] : [{ ...window, endpoint: endpointOf(row) }];
      }),
      skippedRows: 0,
    },
  };
}

/** http://www.softwareishard.com/blog/har-12-spec/: times in milliseconds, -1 where a phase did not happen. */
const har = z.looseObject({
  log: z.looseObject({
    version: z.string().catch('1.2'),
    entries: z.array(
      z.looseObject({
        startedDateTime: text,
        time: number,
        request: z.looseObject({ method: z.string().catch('GET'), url: z.string().catch('') }),
        response: z
          .looseObject({ status: z.number().int().catch(0) })
          .nullable()
          .catch(null),
        timings: z.record(z.string(), z.unknown()).catch({}),
      }),
    ),
  }),
});

/** Until the first byte; TLS is part of `connect`. */
const BEFORE_FIRST_BYTE = ['blocked', 'dns', 'connect', 'send', 'wait'] as const;

function readHar(path: string, { log }: z.output<typeof har>): TimingsResult {
  const rows = log.entries.map(({ startedDateTime: started, time, request: asked, response, timings }) => {
    const phases = BEFORE_FIRST_BYTE.map((phase) => Number(timings[phase] ?? -1)).filter((ms) => ms >= 0);
    const start = started === null ? Number.NaN : Date.parse(started);
    // Zero is what a browser writes where no answer came.
    const status = response?.status || null;
    return request.parse({
      route: `${asked.method === 'GET' ? '' : `${asked.method} `}${withoutUserinfo(asked.url)}`,
      status,
      started_at: started,
      ended_at: Number.isNaN(start) || time === null ? null : new Date(start + time).toISOString(),
      ttfb_ms: phases.length === 0 ? null : phases.reduce((sum, ms) => sum + ms, 0),
      wall_ms: time,
      error: status === null ? { code: 'no_answer', message: 'the browser got no response' } : null,
    });
  });
  return {
    ok: true,
    timings: {
      version: `har-${log.version}`,
      profiles: rows.map((row, i) => profileOf(row, evidence(path, `har:${i}`, null))),
      windows: rows.map(windowOf),
      unmeasured: [],
      skippedRows: 0,
    },
  };
}

function readCsv(path: string, source: string): TimingsResult {
  const lines = source.split(/\r?\n/);
  if (lines[0]?.trim() !== CSV_HEADER) {
    return { ok: false, error: `is neither timings JSON nor CSV with the header ${CSV_HEADER}` };
  }
  const rows = lines
    .slice(1)
    .flatMap((line, i) => (line.trim() === '' ? [] : [{ line: i + 2, fields: csvFields(line) }]));
  const whole = rows.filter(({ fields }) => fields.length === 6);
  return {
    ok: true,
    timings: {
      version: 'csv-v1',
      profiles: whole.map(({ line, fields }) => {
        const [url, route, ttfb_ms, wall_ms, cpu_ms, mem_mb] = fields;
        const row = request.parse({ url, route, ttfb_ms, wall_ms, cpu_ms, mem_mb });
        return profileOf(row, evidence(path, `timings-csv:${line}`, line));
      }),
      windows: whole.map(() => null),
      unmeasured: [],
      skippedRows: rows.length - whole.length,
    },
  };
}

/** Fields of one CSV line; quoted ones may hold commas and doubled quotes. */
function csvFields(line: string): string[] {
  const fields = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)];
  return fields.map((match) => (match[1] === undefined ? match[2]! : match[1].replaceAll('""', '"')).trim());
}

type Row = z.output<typeof request>;

function profileOf(row: Row, evidence: Evidence[]): RequestProfile {
  const failure = failureOf(row);
  return {
    kind: 'timing',
    endpoint: endpointOf(row),
    ttfb_ms: failure ? null : row.ttfb_ms,
    wall_ms: failure ? null : row.wall_ms,
    cpu_ms: row.cpu_ms,
    mem_mb: row.mem_mb,
    status: row.status,
    error: failure,
    started_at: row.started_at,
    ...(row.round === null ? {} : { round: row.round }),
    spans: [],
    call_tree: [],
    evidence,
  };
}

function endpointOf({ route, url }: Row): string {
  return withoutQueryValues(route || withoutUserinfo(url ?? '')) || 'unknown_endpoint';
}

/** A probe that gave up, or that has no time at all, failed: it must not look like an instant answer. */
function failureOf(row: Row): ProbeError | null {
  if (typeof row.error === 'string') return { code: 'error', message: withoutSecrets(row.error) };
  if (row.error) return { code: row.error.code, message: withoutSecrets(row.error.message) };
  return row.wall_ms === null && row.ttfb_ms === null
    ? { code: 'no_timing', message: 'the sample has no times' }
    : null;
}

function windowOf({ started_at: start, ended_at: end, trace_id: trace, request_id: id }: Row): ServedTime | null {
  const startUs = microseconds(start);
  const endUs = microseconds(end);
  if (startUs === null || endUs === null) return null;
  return {
    startUs,
    endUs,
    ...(trace === null ? {} : { traceId: trace.toLowerCase() }),
    ...(id === null ? {} : { requestId: id.toLowerCase() }),
  };
}

/** `Date.parse` knows milliseconds; digits behind them are added. */
function microseconds(time: string | null): number | null {
  const ms = time === null ? Number.NaN : Date.parse(time);
  if (Number.isNaN(ms)) return null;
  const digits = /\.\d{3}(\d{1,3})/.exec(time!)?.[1] ?? '';
  return ms * 1000 + Number(digits.padEnd(3, '0'));
}

function evidence(path: string, record: string, line: number | null): Evidence[] {
  return [
    {
      source: 'ttfb_timings',
      file: basename(path),
      line_range: line === null ? null : { start: line, end: line },
      record_id: record,
      extraction_note: 'one timed request',
    },
  ];
}
