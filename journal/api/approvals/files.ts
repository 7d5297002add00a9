// The file of a write that waits: in the home, each under a key of its own that only control.db has, until it is decided. An
// upload that a write names lies there under a second name of it, as it was sealed: it outlives its day and a restart.
import { createCipheriv, randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, linkSync, readdirSync, statSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReceivedFile } from '@zorivest/contract';
import { discardFile, type Home } from '@zorivest/store';
import { CIPHER, HeldFile } from '../responses/received-file.ts';

/** As stored with the approval: the file in the home, or the upload. */
export type StoredFile =
  | SealedFile
  | { readonly upload_id: string; readonly id?: undefined; readonly name?: undefined; readonly size: number };

interface SealedFile {
  /** Of the first card it was for; one that takes its place has the same file. */
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly sha256: string;
  readonly key: string;
  readonly iv: string;
}

/** A caller may send any text as an id. */
export const isUploadId = (id: unknown): id is string => typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id);

const NAME = /^(apr_[0-9a-f]+|[0-9a-f-]{36})$/;

export class ApprovalFiles {
  readonly #folder: string;
  readonly #uploads: string;

  constructor(home: Pick<Home, 'approvals' | 'uploads'>) {
    this.#folder = home.approvals;
    this.#uploads = home.uploads;
  }

  async keep(id: string, file: ReceivedFile): Promise<SealedFile> {
    const [key, iv] = [randomBytes(32), randomBytes(16)];
    const cipher = createCipheriv(CIPHER, key, iv);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const handle = await open(this.#path(id), 'wx', 0o600);
    try {
      for await (const piece of file.pieces()) await handle.writeFile(cipher.update(piece));
      await handle.sync();
    } catch (error) {
      await rm(this.#path(id), { force: true });
      throw error;
    } finally {
      await handle.close();
    }
    const { name, type, size, sha256 } = file;
    return { id, name, type, size, sha256, key: key.toString('hex'), iv: iv.toString('hex') };
  }

  read({ id, key, iv, ...facts }: SealedFile): ReceivedFile {
    const content = { path: this.#path(id), key: Buffer.from(key, 'hex'), iv: Buffer.from(iv, 'hex') };
    return new HeldFile({ ...facts, content });
  }

  sizeOfUpload(id: string): number {
    return isUploadId(id) ? (statSync(join(this.#uploads, id), { throwIfNoEntry: false })?.size ?? 0) : 0;
  }

  /** Its size; none where there is no such upload, which the later read reports. */
  holdUpload(id: string): number {
    if (!isUploadId(id)) return 0;
    const [from, to] = [join(this.#uploads, id), this.#path(id)];
    if (!existsSync(to)) {
      if (!existsSync(from)) return 0;
      try {
        linkSync(from, to);
      } catch {
        // A disk that knows no second names.
        copyFileSync(from, to);
      }
    }
    return statSync(to).size;
  }

  drop(id: string): void {
    discardFile(this.#path(id));
  }

  /** Files that belong to none of these have no owner. */
  dropOthers(ids: ReadonlySet<string>): void {
    if (!existsSync(this.#folder)) return;
    for (const name of readdirSync(this.#folder)) if (!ids.has(name)) discardFile(join(this.#folder, name));
  }

  #path(id: string): string {
    if (!NAME.test(id)) throw new TypeError('not the name of a file that waits');
    return join(this.#folder, id);
  }
}
