// Statements that were sent once and wait to be previewed and imported. Each is in the home under a key of its own
// that only the encrypted book has, so only a process with the book open can read it; without the book, or
// after a day, it is noise.
import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReceivedFile } from '@zorivest/contract';
import type { ImportKind } from '@zorivest/vocabulary';
import { type Call, type Db, Fault, type Home, notFound, type WriteScope } from '@zorivest/store';
import type { ImportUploadRow } from './tables.ts';

const CIPHER = 'aes-256-ctr';
export const UPLOAD_HOURS = 24;
const LIFE = UPLOAD_HOURS * 3600 * 1000;
const MOST_BYTES = 2 * 1024 ** 3;
/** Of all keys together: the rest is the person's. */
const MOST_OF_KEYS = 1024 ** 3;
/** What one key has sent and not imported. */
const MOST_WAITING_OF_KEY = 200 * 1024 ** 2;

export interface Upload extends ReceivedFile {
  readonly id: string;
  readonly kind: ImportKind;
}

export class Uploads {
  readonly #folder: string;
  /** Where one that an approval waits for has a second name. */
  readonly #held: string;

  constructor(home: Pick<Home, 'uploads' | 'approvals'>) {
    this.#folder = home.uploads;
    this.#held = home.approvals;
  }

  /** Keeps files, all or none. */
  async add(
    call: Call,
    files: readonly { readonly file: ReceivedFile; readonly kind: ImportKind }[],
  ): Promise<readonly ImportUploadRow[]> {
    const made: ImportUploadRow[] = [];
    try {
      await this.#makeRoom(
        call,
        files.reduce((sum, { file }) => sum + file.size, 0),
      );
      for (const { file, kind } of files) {
        const row = rowFor(file, kind, call);
        made.push(row);
        await this.#write(row, file, call.signal);
      }
      await call.write(async ({ db, audit }) => {
        await db.insertInto('import_uploads').values(made).execute();
        for (const { upload_id, kind, size } of made)
          audit({ resource: 'import_upload', id: upload_id, after: { kind, size } });
      });
    } catch (error) {
      for (const { upload_id } of made) await this.#remove(upload_id);
      throw error;
    }
    // Also when no one asks for it again.
    for (const { upload_id } of made) setTimeout(() => void this.#remove(upload_id), LIFE).unref();
    return made;
  }

