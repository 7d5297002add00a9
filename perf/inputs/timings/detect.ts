// Whether a file holds timings.
import { readFile } from 'node:fs/promises';
import type { Candidate, Verdict } from '../files/candidate.ts';
import { readTimings } from './read.ts';

export async function detectTimings({ path, size, gzip, config }: Candidate): Promise<Verdict> {
  if (gzip) return { ok: false, error: 'timings are plain JSON or CSV, not gzip' };
  if (size > config.timings.max_bytes) return { ok: false, error: `larger than ${config.timings.max_bytes} bytes` };
  const result = readTimings(path, await readFile(path));
  return result.ok
    ? { ok: true, version: result.timings.version, metadata: {} }
    : { ok: false, error: `the file ${result.error}` };
}
