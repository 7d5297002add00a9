// Binds a route table to fastify. One order for every request, said here and nowhere else:
//
//   host, origin -> lock -> session -> role -> parse -> validate -> confirmation -> handler (in the gate) -> answer
import { Readable } from 'node:stream';
import {
  isJson,
  isMultipart,
  type AnyEndpoint,
  type DocumentAnswer,
  type HandlerInput,
  type MultipartBody,
} from '@zorivest/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { checkApproval, type ApprovalCheck } from '../approvals/check.ts';
import { consumeToken } from '../confirmations/tokens.ts';
import type { Control } from '../control/control.ts';
import { type BookAccess, createCall, type Call } from '../core/call.ts';
import type { Gate } from '../core/gate.ts';
import { stoppedByGuard, type RequestsUnderWay, type UnderWay } from '../core/under-way.ts';
import type { Guard } from '../guard/guard.ts';
import type { Actor } from '../core/actor.ts';
import type { Home } from '../home/home.ts';
import { Fault, invalidField } from '../core/fault.ts';
import type { Route } from '../core/route.ts';
import { type AccessParts, admit, type Admission } from './access.ts';
import { fieldErrors } from './errors.ts';
import { refuseUnknownParameters } from './query.ts';
import { receiveFile, type Received } from './received-file.ts';

declare module 'fastify' {
  interface FastifyRequest {
    admission?: Admission;
  }
}

const JSON_LIMIT = 1024 * 1024;
const MOST_FILES = 50;
const HEARTBEAT_MS = 15_000;

/** `/accounts/{account_id}:archive` as fastify writes it: a colon of its own is doubled. */
function fastifyPath(path: string): string {
  return path
    .replaceAll(':', '::')
    .replaceAll(/\{(\w+)\}(::)?/g, (_, name: string, verb: string | undefined) =>
      verb ? `:${name}(^[^/:]+)${verb}` : `:${name}`,
    );
}

function validated(schema: z.ZodType, value: unknown, part: string): unknown {
  const result = schema.safeParse(value);
  if (!result.success) throw new Fault(422, fieldErrors(result.error, part));
  return result.data;
}

/** What a request carries, and what it holds until it is answered. */
interface Read {
  readonly input: HandlerInput<AnyEndpoint>;
  readonly discard: () => Promise<void>;
}

