// What a file is, told by its content. Handlers are asked in turn; the first that knows it wins.
import { constants, createReadStream } from 'node:fs';
import { access, open, readFile, stat } from 'node:fs/promises';
import { accessFormat } from '../access/format.ts';
import type { Config } from '../config/config.ts';
import type { ArtifactType } from '../model/snapshot.ts';
import { postgresFormat } from '../postgres/detect.ts';
import { at, isHeader } from '../slowlog/statement.ts';
import { readMetadata } from '../spx/metadata.ts';
import { type SpxName, spxName } from '../spx/name.ts';
import { readTimings } from '../timings/read.ts';
import { DamagedGzip, inflate, TooLarge } from './inflate.ts';

export interface Inspection {
  readonly path: string;
  readonly ok: boolean;
  readonly detected_type: ArtifactType | null;
  readonly detected_version: string | null;
  readonly errors: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The first bytes tell a format; a log may begin with a long cut-off statement. */
const HEAD = 1 << 22;

interface Candidate {
  readonly path: string;
  readonly size: number;
  readonly gzip: boolean;
  /** The beginning, inflated. */
  readonly head: Buffer;
  readonly config: Config;
}

type Verdict =
  | { readonly ok: true; readonly version: string; readonly metadata: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly error: string };

export async function inspect(path: string, config: Config): Promise<Inspection> {
  const refused = (...errors: string[]): Inspection => ({
    path,
    ok: false,
    detected_type: null,
    detected_version: null,
    errors,
    metadata: {},
  });
  const fault = await fileFault(path);
  if (fault !== null) return refused(fault);
  const { size } = await stat(path);
  let candidate: Candidate;
  try {
    const start = await firstBytes(path, HEAD);
    const gzip = start[0] === 0x1f && start[1] === 0x8b;
    candidate = { path, size, gzip, head: gzip ? await inflatedHead(path) : start, config };
  } catch (error) {
    return refused(error instanceof DamagedGzip ? 'the gzip data is damaged from its first bytes' : 'cannot read file');
  }
  const errors: string[] = [];
  for (const [type, handler] of handlers) {
    const verdict = await handler(candidate);
    if (verdict.ok) {
      return {
        path,
        ok: true,
        detected_type: type,
        detected_version: verdict.version,
        errors: [],
        metadata: verdict.metadata,
      };
    }
    errors.push(`${type}: ${verdict.error}`);
  }
  return refused(UNKNOWN, ...errors);
}

const handlers: readonly (readonly [ArtifactType, (candidate: Candidate) => Verdict | Promise<Verdict>])[] = [
  ['mysql_slow_log', slowLog],
  ['postgres_log', postgresLog],
  ['spx', spx],
  ['xdebug_cachegrind', cachegrind],
  ['access_log', accessLog],
  ['ttfb_timings', timings],
];

const UNKNOWN =
  'unsupported artifact format; the formats read are: MySQL and MariaDB slow logs, PostgreSQL logs (stderr, CSV, JSON), SPX full reports, Xdebug cachegrind profiles, access logs with the time of each request (Apache %D, nginx $request_time), timings (JSON or CSV of the collector). Logs and profiles may be gzipped. Why it is none of them:';

async function fileFault(path: string): Promise<string | null> {
  if (path.trim() === '') return 'artifact path is empty';
  const found = await stat(path).catch(() => null);
  if (found === null)
    return 'artifact file not found: check the path; it must be absolute or relative to the working directory';
  if (found.isDirectory())
    return 'artifact path is a directory, not a file; name the files in it, or use ingest.bundle for a bundle';
  if (!found.isFile()) return 'artifact path is not a regular file';
  const readable = await access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
  if (!readable) return 'cannot read file: permission denied';
  return found.size === 0 ? 'artifact file is empty' : null;
}

async function firstBytes(path: string, count: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function inflatedHead(path: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of inflate(createReadStream(path), Number.MAX_SAFE_INTEGER)) {
      pieces.push(piece);
      length += piece.length;
      if (length >= HEAD) break;
    }
  } catch (error) {
    // What is readable of a damaged file may still tell what it is.
    if (!(error instanceof DamagedGzip) || length === 0) throw error;
  }
  return Buffer.concat(pieces);
}

function slowLog({ head, gzip, size }: Candidate): Verdict {
  for (let line = 0; line !== -1 && line < head.length; line = nextLine(head, line)) {
    if (at(head, line, '# Query_time:') || (at(head, line, '# administrator command:') && line > 0)) {
      return { ok: true, version: 'mysql-slowlog-v1', metadata: gzip ? { compression: 'gzip' } : {} };
    }
    // `# User@Host` on the line of `# Time`: the times follow below.
    if (isHeader(head, line, head.length) && size > HEAD && head.length === HEAD) {
      return { ok: true, version: 'mysql-slowlog-v1', metadata: {} };
    }
  }
  return { ok: false, error: 'no "# Query_time:" line, which every slow-log record has' };
}

