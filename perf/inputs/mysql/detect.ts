// Whether a file is a slow log.
import { at } from '../files/bytes.ts';
import { type Candidate, HEAD, type Verdict } from '../files/candidate.ts';
import { isHeader } from './statement.ts';

export function detectSlowLog({ head, gzip, size }: Candidate): Verdict {
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

function nextLine(bytes: Buffer, from: number): number {
  const newline = bytes.indexOf(10, from);
  return newline === -1 ? -1 : newline + 1;
}
