import { createHash } from 'node:crypto';

/** A file name for any request id: readable where it can be, unique always, never a path. */
export function fileNameOf(requestId: string, ending: string): string {
  const readable = requestId.replace(/[^A-Za-z0-9-]/g, '_').slice(0, 60);
  const same = readable === requestId;
  return `${same ? readable : `${readable}-${createHash('sha1').update(requestId).digest('hex').slice(0, 10)}`}${ending}`;
}
