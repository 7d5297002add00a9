// KEY.json of an SPX report. Its writer copies control characters and broken UTF-8 as they come, and two of its fields
// are not what their names say.
import { z } from 'zod';

const text = z.string().catch('n/a');
const count = z.number().nonnegative().nullable().catch(null);

const schema = z.object({
  key: z.string().optional(),
  exec_ts: z.number().nullable().catch(null),
  host_name: text,
  process_pid: count,
  cli: z.union([z.number(), z.boolean()]).transform(Boolean).catch(false),
  cli_command_line: text,
  http_request_uri: text,
  http_method: text,
  http_host: text,
  custom_metadata_str: z.string().nullable().catch(null),
  wall_time_ms: z.number().nonnegative(),
  peak_memory_usage: count,
  called_function_count: count,
  call_count: count,
  enabled_metrics: z.array(z.string()).min(1),
});

export interface SpxMetadata {
  readonly execTs: number | null;
  readonly host: string;
  readonly cli: boolean;
  readonly commandLine: string;
  readonly requestUri: string;
  readonly method: string;
  readonly customMetadata: string | null;
  /** SPX calls it `wall_time_ms`; it is microseconds. */
  readonly wallUs: number;
  /** SPX calls it `peak_memory_usage`; it is what was in use when profiling ended. */
  readonly memoryAtEnd: number | null;
  readonly functionCount: number | null;
  readonly callCount: number | null;
  readonly metrics: readonly string[];
}

export type MetadataResult =
  | { readonly ok: true; readonly metadata: SpxMetadata }
  | { readonly ok: false; readonly error: string };

export function readMetadata(bytes: Buffer): MetadataResult {
  let json: unknown;
  try {
    // Raw control characters stand where JSON forbids them; outside of strings they are white space anyway.
    // oxlint-disable-next-line no-control-regex -- they are what has to go
    json = JSON.parse(bytes.toString('utf8').replaceAll(/[\u0000-\u001f]/g, ' '));
  } catch {
    return { ok: false, error: 'is not JSON, not even after control characters were removed' };
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success)
    return {
      ok: false,
      error: 'is JSON, but not the metadata of an SPX full report (wall_time_ms and enabled_metrics are missing)',
    };
  const found = parsed.data;
  return {
    ok: true,
    metadata: {
      execTs: found.exec_ts,
      host: found.host_name,
      cli: found.cli,
      commandLine: found.cli_command_line,
      requestUri: found.http_request_uri,
      method: found.http_method,
      customMetadata: found.custom_metadata_str,
      wallUs: found.wall_time_ms,
      memoryAtEnd: found.peak_memory_usage,
      functionCount: found.called_function_count,
      callCount: found.call_count,
      metrics: found.enabled_metrics,
    },
  };
}
