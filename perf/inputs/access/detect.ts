// Whether a file is an access log that says how long each request took.
import type { Candidate, Verdict } from '../files/candidate.ts';
import { accessFormat } from './format.ts';

export function detectAccessLog({ head, gzip }: Candidate): Verdict {
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
