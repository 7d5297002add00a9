// The parameters of a collection; all invalid ones are reported together.
import { constants } from 'node:fs';
import { access, lstat, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { FieldFault } from '@zorivest/kernel';
import { z } from 'zod';

/** A whole number, also written as digits; out of range is an error, never clamped. */
const whole = (min: number, max: number) =>
  z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)]).pipe(z.int().min(min).max(max));

const texts = z
  .array(z.string().trim().min(1))
  .min(1)
  .transform((list) => [...new Set(list)]);

export const collectShape = {
  spx_dirs: texts
    .optional()
    .describe('Folders where SPX reports appear, searched with their subfolders after the probes; absent: none.'),
  slow_log_path: z
    .string()
    .min(1)
    .optional()
    .describe('The slow log; what the probes add to it is copied. Absent: none.'),
  slow_log_table: z
    .boolean()
    .optional()
    .describe('Reads what the probes add to mysql.slow_log, to the microsecond, of the database in MCP_PERF_DSN.'),
  statement_counters: z
    .boolean()
    .optional()
    .describe(
      'Reads the counters of the server in MCP_PERF_DSN while the probes run (pg_stat_statements, performance_schema): sums only.',
    ),
  postgres_log_path: z.string().min(1).optional().describe('The log of PostgreSQL; absent: none.'),
  access_log_path: z.string().min(1).optional().describe('The access log of the web server; absent: none.'),
  xdebug_dir: z
    .string()
    .min(1)
    .optional()
    .describe('xdebug.output_dir of the host: each path is requested once more with the trigger of Xdebug set.'),
  spx_key: z
    .string()
    .regex(/^[^\s;,"\\]+$/)
    .optional()
    .describe('spx.http_key of the host: each path is requested once more with the profiler on. Never written.'),
  base_url: z.string().min(1).describe('http(s)://host of a system that is not production.'),
  url_paths: texts.describe('Paths on that host, each beginning with /.'),
  headers: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Headers for the probes; only those in headers_allowlist are sent.'),
  headers_allowlist: z.array(z.string()).optional().describe('Names of headers that may be sent.'),
  sample_count: whole(1, 100).optional().describe('Measured requests per path, 1 to 100; 3 unless given.'),
  concurrency: whole(1, 4).optional().describe('Simultaneous requests, 1 to 4; 1 unless given.'),
  timeout_ms: whole(200, 15_000).optional().describe('Per request, 200 to 15000; 3000 unless given.'),
  warmup_count: whole(0, 5).optional().describe('Requests per path that are not measured, 0 to 5; 1 unless given.'),
  redaction_rules: z
    .strictObject({ strip_query_params: z.boolean().default(true), redact_url_userinfo: z.boolean().default(true) })
    .optional()
    .describe('Both true unless given; strip_query_params removes values and retains names.'),
  output_dir: z.string().min(1).optional().describe('The bundle folder to create, inside the bundles folder.'),
  retention: z
    .strictObject({ keep_last_n: whole(0, 10_000).optional(), ttl_days: whole(1, 3650).optional() })
    .optional()
    .describe('Bundles to keep after this one.'),
};

const input = z.object(collectShape);
export type CollectInput = z.output<typeof input>;

export interface CollectPlan {
  readonly spxDirs: readonly string[];
  readonly slowLog: string | null;
  /** The slow log is read from the table of the database that was named. */
  readonly slowLogTable: boolean;
  /** Whether the counters of the named database are read. */
  readonly statementCounters: boolean;
  readonly postgresLog: string | null;
  readonly accessLog: string | null;
  readonly xdebugDir: string | null;
  /** The cookie that switches SPX on, for the profiled requests; null: none are made. */
  readonly spxKey: string | null;
  readonly base: URL;
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly allowlist: readonly string[];
  readonly samples: number;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly warmups: number;
  readonly redaction: { readonly strip_query_params: boolean; readonly redact_url_userinfo: boolean };
  /** Null: named by its id. */
  readonly outputDir: string | null;
}

export type PlanResult =
  | { readonly ok: true; readonly plan: CollectPlan }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

export async function planOf(input: CollectInput, bundles: string): Promise<PlanResult> {
  const faults: FieldFault[] = [];
  const base = baseUrl(input.base_url, faults);
  for (const [i, path] of input.url_paths.entries()) {
    if (base && !onOrigin(base, path))
      faults.push({ path: `url_paths.${i}`, message: 'must be a path on base_url that begins with one /' });
  }
  for (const [i, dir] of (input.spx_dirs ?? []).entries()) {
    const found = await stat(dir).catch(() => null);
    if (!found?.isDirectory()) faults.push({ path: `spx_dirs.${i}`, message: 'SPX directory not found' });
  }
  if (input.spx_key !== undefined && input.spx_dirs === undefined)
    faults.push({ path: 'spx_dirs', message: 'must name the folder (spx.data_dir) where the profiles appear' });
  if (
    input.statement_counters === true &&
    (input.slow_log_path ?? input.postgres_log_path ?? input.slow_log_table) !== undefined
  )
    faults.push({
      path: 'statement_counters',
      message:
        'counters repeat what a log of the database records for each run: name the log or use the counters, not both',
    });
  for (const name of ['slow_log_path', 'postgres_log_path', 'access_log_path'] as const) {
    const path = input[name];
    if (path !== undefined && !(await isReadableFile(path)))
      faults.push({ path: name, message: `${name} must point to a readable file` });
  }
  if (input.slow_log_table === true && input.slow_log_path !== undefined)
    faults.push({ path: 'slow_log_table', message: 'the slow log is a file or a table: name one of them' });
  if (input.xdebug_dir !== undefined && !(await stat(input.xdebug_dir).catch(() => null))?.isDirectory())
    faults.push({ path: 'xdebug_dir', message: 'there is no such folder' });
  const allowlist = (input.headers_allowlist ?? []).map((name) => name.trim().toLowerCase());
  const headers = pickHeaders(input.headers ?? {}, allowlist, faults);
  const outputDir = input.output_dir === undefined ? null : await bundleFolder(bundles, input.output_dir, faults);
  if (faults.length > 0 || base === null) return { ok: false, faults };
  return {
    ok: true,
    plan: {
      spxDirs: input.spx_dirs ?? [],
      slowLog: input.slow_log_path ?? null,
      slowLogTable: input.slow_log_table === true,
      statementCounters: input.statement_counters === true,
      postgresLog: input.postgres_log_path ?? null,
      accessLog: input.access_log_path ?? null,
      xdebugDir: input.xdebug_dir ?? null,
      spxKey: input.spx_key ?? null,
      base,
      paths: input.url_paths,
      headers,
      allowlist,
      samples: input.sample_count ?? 3,
      concurrency: input.concurrency ?? 1,
      timeoutMs: input.timeout_ms ?? 3000,
      warmups: input.warmup_count ?? 1,
      redaction: input.redaction_rules ?? { strip_query_params: true, redact_url_userinfo: true },
      outputDir,
    },
  };
}

function baseUrl(text: string, faults: FieldFault[]): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') {
    faults.push({ path: 'base_url', message: 'must be an http or https URL with a host' });
    return null;
  }
  return url;
}

