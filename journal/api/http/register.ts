// Binds a route table to fastify. One order for every request, stated only here:
//
//   host, origin -> lock -> session -> role -> parse -> validate -> confirmation -> handler (in the gate) -> answer
import { Readable } from 'node:stream';
import {
  APPROVAL_BYTES,
  isJson,
  isMultipart,
  isWrite,
  operationOf,
  type AnyEndpoint,
  type HandlerInput,
  type MultipartBody,
} from '@zorivest/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { consumeToken, type Holder } from '../confirmations/tokens.ts';
import type { Control } from '../control/control.ts';
import { type BookAnswer, type BookRequest, bytesOf } from '../responses/answer.ts';
import type { FrontHooks, RequestHooks } from '../responses/answer.ts';
import {
  type Actor,
  type BookAccess,
  Fault,
  type FrontRoute,
  type Home,
  invalidField,
  type RequestsInProgress,
  type Route,
  stoppedByGuard,
  type RequestInProgress,
} from '@zorivest/store';
import type { Gate } from '../gate.ts';
import type { Guard } from '../guard/guard.ts';
import { type AccessParts, admit, type Admission, refuseOthers } from './access.ts';
import type { Arriving, ArrivingFiles } from './arriving.ts';
import type { Crowd } from './crowd.ts';
import type { Feeds } from './feeds.ts';
import { compressNow, isWorthIt, takesCompressed } from './compressed.ts';
import { fieldErrors } from '../responses/errors.ts';
import { refuseDeadKey } from '../vault/data-key.ts';
import type { KeyModes } from '../vault/modes.ts';
import { refuseUnknownParameters } from '../responses/query.ts';
import { receiveFile, type ReceivedUpload } from '../responses/received-file.ts';
import type { TaskRequest, TaskRequests } from '../tasks/task-requests.ts';
import { refuseDeep } from './nesting.ts';

declare module 'fastify' {
  interface FastifyRequest {
    admission?: Admission;
  }
}

const JSON_LIMIT = 1024 * 1024;
const MOST_FILES = 50;
const HEARTBEAT_MS = 15_000;
const EMPTY = Buffer.alloc(0);

/** `/accounts/{account_id}:archive` as fastify writes it: a colon of its own is doubled. */
function fastifyPath(path: string): string {
  return path
    .replaceAll(':', '::')
    .replaceAll(/\{(\w+)\}(::)?/g, (_, name: string, verb: string | undefined) =>
      verb ? `:${name}(^[^/:]+)${verb}` : `:${name}`,
    );
}

function validatePart(schema: z.ZodType, value: unknown, part: string): unknown {
  const result = schema.safeParse(value);
  if (!result.success) throw new Fault(422, fieldErrors(result.error, part));
  return result.data;
}

/** What a request carries, and what it holds until it is answered. */
interface Read {
  readonly input: HandlerInput<AnyEndpoint>;
  readonly discard: () => Promise<void>;
}

/** Where files are received, and what counts them meanwhile. */
interface Receiving {
  readonly folder: string;
  readonly arriving: ArrivingFiles;
}

async function readMultipart(
  request: FastifyRequest,
  body: MultipartBody,
  { folder, arriving }: Receiving,
): Promise<{ value: unknown } & Pick<ReceivedUpload, 'discard'>> {
  if (!request.isMultipart()) throw new Fault(415, 'send the file as multipart/form-data');
  const fields: Record<string, string> = {};
  const received: ReceivedUpload[] = [];
  const discard = async () => {
    for (const one of received) await one.discard();
  };
  const limits = { fileSize: body.maxBytes, files: body.many ? MOST_FILES : 1, fields: 20 };
  try {
    for await (const part of partsOf(request, limits)) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value);
      else if (part.fieldname === 'file') {
        const content = arriving.through(readable<Uint8Array>(part.file));
        received.push(await receiveFile({ name: part.filename, type: part.mimetype, content }, folder));
      } else throw invalidField(part.fieldname, 'is not a known field');
    }
    const [first] = received;
    if (first === undefined) throw invalidField('file', 'is required');
    const files = body.many ? { files: received.map(({ file }) => file) } : { file: first.file };
    return { value: { ...(validatePart(body.fields, fields, 'body') as object), ...files }, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

type Parts = ReturnType<FastifyRequest['parts']>;
type Limits = NonNullable<Parameters<FastifyRequest['parts']>[0]>['limits'];

const partsOf = (request: FastifyRequest, limits: Limits): Parts => readable(request.parts({ limits }));

/** The parser has words of its own for a form without a boundary, and for one that breaks off. */
async function* readable<T>(sent: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* sent;
  } catch (error) {
    if ((error as { readonly statusCode?: number }).statusCode !== undefined) throw error;
    throw new Fault(400, 'the form cannot be read: it has no boundary, or breaks off');
  }
}

