// Gzip as a stream: what can be read of a cut or damaged file is read, and a bomb stops at the cap.
import type { Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';

export class TooLarge extends Error {
  constructor(cap: number) {
    super(`decompressed content exceeds ${cap} bytes`);
  }
}

/** Thrown after the last readable piece of a damaged file. */
export class DamagedGzip extends Error {
  constructor() {
    super('the gzip data is damaged');
  }
}

export async function* inflate(source: Readable, cap: number): AsyncGenerator<Buffer, void> {
  // Without the final flush a file cut short would lose its last block.
  const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 1 << 18 });
  source.on('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  let total = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (total > cap) throw new TooLarge(cap);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof Error && 'code' in error && String(error.code).startsWith('Z_') ? new DamagedGzip() : error;
  } finally {
    source.destroy();
  }
}