/** The URL of a path. Browsers treat `\` as `/`, so it is refused. */
export function urlOf(base: URL, path: string): URL {
  return new URL(base.origin + base.pathname.replace(/\/+$/, '') + path);
}

function onOrigin(base: URL, path: string): boolean {
  if (!path.startsWith('/') || path.startsWith('//') || path.includes('\\')) return false;
  try {
    return urlOf(base, path).origin === base.origin;
  } catch {
    return false;
  }
}

async function isReadableFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) return false;
  return access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
}

/** Headers that control the connection are refused, even if the allowlist names them. */
const OURS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
  'te',
  'trailer',
]);

function pickHeaders(
  headers: Readonly<Record<string, unknown>>,
  allowlist: readonly string[],
  faults: FieldFault[],
): Record<string, string> {
  const chosen: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const key = name.trim().toLowerCase();
    if (!allowlist.includes(key) || OURS.has(key) || (typeof value === 'object' && value !== null)) continue;
    // oxlint-disable-next-line no-control-regex -- control characters would end the header
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(key) || /[\u0000-\u001f\u007f]/.test(String(value))) {
      faults.push({ path: `headers.${name}`, message: 'is not a valid header' });
      continue;
    }
    chosen[key] = String(value);
  }
  return chosen;
}

/** A new folder inside the bundles folder, without a symlink in its path. */
async function bundleFolder(bundles: string, name: string, faults: FieldFault[]): Promise<string | null> {
  const folder = isAbsolute(name) ? resolve(name) : resolve(bundles, name);
  const inside = relative(bundles, folder);
  const refuse = (message: string): null => {
    faults.push({ path: 'output_dir', message });
    return null;
  };
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    return refuse('must be a new folder inside the bundles folder');
  }
  let at = bundles;
  for (const part of inside.split(sep)) {
    at = join(at, part);
    const found = await lstat(at).catch(() => null);
    if (found?.isSymbolicLink()) return refuse('must not lead through a symlink');
    if (found && !found.isDirectory()) return refuse('must not lead through a file');
    if (found && at === folder) return refuse('exists already; a bundle is never overwritten');
    if (found && (await lstat(join(at, 'manifest.json')).catch(() => null)))
      return refuse('must not be inside another bundle');
  }
  return folder;
}
