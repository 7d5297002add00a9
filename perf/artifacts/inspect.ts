// Detects what a file is from its content. Each input says whether it recognises the file; the first that does wins.
import { constants, createReadStream } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import { detectAccessLog } from '../inputs/access/detect.ts';
import { type CounterServer, detectCounters } from '../inputs/counters/counters.ts';
import { type Candidate, type Detector, HEAD } from '../inputs/files/candidate.ts';
import { DamagedGzip, inflate } from '../inputs/files/inflate.ts';
import { detectSlowLog } from '../inputs/mysql/detect.ts';
import { detectStackProfile } from '../inputs/profiles/detect.ts';
import { detectPostgresLog } from '../inputs/postgres/detect.ts';
import { detectSpx } from '../inputs/spx/detect.ts';
import { detectTimings } from '../inputs/timings/detect.ts';
import { detectXdebug } from '../inputs/xdebug/detect.ts';
import type { ArtifactType } from '../model/snapshot.ts';

export interface Inspection {
  readonly path: string;
  readonly ok: boolean;
  readonly detected_type: ArtifactType | null;
  readonly detected_version: string | null;
  readonly errors: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

export async function inspect(path: string, config: Config): Promise<Inspection> {
  const refuse = (...errors: string[]): Inspection => ({
    path,
    ok: false,
    detected_type: null,
    detected_version: null,
    errors,
    metadata: {},
  });
  const fault = await fileFault(path);
  if (fault !== null) return refuse(fault);
  const { size } = await stat(path);
  let candidate: Candidate;
  try {
    const start = await firstBytes(path, HEAD);
    const gzip = start[0] === 0x1f && start[1] === 0x8b;
    candidate = { path, size, gzip, head: gzip ? await inflatedHead(path) : start, config };
  } catch (error) {
    return refuse(error instanceof DamagedGzip ? 'the gzip data is damaged from its first bytes' : 'cannot read file');
  }
  const errors: string[] = [];
  for (const [type, detect] of detectors) {
    const verdict = await detect(candidate);
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
  return refuse(UNKNOWN, ...errors);
}

/** In the order in which they are asked. */
const detectors: readonly (readonly [ArtifactType, Detector])[] = [
  ['mysql_slow_log', orCounters('mysql', detectSlowLog)],
  ['postgres_log', orCounters('postgres', detectPostgresLog)],
  ['spx', detectSpx],
  ['xdebug_cachegrind', detectXdebug],
  ['access_log', detectAccessLog],
  ['ttfb_timings', detectTimings],
  ['stack_profile', detectStackProfile],
];

/** Counters of a server are treated as its log. */
function orCounters(server: CounterServer, detectLog: Detector): Detector {
  const detect = detectCounters(server);
  return (candidate) => {
    const verdict = detect(candidate);
    return verdict.ok ? verdict : detectLog(candidate);
  };
}

const UNKNOWN =
  'unsupported artifact format; the formats read are: MySQL and MariaDB slow logs, PostgreSQL logs (stderr, CSV, JSON), SPX full reports, Xdebug cachegrind profiles, access logs with the time of each request (Apache %D, nginx $request_time), timings (JSON or CSV of the collector), profiles of other languages (speedscope, pprof, cpuprofile, Chrome trace, collapsed stacks and others). Logs and profiles may be gzipped. Reasons it matches none of them:';

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
    // The readable part of a damaged file may be enough to detect its type.
    if (!(error instanceof DamagedGzip) || length === 0) throw error;
  }
  return Buffer.concat(pieces);
}
