// Whether a file is a profile of Xdebug.
import type { Candidate, Verdict } from '../files/candidate.ts';

export function detectXdebug({ head, gzip }: Candidate): Verdict {
  const creator = /^(?:version: 1\r?\n)?creator: xdebug (\d+)/m.exec(head.subarray(0, 4096).toString('latin1'));
  if (creator === null) return { ok: false, error: 'no "creator: xdebug" line in its head' };
  return {
    ok: true,
    version: `xdebug-${creator[1]}-cachegrind`,
    metadata: gzip ? { compression: 'gzip' } : {},
  };
}