async function readMultipart(
  request: FastifyRequest,
  body: MultipartBody,
  folder: string,
): Promise<{ value: unknown } & Pick<Received, 'discard'>> {
  if (!request.isMultipart()) throw new Fault(415, 'send the file as multipart/form-data');
  const fields: Record<string, string> = {};
  const received: Received[] = [];
  const discard = async () => {
    for (const one of received) await one.discard();
  };
  const limits = { fileSize: body.maxBytes, files: body.many ? MOST_FILES : 1, fields: 20 };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value);
      else if (part.fieldname === 'file') {
        received.push(await receiveFile({ name: part.filename, type: part.mimetype, content: part.file }, folder));
      } else throw invalidField(part.fieldname, 'is not a known field');
    }
    const [first] = received;
    if (first === undefined) throw invalidField('file', 'is required');
    const files = body.many ? { files: received.map(({ file }) => file) } : { file: first.file };
    return { value: { ...(validated(body.fields, fields, 'body') as object), ...files }, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function readInput(request: FastifyRequest, endpoint: AnyEndpoint, folder: string): Promise<Read> {
  const params = endpoint.params && validated(endpoint.params, request.params, 'path');
  refuseUnknownParameters(endpoint, request.query);
  const query = endpoint.query && validated(endpoint.query, request.query, 'query');
  // Each part has just been checked against the schema its type is computed from.
  const input = (body: unknown) => ({ params, query, body }) as HandlerInput<AnyEndpoint>;
  if (isMultipart(endpoint.body)) {
    const { value, discard } = await readMultipart(request, endpoint.body, folder);
    return { input: input(value), discard };
  }
  const absent = request.body === undefined || request.body === null;
  const body =
    endpoint.body && !(endpoint.bodyOptional && absent)
      ? validated(endpoint.body, request.body ?? {}, 'body')
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
  // Parsing the answer with its schema keeps columns that nobody declared from leaving the house.
  if (isJson(response)) return to.send(response.parse(result));
  switch (response.kind) {
    case 'empty':
      return to.send();
    case 'bytes':
      return to.type(response.contentType).header('cache-control', 'private, max-age=3600').send(result);
    case 'document': {
      // What is computed from the book changes with it: nobody keeps it.
      const { contentType, bytes } = result as DocumentAnswer;
      return to.type(contentType).header('cache-control', 'no-store').send(Buffer.from(bytes));
    }
    default: {
      const stream = Readable.from(eventStream(result as AsyncIterable<{ id: number }>));
      return to.type('text/event-stream').header('cache-control', 'no-store').send(stream);
    }
  }
}

/** A confirmation that is sent along must be good; whether one is needed is the client's rule, not this route's. */
function checkConfirmation(request: FastifyRequest, endpoint: AnyEndpoint, control: Control, call: Call): void {
  const token = request.headers['x-confirmation-token'];
  if (endpoint.confirms === undefined || typeof token !== 'string') return;
  consumeToken(
    { control, actor: call.actor, requestId: call.requestId, now: call.now() },
    { token, action: endpoint.confirms },
  );
}

/** What stands around every handler. */
export interface RequestParts extends AccessParts {
  readonly book: BookAccess;
  readonly gate: Gate;
  readonly home: Home;
  readonly guard: Pick<Guard, 'isLocked'>;
  readonly control: Control;
  /** What the person lets each key do. */
  readonly permits: ApprovalCheck;
  readonly underWay: RequestsUnderWay;
}

/** While the guard is locked no key writes; the person's own writes go on. */
function refuseWhileStopped(guard: Pick<Guard, 'isLocked'>, endpoint: AnyEndpoint, actor: Actor): void {
  if (actor.keyId === null || endpoint.audit === undefined || endpoint.whileGuardLocked === true) return;
  if (guard.isLocked) throw stoppedByGuard();
}

/** Never settles unless a stop ends the request before it has stored anything. */
function whenStopped(entry: UnderWay): Promise<never> {
  return new Promise((_resolve, reject) => {
    entry.stop.signal.addEventListener('abort', () => {
      if (!entry.hasCommitted) reject(stoppedByGuard());
    });
  });
}

export function registerRoutes(server: FastifyInstance, parts: RequestParts, routes: readonly Route[]): void {
  const { book, gate, home, guard, control, permits, underWay } = parts;
  for (const { endpoint, handler, gate: use } of routes) {
    server.route({
      method: endpoint.method,
      url: `/api/v1${fastifyPath(endpoint.path)}`,
      bodyLimit: isMultipart(endpoint.body)
        ? endpoint.body.maxBytes * (endpoint.body.many ? MOST_FILES : 1) + 65_536
        : JSON_LIMIT,
      onRequest: (request, _reply, done) => {
        request.admission = admit(parts, endpoint, request.headers);
        refuseWhileStopped(guard, endpoint, request.admission.actor);
        permits.modes.refuse(endpoint, request.admission.actor);
        done();
      },
      handler: async (request, to) => {
        const { actor, session } = request.admission as Admission; // set by onRequest above
        const { input, discard } = await readInput(request, endpoint, home.root);
        let status = endpoint.status;
        const gone = new AbortController();
        to.raw.once('close', () => gone.abort());
        const entry = underWay.begin({ requestId: request.id, actor, action: endpoint.audit ?? null });
        const signal = AbortSignal.any([gone.signal, entry.stop.signal, ...(session ? [session.ended] : [])]);
        const call = createCall({
          book,
          actor,
          requestId: request.id,
          signal,
          label: endpoint.audit,
          touchesTrades: endpoint.touchesTrades,
          stopped: entry.stop.signal,
          committed: () => {
            entry.hasCommitted = true;
          },
          setStatus: (other) => {
            status = other;
          },
        });
        const run = async () => {
          checkApproval(permits, endpoint, actor, request);
          checkConfirmation(request, endpoint, control, call);
          return handler(input, call);
        };
        try {
          const work = use === 'open' ? run() : use === 'alone' ? gate.alone(run) : gate.share(run);
          // Who is stopped hears it at once; what is still running finds out when it would store something.
          const result = await Promise.race([work, whenStopped(entry)]);
          return reply(endpoint, result, status, to);
        } finally {
          underWay.end(entry);
          await discard();
        }
      },
    });
  }
}
