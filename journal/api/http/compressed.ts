// What goes to a browser goes compressed; a program on this machine would only have to undo it again. The work is done by
// the threads of zlib, not by the one that answers.
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';

/** Less than this costs more than it saves. */
const LEAST = 2048;

const isText = /^(?:application\/json|text\/|image\/svg)/;

/** Whether the one who asks is a page that reads gzip. Node's fetch says a mode as pages do, but not from which site. */
export function takesCompressed(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-site'] !== undefined && /\bgzip\b/.test(headers['accept-encoding'] ?? '');
}

export function isWorthIt(contentType: string, length: number): boolean {
  return length >= LEAST && isText.test(contentType);
}

/** An answer as it is computed: quickly. */
export function compressNow(pieces: readonly Uint8Array[]): Readable {
  return Readable.from(pieces).pipe(createGzip({ level: constants.Z_BEST_SPEED }));
}

/** A file that is sent many times: as small as it gets. */
export const compressWell = (body: Uint8Array): Promise<Buffer> =>
  promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION });
