// Storage in the queue for any size: small bodies in their message, larger ones as an object that the message
// names. Nothing is published before its size is known to pass.
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { jetstream, jetstreamManager, type StoredMsg } from '@nats-io/jetstream';
import type { ObjectStore } from '@nats-io/obj';
import { headers, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import { QueueError } from './address.ts';
import { codeOf, STATES } from './streams.ts';

/** Larger than this is an object, even where the server would let it pass. */
const MOST_INLINE = 512 * 1024;
/** Room for headers and subject in addition to the body. */
const MARGIN = 8192;
const DEFAULT_PAYLOAD = 1024 * 1024;
/** A table of a million runs is 160 MB, and everybody waits for it. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

const OBJECT = 'Swimmy-Object';
const FACTS = 'Swimmy-Facts';
const WRONG_SEQUENCE = [10071, 10164];
const SUBJECT_FULL = 10077;
const NO_MESSAGE = 10037;

export interface StoredMessage {
  readonly bytes: Uint8Array;
  /** Small JSON next to the bytes, in a header. */
  readonly facts: unknown;
}

export interface KeepOptions {
  readonly facts?: object;
  /** Only if nothing stands there yet. */
  readonly first?: boolean;
}

export interface QueueStore {
  /** Puts bytes under a subject of the states; false when `first` was asked for and something stands there. */
  keep(subject: string, bytes: Uint8Array, options?: KeepOptions): Promise<boolean>;
  read(subject: string): Promise<StoredMessage | undefined>;
  /** The same for a message that a subscription delivered. */
  open(message: { readonly data: Uint8Array; readonly headers?: MsgHdrs | undefined }): Promise<StoredMessage>;
  /** Sends a message into a stream of work; false when the same one waits there already. */
  send(subject: string, body: object): Promise<boolean>;
  /** The subjects that match a filter with a `*` and hold messages. */
  count(filter: string): Promise<ReadonlySet<string>>;
  /** Deletes the messages of a subject. */
  forget(stream: string, subject: string): Promise<void>;
  putFile(name: string, file: string): Promise<void>;
  removeObject(name: string): Promise<void>;
}

export async function createQueueStore(connection: NatsConnection, results: ObjectStore): Promise<QueueStore> {
  const stream = jetstream(connection);
  const manager = await jetstreamManager(connection);
  const mostPayload = () => (connection.info?.max_payload ?? DEFAULT_PAYLOAD) - MARGIN;

  const publish = async (subject: string, body: Uint8Array, head: MsgHdrs, first: boolean): Promise<void> => {
    if (body.length > mostPayload())
      throw new QueueError(`a message of ${body.length} bytes exceeds the limit of the queue, ${mostPayload()} bytes`);
    await stream.publish(subject, body, { headers: head, ...(first ? { expect: { lastSubjectSequence: 0 } } : {}) });
  };
  const open: QueueStore['open'] = async ({ data, headers: head }) => {
    const text = head?.get(FACTS);
    const facts: unknown = text ? JSON.parse(text) : undefined;
    const name = head?.get(OBJECT);
    if (!name) return { bytes: data, facts };
    const bytes = await results.getBlob(name);
    if (bytes === null) throw new QueueError(`the object ${name} is no longer in the queue`);
    return { bytes, facts };
  };
  return {
    keep: async (subject, bytes, { facts, first = false } = {}) => {
      const head = headers();
      if (facts !== undefined) head.set(FACTS, JSON.stringify(facts));
      const inline = bytes.length <= Math.min(MOST_INLINE, mostPayload());
      if (!inline) {
        const name = subject.replace(/^swimmy\./, '');
        await results.putBlob({ name }, bytes);
        head.set(OBJECT, name);
      }
      try {
        await publish(subject, inline ? bytes : new Uint8Array(), head, first);
        return true;
      } catch (error) {
        if (first && WRONG_SEQUENCE.includes(codeOf(error) ?? 0)) return false;
        throw error;
      }
    },
    open,
    read: async (subject) => {
      const message: StoredMsg | null = await manager.streams
        .getMessage(STATES, { last_by_subj: subject })
        .catch((error: unknown) => {
          if (codeOf(error) === NO_MESSAGE) return null;
          throw error;
        });
      return message === null ? undefined : open({ data: message.data, headers: message.header });
    },
    send: async (subject, body) => {
      try {
        await publish(subject, new TextEncoder().encode(JSON.stringify(body)), headers(), false);
        return true;
      } catch (error) {
        if (codeOf(error) === SUBJECT_FULL) return false;
        throw error;
      }
    },
    count: async (filter) => {
      const { state } = await manager.streams.info(STATES, { subjects_filter: filter });
      return new Set(Object.keys(state.subjects ?? {}));
    },
    forget: async (name, subject) => void (await manager.streams.purge(name, { filter: subject })),
    putFile: async (name, file) => {
      const packed = createReadStream(file).pipe(createZstdCompress(FAST));
      await results.put({ name }, Readable.toWeb(packed));
    },
    removeObject: async (name) => void (await results.delete(name).catch(() => undefined)),
  };
}

/** Brings a file that `putFile` has put; false when it is gone. */
export async function fetchFile(results: ObjectStore, name: string, file: string): Promise<boolean> {
  const found = await results.get(name);
  if (found === null) return false;
  const temporary = `${file}.${process.pid}.part`;
  try {
    await pipeline(
      Readable.fromWeb(found.data as never),
      createZstdDecompress(),
      countBytes(),
      createWriteStream(temporary),
    );
    const failed = await found.error;
    if (failed) throw failed;
    await rename(temporary, file);
    return true;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** No table is larger: what unpacks to more is not one of ours. */
const MOST_UNPACKED = 4 * 1024 * 1024 * 1024;

function countBytes(): Transform {
  let total = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      total += chunk.length;
      if (total > MOST_UNPACKED) done(new QueueError('the object unpacks to more than the largest possible table'));
      else done(null, chunk);
    },
  });
}
