// A file as it arrives. A small one stays in memory; a large one is written to the book's folder while it comes in and
// read back in pieces, so that 200 MB take no more memory than one, here or in the process it is handed over to. What
// lies on the disk is encrypted under a key that is only in memory: a crash leaves nothing to read, and the next start
// removes it.
import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReceivedFile } from '@zorivest/contract';
import { Fault } from '@zorivest/store';

const IN_MEMORY = 1024 * 1024;
const PIECE = 64 * 1024;
export const CIPHER = 'aes-256-ctr';

export interface Arriving {
  readonly name: string;
  readonly type: string;
  readonly content: AsyncIterable<Uint8Array>;
}

export interface ReceivedUpload {
  readonly file: ReceivedFile;
  /** Gives back what the file takes on the disk. */
  readonly discard: () => Promise<void>;
}

export async function receiveFile({ name, type, content }: Arriving, folder: string): Promise<ReceivedUpload> {
  const digest = createHash('sha256');
  const first: Uint8Array[] = [];
  let spool: Spool | undefined;
  let size = 0;
  try {
    for await (const chunk of content) {
      size += chunk.length;
      digest.update(chunk);
      if (spool === undefined && size <= IN_MEMORY) {
        first.push(chunk);
        continue;
      }
      if (spool === undefined) {
        spool = await Spool.create(folder);
        for (const early of first.splice(0)) await spool.write(early);
      }
      await spool.write(chunk);
    }
  } catch (error) {
    await spool?.discard();
    throw error;
  }
  const held = spool?.where ?? { chunks: first };
  const file = new HeldFile({ name, type, size, sha256: digest.digest('hex'), content: held });
  return { file, discard: async () => spool?.discard() };
}

/** Where the content of a received file is. */
type FileContent = { readonly chunks: readonly Uint8Array[] } | SpooledContent;

interface SpooledContent {
  readonly path: string;
  readonly key: Uint8Array;
  readonly iv: Uint8Array;
}

/** A received file as plain data: what is handed to another process. */
export interface FileFacts {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly sha256: string;
  readonly content: FileContent;
}

export class HeldFile implements ReceivedFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly sha256: string;
  readonly facts: FileFacts;

  constructor(facts: FileFacts) {
    this.name = facts.name;
    this.type = facts.type;
    this.size = facts.size;
    this.sha256 = facts.sha256;
    this.facts = facts;
  }

  async *pieces(): AsyncGenerator<Uint8Array> {
    const { content } = this.facts;
    if ('chunks' in content) yield* content.chunks;
    else yield* readSpooled(content, this.facts);
  }

  async bytes(): Promise<Uint8Array> {
    const all: Uint8Array[] = [];
    for await (const piece of this.pieces()) all.push(piece);
    return Buffer.concat(all);
  }
}

/** As it was sent, or not at all: a change of the content is reported at its end, before anything is stored. */
async function* readSpooled(
  { path, key, iv }: SpooledContent,
  { size, sha256 }: FileFacts,
): AsyncGenerator<Uint8Array> {
  const decipher = createDecipheriv(CIPHER, key, iv);
  const digest = createHash('sha256');
  const handle = await open(path, 'r');
  try {
    for (let at = 0; at < size;) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(PIECE), 0, PIECE, at);
      if (bytesRead === 0) throw new Error('the file on the disk is shorter than what was written');
      at += bytesRead;
      const plain = decipher.update(buffer.subarray(0, bytesRead));
      digest.update(plain);
      yield plain;
    }
    if (digest.digest('hex') !== sha256) throw new Fault(409, 'the file is damaged on the disk; send it again');
  } finally {
    await handle.close();
  }
}

class Spool {
  readonly #handle: FileHandle;
  readonly #path: string;
  readonly #key = randomBytes(32);
  readonly #iv = randomBytes(16);
  readonly #cipher = createCipheriv(CIPHER, this.#key, this.#iv);

  private constructor(handle: FileHandle, path: string) {
    this.#handle = handle;
    this.#path = path;
  }

  static async create(folder: string): Promise<Spool> {
    const path = join(folder, `upload-${randomUUID()}.tmp`);
    const handle = await open(path, 'wx', 0o600);
    return new Spool(handle, path);
  }

  async write(chunk: Uint8Array): Promise<void> {
    const sealed = this.#cipher.update(chunk);
    for (let at = 0; at < sealed.length;) {
      const { bytesWritten } = await this.#handle.write(sealed, at);
      at += bytesWritten;
    }
  }

  get where(): SpooledContent {
    return { path: this.#path, key: this.#key, iv: this.#iv };
  }

  async discard(): Promise<void> {
    this.#key.fill(0);
    await this.#handle.close();
    await rm(this.#path, { force: true }).catch(() => {});
  }
}
