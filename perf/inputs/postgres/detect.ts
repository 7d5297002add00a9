// Whether a file is a log of PostgreSQL.
import type { Candidate, Verdict } from '../files/candidate.ts';
import { postgresFormat } from './format.ts';

export function detectPostgresLog({ head, gzip, config }: Candidate): Verdict {
  const format = postgresFormat(head, config.postgres.log_line_prefix);
  if (format === null)
    return { ok: false, error: 'no line of a PostgreSQL log (LOG:  duration: …), no row of its CSV or JSON' };
  if ('error' in format) return { ok: false, error: `the file ${format.error}` };
  const prefix = format.prefix === null ? {} : { log_line_prefix: format.prefix };
  return { ok: true, version: format.version, metadata: { ...prefix, ...(gzip ? { compression: 'gzip' } : {}) } };
}