function postgresLog({ head, gzip, config }: Candidate): Verdict {
  const format = postgresFormat(head, config.postgres.log_line_prefix);
  if (format === null)
    return { ok: false, error: 'no line of a PostgreSQL log (LOG:  duration: …), no row of its CSV or JSON' };
  if ('error' in format) return { ok: false, error: `the file ${format.error}` };
  const prefix = format.prefix === null ? {} : { log_line_prefix: format.prefix };
  return { ok: true, version: format.version, metadata: { ...prefix, ...(gzip ? { compression: 'gzip' } : {}) } };
}

function cachegrind({ head, gzip }: Candidate): Verdict {
  const creator = /^(?:version: 1\r?\n)?creator: xdebug (\d+)/m.exec(head.subarray(0, 4096).toString('latin1'));
  if (creator === null) return { ok: false, error: 'no "creator: xdebug" line in its head' };
  return {
    ok: true,
    version: `xdebug-${creator[1]}-cachegrind`,
    metadata: gzip ? { compression: 'gzip' } : {},
  };
}

function accessLog({ head, gzip }: Candidate): Verdict {
  const format = accessFormat(firstLines(head));
  if (format === null)
    return { ok: false, error: 'no lines of the form: host - user [time] "GET /path HTTP/1.1" 200 123 …' };
  if ('error' in format) return { ok: false, error: `the file ${format.error}` };
  return {
    ok: true,
    version: format.version,
    metadata: { time_field: format.field, time_unit_us: format.unit, ...(gzip ? { compression: 'gzip' } : {}) },
  };
}

function firstLines(head: Buffer): string[] {
  const text = head.subarray(0, 1 << 18).toString('latin1');
  const lines = text.split(/\r?\n/);
  // The last may be cut.
  if (head.length > 1 << 18) lines.pop();
  return lines.filter((line) => line !== '');
}

function nextLine(bytes: Buffer, from: number): number {
  const newline = bytes.indexOf(10, from);
  return newline === -1 ? -1 : newline + 1;
}

async function spx(candidate: Candidate): Promise<Verdict> {
  const name = spxName(candidate.path);
  const metadata = name === null ? {} : await pairing(name);
  if (candidate.gzip || name?.half === 'txt.gz') return spxText(candidate, metadata);
  if (candidate.head.subarray(0, 64).toString('latin1').trimStart()[0] !== '{') {
    return {
      ok: false,
      error: 'neither the metadata nor the events of an SPX full report',
    };
  }
  if (candidate.size > HEAD) return { ok: false, error: 'too large for the metadata of an SPX report' };
  const result = readMetadata(await readFile(candidate.path));
  return result.ok ? { ok: true, version: 'spx-json-v2', metadata } : { ok: false, error: `the file ${result.error}` };
}

/** Inflates the whole file, so that a bomb is found here and not in the middle of an ingest. */
async function spxText(
  { path, gzip, head, config }: Candidate,
  pair: Readonly<Record<string, unknown>>,
): Promise<Verdict> {
  if (!gzip) return { ok: false, error: 'named .txt.gz, but not gzip' };
  if (!head.subarray(0, 64).toString('latin1').startsWith('[events]')) {
    return { ok: false, error: 'the inflated text does not begin with [events]' };
  }
  const cap = config.spx.text_gz_max_decompressed_bytes;
  try {
    for await (const _ of inflate(createReadStream(path), cap)) void _;
  } catch (error) {
    if (error instanceof TooLarge)
      return { ok: false, error: `${error.message}; raise spx.text_gz_max_decompressed_bytes if this is meant` };
    if (!(error instanceof DamagedGzip)) throw error;
    return { ok: true, version: 'spx-text-gz-v1', metadata: { ...pair, damaged: true } };
  }
  return { ok: true, version: 'spx-text-gz-v1', metadata: pair };
}

async function pairing(name: SpxName): Promise<Record<string, unknown>> {
  const present = (await stat(name.counterpart).catch(() => null))?.isFile() ?? false;
  const other = name.half === 'json' ? 'txt_gz' : 'json';
  const status = present ? 'paired' : 'partial';
  return {
    pair_status: status,
    pairing: {
      status,
      has_json: name.half === 'json' || present,
      has_txt_gz: name.half === 'txt.gz' || present,
      missing: present ? [] : [other],
      counterpart_path: present ? name.counterpart : null,
    },
    ...(name.run ? { run: name.run } : {}),
  };
}

async function timings({ path, size, gzip, config }: Candidate): Promise<Verdict> {
  if (gzip) return { ok: false, error: 'timings are plain JSON or CSV, not gzip' };
  if (size > config.timings.max_bytes) return { ok: false, error: `larger than ${config.timings.max_bytes} bytes` };
  const result = readTimings(path, await readFile(path));
  return result.ok
    ? { ok: true, version: result.timings.version, metadata: {} }
    : { ok: false, error: `the file ${result.error}` };
}