  /** A key sees its own. */
  async get(call: Pick<Call, 'db' | 'now' | 'actor'>, id: string): Promise<Upload> {
    const { keyId } = call.actor;
    const row = await call.db.selectFrom('import_uploads').selectAll().where('upload_id', '=', id).executeTakeFirst();
    const isAnothers = keyId !== null && row?.key_id !== keyId;
    if (row === undefined || isAnothers || this.#isGone(row, call.now()))
      throw new Fault(404, `there is no upload ${JSON.stringify(id)}: it may have expired; send the file again`);
    const pieces = () => this.#read(row);
    return {
      id,
      kind: row.kind as ImportKind, // written by `add` from this very type
      name: row.name,
      type: '',
      size: row.size,
      sha256: row.sha256,
      pieces,
      async bytes() {
        const all: Uint8Array[] = [];
        for await (const piece of pieces()) all.push(piece);
        return Buffer.concat(all);
      },
    };
  }

  /** Notes which run the files went into. */
  async imported({ db }: Pick<WriteScope, 'db'>, ids: readonly string[], runId: string): Promise<void> {
    await db.updateTable('import_uploads').set({ run_id: runId }).where('upload_id', 'in', ids).execute();
  }

  /** A run that was undone takes its files along. */
  async discardOf(call: Pick<Call, 'afterCommit'>, db: Db, runId: string): Promise<void> {
    const rows = await db.selectFrom('import_uploads').select('upload_id').where('run_id', '=', runId).execute();
    await db.deleteFrom('import_uploads').where('run_id', '=', runId).execute();
    call.afterCommit(() => {
      for (const { upload_id } of rows) void this.#remove(upload_id);
    });
  }

  async #makeRoom(call: Call, size: number): Promise<void> {
    const rows = await call.db.selectFrom('import_uploads').selectAll().execute();
    const gone = rows.filter((row) => this.#isGone(row, call.now())).map(({ upload_id }) => upload_id);
    if (gone.length > 0) {
      for (const id of gone) await this.#remove(id);
      await call.write(({ db }) => db.deleteFrom('import_uploads').where('upload_id', 'in', gone).execute());
    }
    const there = rows.filter(({ upload_id }) => !gone.includes(upload_id));
    const { keyId } = call.actor;
    const [own, keys] = [there.filter((row) => row.key_id === keyId && row.run_id === null), there.filter(isOfKey)];
    if (keyId !== null && sizeOf(own) + size > MOST_WAITING_OF_KEY) throw full('of one key that wait', 200, own);
    if (keyId !== null && sizeOf(keys) + size > MOST_OF_KEYS) throw full('of all keys', 1024, keys);
    if (sizeOf(there) + size > MOST_BYTES) throw full('in all', 2048, there);
  }

  #isGone({ upload_id, created_at }: ImportUploadRow, now: Date): boolean {
    if (this.#isHeld(upload_id)) return false;
    return now.getTime() - Date.parse(created_at) > LIFE || !existsSync(this.#path(upload_id));
  }

  #isHeld(id: string): boolean {
    return existsSync(join(this.#held, id));
  }

  async #write(row: ImportUploadRow, file: ReceivedFile, signal: AbortSignal): Promise<void> {
    const cipher = createCipheriv(CIPHER, Buffer.from(row.cipher_key, 'hex'), Buffer.from(row.cipher_iv, 'hex'));
    const handle = await open(this.#path(row.upload_id), 'wx', 0o600);
    try {
      for await (const piece of file.pieces()) {
        if (signal.aborted) throw new Fault(503, 'the upload was stopped; nothing was stored');
        await handle.writeFile(cipher.update(piece));
      }
    } finally {
      await handle.close();
    }
  }

  /** As it was sent, or not at all: a modified file is detected at its end, before anything is stored. */
  async *#read({ upload_id, cipher_key, cipher_iv, sha256 }: ImportUploadRow): AsyncGenerator<Uint8Array> {
    const decipher = createDecipheriv(CIPHER, Buffer.from(cipher_key, 'hex'), Buffer.from(cipher_iv, 'hex'));
    const digest = createHash('sha256');
    const path = this.#path(upload_id);
    for await (const piece of createReadStream(existsSync(path) ? path : join(this.#held, upload_id))) {
      const plain = decipher.update(piece as Buffer);
      digest.update(plain);
      yield plain;
    }
    if (digest.digest('hex') !== sha256)
      throw new Fault(409, 'the upload is damaged on the disk; nothing was stored: send the file again');
  }

  async #remove(id: string): Promise<void> {
    await rm(this.#path(id), { force: true }).catch(() => {});
  }

  #path(id: string): string {
    if (!/^[0-9a-f-]{36}$/.test(id)) throw notFound('upload', id);
    return join(this.#folder, id);
  }
}

const isOfKey = ({ key_id }: ImportUploadRow): boolean => key_id !== null;

const sizeOf = (rows: readonly ImportUploadRow[]): number => rows.reduce((sum, row) => sum + row.size, 0);

function full(which: string, mostMb: number, there: readonly ImportUploadRow[]): Fault {
  return new Fault(
    413,
    `uploads ${which} take at most ${mostMb} MB together and ${Math.round(sizeOf(there) / 1024 ** 2)} MB are there: import ` +
      'some of them, undo them, or lock the vault to drop them',
    { code: 'too_large' },
  );
}

function rowFor(file: ReceivedFile, kind: ImportKind, { actor, now }: Pick<Call, 'actor' | 'now'>): ImportUploadRow {
  return {
    upload_id: randomUUID(),
    name: file.name.slice(0, 200),
    size: file.size,
    sha256: file.sha256,
    cipher_key: randomBytes(32).toString('hex'),
    cipher_iv: randomBytes(16).toString('hex'),
    kind,
    key_id: actor.keyId,
    run_id: null,
    created_at: now().toISOString(),
  };
}