/** The fields of a JSON body as a form, together with a file. */
async function readWithFile(
  request: FastifyRequest,
  fileBytes: number,
  { folder, arriving }: Receiving,
): Promise<{ value: Record<string, unknown> } & Pick<ReceivedUpload, 'discard'>> {
  const value: Record<string, unknown> = {};
  let received: ReceivedUpload | undefined;
  const discard = async () => received?.discard();
  try {
    const limits = { fileSize: fileBytes, files: 1, fields: 10, fieldSize: APPROVAL_BYTES };
    for await (const part of partsOf(request, limits)) {
      if (part.type === 'field') {
        if (part.fieldname === 'file') throw invalidField('file', 'must be a file: a part with a file name');
        if (part.valueTruncated) throw new Fault(413, 'the request is larger than 256 kB, its file apart');
        value[part.fieldname] = fieldValue(String(part.value));
      } else if (part.fieldname === 'file') {
        const content = arriving.through(readable<Uint8Array>(part.file));
        received = await receiveFile({ name: part.filename, type: part.mimetype, content }, folder);
        value['file'] = received.file;
      } else throw invalidField(part.fieldname, 'is not a known field');
    }
    if (Buffer.byteLength(JSON.stringify({ ...value, file: undefined })) > APPROVAL_BYTES)
      throw new Fault(413, 'the request is larger than 256 kB, its file apart');
    return { value, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** What is no text came as its JSON. */
function fieldValue(text: string): unknown {
  if (!/^[[{]/.test(text)) return text;
  refuseDeep(text);
  try {
    return JSON.parse(text, refuseInherited) as unknown;
  } catch (error) {
    if (error instanceof Fault) throw error;
    return text;
  }
}

/** As in a JSON body: a name that every object has is shown where it was sent, and no schema looks at it. */
function refuseInherited(name: string, value: unknown): unknown {
  if (name === '__proto__') throw new Fault(400, 'no field can be called __proto__');
  return value;
}

async function readInput(request: FastifyRequest, endpoint: AnyEndpoint, receiving: Receiving): Promise<Read> {
  const params = endpoint.params && validatePart(endpoint.params, request.params, 'path');
  refuseUnknownParameters(endpoint, request.query);
  const query = endpoint.query && validatePart(endpoint.query, request.query, 'query');
  // Each part has just been checked against the schema its type is computed from.
  const input = (body: unknown) => ({ params, query, body }) as HandlerInput<AnyEndpoint>;
  if (isMultipart(endpoint.body)) {
    const { value, discard } = await readMultipart(request, endpoint.body, receiving);
    return { input: input(value), discard };
  }
  if (endpoint.fileBytes !== undefined && request.isMultipart()) {
    const { value, discard } = await readWithFile(request, endpoint.fileBytes, receiving);
    const { file, ...fields } = value;
    try {
      return {
        input: input({ ...(validatePart(endpoint.body as z.ZodType, fields, 'body') as object), file }),
        discard,
      };
    } catch (error) {
      await discard();
      throw error;
    }
  }
  const absent = request.body === undefined || request.body === null;
  const body =
    endpoint.body && !(endpoint.bodyOptional && absent)
      ? validatePart(endpoint.body, request.body ?? {}, 'body')
      : undefined;
  return { input: input(body), discard: () => Promise.resolve() };
}

/** Server-sent events; a comment every quarter of a minute tells both sides that the other is still there. */
async function* eventStream(source: AsyncIterable<{ id: number }>): AsyncGenerator<string> {
  const events = source[Symbol.asyncIterator]();
  let next = events.next();
  try {
    for (;;) {
      let timer: NodeJS.Timeout | undefined;
      const beat = new Promise<'beat'>((resolve) => {
        timer = setTimeout(resolve, HEARTBEAT_MS, 'beat');
      });
      const first = await Promise.race([next, beat]);
      clearTimeout(timer);
      if (first === 'beat') yield ': still here\n\n';
      else if (first.done) return;
      else {
        yield `id: ${first.value.id}\ndata: ${JSON.stringify(first.value)}\n\n`;
        next = events.next();
      }
    }
  } finally {
    await events.return?.();
  }
}

function reply(endpoint: AnyEndpoint, result: unknown, status: number, to: FastifyReply): unknown {
  void to.code(status);
  const { response } = endpoint;
  if (isJson(response) || response.kind !== 'events') return replyBytes(bytesOf(endpoint, result, status), to);
  const stream = Readable.from(eventStream(result as AsyncIterable<{ id: number }>));
  return to.type('text/event-stream').send(stream);
}

function replyBytes({ status, contentType, body }: BookAnswer, to: FastifyReply): unknown {
  void to.code(status);
  if (contentType === null) return to.send();
  void to.type(contentType);
  const pieces = body ?? [];
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (takesCompressed(to.request.headers) && isWorthIt(contentType, length))
    return to.headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' }).send(compressNow(pieces));
  if (pieces.length <= 1) return to.send(pieces[0] ?? EMPTY);
  return to.header('content-length', length).send(Readable.from(pieces));
}

/** A confirmation that is sent along must be good; whether one is needed is the client's rule, not this route's. */
function checkConfirmation(request: FastifyRequest, endpoint: AnyEndpoint, holder: Holder): void {
  const token = request.headers['x-confirmation-token'];
  if (endpoint.confirms === undefined || typeof token !== 'string') return;
  consumeToken(holder, { token, action: endpoint.confirms });
  request.usedToken = true;
}

/** Where the routes of the book are answered. */
interface BookOf {
  answer(request: BookRequest, attendance: RequestHooks): Promise<BookAnswer>;
}

/** The routes by where they are answered. */
export interface Tables {
  readonly front: readonly FrontRoute[];
  readonly book: readonly Pick<Route, 'name' | 'endpoint' | 'gate' | 'outlivesCaller'>[];
}

/** What stands around every handler. */
export interface RequestParts extends AccessParts {
  readonly book: Pick<BookAccess, 'now'> & BookOf;
  readonly gate: Gate;
  readonly home: Home;
  readonly guard: Pick<Guard, 'isLocked'>;
  readonly control: Control;
  /** What the person lets each key do. */
  readonly modes: KeyModes;
  /** What is tried for a key gives way to a write of the person. */
  readonly personFirst: { hold<T>(work: () => Promise<T>): Promise<T> };
  readonly inProgress: RequestsInProgress;
  readonly feeds: Feeds;
  /** The lines of keys that send many simultaneous requests. */
  readonly crowd: Crowd;
  /** Files on their way in. */
  readonly arriving: Arriving;
  /** What the tasks of assistants sent, each done once. */
  readonly taskRequests: TaskRequests;
}

/** An answer that stays open. */
const isFeed = ({ response }: AnyEndpoint): boolean => !isJson(response) && response.kind === 'events';

/** While the guard is locked no key writes or spends; the person's own requests go on. */
function refuseWhileStopped(guard: Pick<Guard, 'isLocked'>, endpoint: AnyEndpoint, actor: Actor): void {
  const isHarmless = endpoint.audit === undefined && endpoint.spends !== true;
  if (actor.keyId === null || isHarmless || endpoint.whileGuardLocked === true) return;
  if (guard.isLocked) throw stoppedByGuard();
}

/** Never settles unless a stop ends the request before it has stored anything. */
function whenStopped(entry: RequestInProgress): Promise<never> {
  return new Promise((_resolve, reject) => {
    entry.stop.signal.addEventListener('abort', () => {
      if (!entry.hasCommitted) reject(stoppedByGuard());
    });
  });
}

export function registerRoutes(server: FastifyInstance, parts: RequestParts, tables: Tables): void {
  const { book } = parts;
  for (const { handler, ...route } of tables.front) {
    const { endpoint } = route;
    register(server, parts, route, (answering) => async () => {
      const { input, actor, requestId, attendance, to } = answering;
      let status = endpoint.status;
      const result = await handler(input, {
        actor,
        requestId,
        signal: attendance.signal,
        now: book.now,
        storing: attendance.storing,
        setStatus: (other) => {
          status = other;
        },
      });
      return () => reply(endpoint, result, status, to);
    });
  }
  for (const route of tables.book) {
    const name = route.name;
    register(server, parts, route, ({ input, actor, requestId, attendance, to, ofTask }) => async () => {
      const ask = () => book.answer({ endpoint: name, input, actor, requestId }, attendance);
      const answer = await (ofTask ? ofTask.once(ask) : ask());
      return () => replyBytes(answer, to);
    });
  }
}

/** A request that has been admitted and read. */
interface Answering {
  readonly input: HandlerInput<AnyEndpoint>;
  readonly actor: Actor;
  readonly requestId: string;
  readonly attendance: FrontHooks;
  readonly to: FastifyReply;
  readonly ofTask: TaskRequest | undefined;
}

function bodyLimitOf({ body, fileBytes }: AnyEndpoint): number {
  // Of what is not a file: that is counted while it arrives.
  if (fileBytes !== undefined) return APPROVAL_BYTES;
  return isMultipart(body) ? body.maxBytes * (body.many ? MOST_FILES : 1) + 65_536 : JSON_LIMIT;
}

function register(
  server: FastifyInstance,
  parts: RequestParts,
  { endpoint, gate: use, outlivesCaller }: Pick<Route, 'name' | 'endpoint' | 'gate' | 'outlivesCaller'>,
  answer: (answering: Answering) => () => Promise<() => unknown>,
): void {
  const { vault, book, gate, home, guard, control, modes, personFirst, inProgress, taskRequests } = parts;
  const operation = operationOf(endpoint);
  /** Whether it may begin: asked when its headers are there, and once more when the rest is, which may be half a minute later. */
  const admitNow = (request: FastifyRequest): Admission => {
    request.admission = admit(parts, endpoint, request.headers);
    const { actor } = request.admission;
    refuseOthers(endpoint, request.admission);
    refuseWhileStopped(guard, endpoint, actor);
    request.admission = { ...request.admission, actor: modes.admit(endpoint, actor) };
    return request.admission;
  };
  /** The same of a key, when what it asked for is about to be stored. */
  const refuseByNow = (actor: Actor) => {
    if (actor.keyId === null) return;
    const entry = vault.bootstrap.keys.find(({ key_id }) => key_id === actor.keyId);
    if (entry !== undefined) refuseDeadKey(entry, book.now());
    modes.admit(endpoint, actor);
  };
  server.route({
    method: endpoint.method,
    url: `/api/v1${fastifyPath(endpoint.path)}`,
    bodyLimit: bodyLimitOf(endpoint),
    onRequest: (request, _reply, done) => {
      request.operation = operation;
      // Before anything of it is read: what a key that has to ask sends along changes nothing.
      const { actor } = admitNow(request);
      if (endpoint.wantsPassphrase === true) parts.vault.refuseStale(actor);
      done();
    },
    // Before anything of it is read. A key's own stop, and what else is allowed while stopped, waits behind nothing.
    preParsing: (request, to, payload, done) => {
      const begin = () => done(null, payload);
      const keyId = request.admission?.actor.keyId ?? null;
      if (keyId === null || endpoint.whileGuardLocked === true) return begin();
      to.raw.once('close', parts.crowd.enter(keyId, begin));
    },
    handler: async (request, to) => {
      const admitted = request.admission as Admission; // set by onRequest above
      const requestId = request.id;
      const ofTask = isWrite(endpoint)
        ? taskRequests.named(admitted.actor, request.headers['x-zorivest-task'], operation)
        : undefined;
      const arriving = parts.arriving.of(admitted.actor.keyId);
      /** What it brings, and who brings it as they are now that all of it is there. */
      const receive = async () => {
        const read = await readInput(request, endpoint, { folder: home.root, arriving });
        try {
          return { ...read, ...admitNow(request) };
        } catch (error) {
          await read.discard();
          throw error;
        }
      };
      const { input, discard, actor, session } = await receive().catch((error: unknown) => {
        arriving.release();
        throw error;
      });
      const gone = new AbortController();
      // A task continues without the server that began it.
      to.raw.once('close', () => ofTask?.isTaskOpen() === true || gone.abort());
      const feed = isFeed(endpoint) ? await parts.feeds.take(actor.keyId, gone.signal) : undefined;
      const entry = inProgress.begin({ requestId, actor, action: endpoint.audit ?? null });
      if (feed !== undefined) to.raw.once('close', feed.close);
      const ends = [
        entry.stop.signal,
        ...(outlivesCaller ? [] : [gone.signal]),
        ...(ofTask ? [ofTask.ended] : []),
        ...(session ? [session.ended] : []),
        ...(feed ? [feed.ended] : []),
      ];
      const signal = AbortSignal.any(ends);
      let refusal: unknown;
      /** Whether its key may do at the last moment what it might when it began: it may have been revoked, or only read by now. */
      const mayStill = () => {
        try {
          refuseByNow(actor);
          return true;
        } catch (error) {
          refusal = error;
          return false;
        }
      };
      const attendance: FrontHooks = {
        signal,
        stopped: entry.stop.signal,
        storing: () => mayStill() && inProgress.mayStore(entry),
      };
      const work = answer({ input, actor, requestId, attendance, to, ofTask });
      const isPersonsWrite = actor.role === 'person' && isWrite(endpoint);
      const run = async () => {
        checkConfirmation(request, endpoint, { control, actor, requestId, now: book.now() });
        return isPersonsWrite ? personFirst.hold(work) : work();
      };
      let send: () => unknown;
      try {
        const done = use === 'open' ? run() : use === 'alone' ? gate.alone(run) : gate.share(run);
        // A stopped caller is notified immediately; running work finds out when it would store something.
        send = await Promise.race([done, whenStopped(entry)]);
      } catch (error) {
        throw refusal ?? error;
      } finally {
        inProgress.end(entry);
        await discard();
        arriving.release();
      }
      return send();
    },
  });
}
