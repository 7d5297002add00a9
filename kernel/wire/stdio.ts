/**
 * Three protocols share one stream: MCP of the handshake era, MCP of the stateless era, and direct JSON-RPC. Each message is
 * routed by what it is; a line that is nothing at all gets an error in the server's own dialect. No input ends the
 * process: the connection closes when the peer closes it, after what is in flight has been answered.
 */
import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, JSONRPCRequest, Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ServerCore } from './core.ts';
import { LegacySession, LOCAL, modernSession } from '../session/session.ts';
import { refusal, type DirectAnswer, type DirectHandler } from './direct.ts';
import { CallLane } from './call-lane.ts';
import type { Envelope, RequestId } from './envelope.ts';
import { Flow } from './flow.ts';
import { encodeFrame, FrameReader, type Frame } from './framing.ts';
import { InFlight } from './in-flight.ts';
import { parseJson } from './json.ts';
import type { McpServer } from './mcp-server.ts';
import { createMcpServer } from './mcp.ts';
import { claimsRevision } from './methods.ts';
import { routeOf } from './route.ts';
import {
  acknowledge,
  acknowledgedId,
  listenToTasks,
  refuseToListen,
  taskFilterOf,
  type TaskFilter,
} from './task-subscriptions.ts';
import { Writer } from './writer.ts';

export interface StdioOptions {
  readonly input?: Readable;
  readonly output?: Writable;
  /** Longest message taken, in bytes. */
  readonly maxBytes?: number;
  /** Direct calls that may run concurrently; beyond them, reading waits. */
  readonly maxDirect?: number;
}

export interface StdioWire {
  /** Resolves when the peer has closed its side and everything in flight is answered. */
  readonly closed: Promise<void>;
  /** Stops reading: for a server whose own backend has fallen behind. */
  pause(): void;
  resume(): void;
  /** Gives up what is in flight and closes. */
  close(): Promise<void>;
}

type Era = 'legacy' | 'modern';

interface Listening {
  readonly filter: TaskFilter;
  readonly stop: AbortController;
}

/** Direct calls never wait for the peer, so reading can wait for them. */
const DEFAULT_DIRECT = 128;
/** MCP calls can wait for the peer's answer, so reading continues and what is too much is refused. */
const MAX_MCP = 1024;
const MAX_BATCH = 1000;

export function stdioWire(core: ServerCore, options: StdioOptions = {}): StdioWire {
  return new StdioConnection(core, options);
}

class StdioConnection implements StdioWire {
  readonly closed: Promise<void>;

  readonly #core: ServerCore;
  readonly #input: Readable;
  readonly #writer: Writer;
  readonly #reader: FrameReader;
  readonly #session: LegacySession;
  readonly #direct: DirectHandler;
  readonly #flow: Flow;
  readonly #servers: Partial<Record<Era, McpServer>> = {};
  readonly #lane = new CallLane((message) => this.#write(message));
  readonly #transport: Transport;
  readonly #mcp: { close(): Promise<void> };
  /** MCP requests; direct calls are counted where reading waits for them. */
  readonly #inFlight = new InFlight(MAX_MCP);
  /** What sessions of the stateless era on this connection are called. */
  readonly #id = randomUUID();
  /** Subscriptions that listen to tasks. */
  readonly #listening = new Map<RequestId, Listening>();
  #handshaken = false;
  /** A request of the stateless era has been through the SDK: the connection is settled in it. */
  #modern = false;
  #version: string | undefined;
  #ended = false;
  #over = false;
  #finish: () => void = () => {};

  constructor(
    core: ServerCore,
    { input = process.stdin, output = process.stdout, maxBytes, maxDirect = DEFAULT_DIRECT }: StdioOptions,
  ) {
    this.#core = core;
    this.#input = input;
    this.#writer = new Writer(output, () => this.#flow.update());
    this.#flow = new Flow({ input, maxCalls: maxDirect, isBlocked: () => this.#writer.blocked });
    this.#reader = new FrameReader(maxBytes);
    this.#session = new LegacySession({
      surfaces: core.mcp.surfaces,
      source: LOCAL,
      reachable: () => this.#servers.legacy !== undefined,
      announce: () => void this.#servers.legacy?.sendToolListChanged().catch(() => {}),
    });
    this.#direct = core.directHandler(this.#session);
    this.closed = new Promise((resolve) => (this.#finish = resolve));

    this.#transport = {
      start: () => Promise.resolve(),
      send: (message) => this.#send(message),
      close: () => {
        void this.close();
        return Promise.resolve();
      },
      setProtocolVersion: (version) => {
        this.#version = version;
      },
    };
    this.#mcp = serveStdio(
      ({ era }) => {
        const server = createMcpServer(
          core.mcp,
          era === 'legacy'
            ? { era, session: this.#session }
            : { era, sessionOf: (facts) => modernSession(core.mcp.surfaces, LOCAL, this.#id, facts) },
        );
        this.#servers[era] = server;
        core.connected.add(server);
        return server;
      },
      { transport: this.#transport, onerror: (error) => core.log.debug('protocol', { error }) },
    );

    output.on('error', () => void this.close());
    input.on('error', () => this.#end());
    input.on('end', () => this.#end());
    input.on('close', () => this.#end());
    input.on('data', (chunk: Buffer | string) => {
      this.#reader.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk, (frame) => this.#frame(frame));
    });
  }

  pause(): void {
    this.#flow.hold(true);
  }

  resume(): void {
    this.#flow.hold(false);
  }

  async close(): Promise<void> {
    if (this.#over) return this.closed;
    this.#over = true;
    this.#input.pause();
    this.#session.close();
    for (const { stop } of this.#listening.values()) stop.abort();
    this.#lane.cancelAll();
    this.#direct.cancelAll();
    await this.#mcp.close();
    for (const server of Object.values(this.#servers)) this.#core.connected.delete(server);
    await this.#writer.end();
    this.#finish();
  }

  /** Messages of the SDK. */
  #send(message: JSONRPCMessage): Promise<void> {
    const listening = this.#listening.get(acknowledgedId(message) as RequestId);
    if (listening) return this.#listen(message, listening);
    if ('method' in message) {
      if ('id' in message) this.#inFlight.ask(message.id);
      this.#write(message);
      if (this.#ended) this.#refuseAsked();
      return Promise.resolve();
    }
    const { id } = message;
    if (id === undefined || !this.#inFlight.giveToBatch(id, message)) this.#write(message);
    if (id !== undefined) this.#settle(id);
    return Promise.resolve();
  }

  /** Completes the acknowledgement of a subscription with its tasks, and reports their progress. */
  async #listen(message: JSONRPCMessage, { filter, stop }: Listening): Promise<void> {
    const { mcp } = this.#core;
    if (!mcp.tasks) return;
    const session = modernSession(mcp.surfaces, LOCAL, this.#id, filter);
    const { taskIds, begin } = await listenToTasks(mcp, mcp.tasks, session, filter, {
      signal: stop.signal,
      send: (notification) => this.#write(notification),
    });
    this.#write(acknowledge(message as object as Readonly<Record<string, unknown>>, taskIds));
    begin().catch(this.#lost);
  }

  // Bytes to messages.

  #frame(frame: Frame): void {
    if (frame.kind === 'fault') {
      this.#write(this.#direct.fault({ kind: frame.fault, reason: frame.reason }, ''));
      return;
    }
    const parsed = parseJson(frame.text);
    if (!parsed.ok) this.#write(this.#direct.fault({ kind: parsed.fault, reason: parsed.reason }, frame.text));
    else if (Array.isArray(parsed.value)) this.#batch(parsed.value, frame.text).catch(this.#lost);
    else this.#message(parsed.value, frame.text, false)?.then((answer) => this.#write(answer), this.#lost);
  }

  async #batch(values: readonly unknown[], raw: string): Promise<void> {
    if (values.length === 0 || values.length > MAX_BATCH) {
      const reason = values.length === 0 ? 'a batch is empty' : `a batch may have at most ${MAX_BATCH} messages`;
      this.#write(this.#direct.fault({ kind: 'envelope', reason }, raw));
      return;
    }
    const pending = values.map((value) => Promise.resolve(this.#message(value, JSON.stringify(value), true)));
    const answers = (await Promise.all(pending)).filter((answer) => answer !== undefined);
    if (answers.length > 0) this.#write(answers);
  }

  /** Sends one message where it belongs. A promise: its answer, if it has one; nothing: the SDK will answer on its own. */
  #message(value: unknown, raw: string, isInBatch: boolean): Promise<unknown> | undefined {
    const route = routeOf(value, {
      isLenient: this.#direct.lenient,
      isHandshaken: this.#handshaken,
      version: this.#version,
      isInBatch,
      hasMethod: this.#hasMethod,
    });
    switch (route.to) {
      case 'fault':
        return Promise.resolve(this.#direct.fault({ kind: 'envelope', reason: route.reason }, raw, route.id));
      case 'refusal':
        return Promise.resolve(route.answer);
      case 'direct':
        return this.#directly(route.call, raw);
      case 'mcp-request':
        return this.#toSdk(route.request, isInBatch);
      case 'mcp-notification':
        if (!this.#cancel(route.call)) this.#transport.onmessage?.(value as JSONRPCMessage);
        break;
      case 'asker':
        this.#inFlight.forgetAsked(route.id);
        this.#transport.onmessage?.(route.message);
        break;
      case 'none':
    }
    return isInBatch ? Promise.resolve(undefined) : undefined;
  }

  #hasMethod = (name: string): boolean => this.#core.catalogue.byMethod(name) !== undefined;

  #toSdk(message: JSONRPCRequest, inBatch: boolean): Promise<unknown> | undefined {
    const { id, method } = message;
    if (method === 'initialize') this.#handshaken = true;
    const filter = this.#core.mcp.tasks && taskFilterOf(message);
    if (filter) {
      const refusal = refuseToListen(filter);
      if (refusal) return Promise.resolve(refusal);
      this.#listening.set(id, { filter, stop: new AbortController() });
    }
    // A subscription is answered only when it ends; no other call waits for it.
    if (method !== 'subscriptions/listen' && !this.#inFlight.begin(id)) {
      const error = { code: -32000, message: 'Too many requests are in flight; wait for answers first.' };
      return Promise.resolve({ jsonrpc: '2.0', id, error });
    }
    if (!inBatch) {
      const lane = this.#laneFor(message);
      if (lane) return this.#call(lane, message);
      this.#transport.onmessage?.(message);
      return undefined;
    }
    const answer = this.#inFlight.inBatch(id);
    this.#transport.onmessage?.(message);
    return answer;
  }

  /** The era in which a call may take the short way; nothing while the SDK has still to settle it. */
  #laneFor({ method, params = {} }: JSONRPCRequest): Era | undefined {
    if (method !== 'tools/call') return undefined;
    if (claimsRevision(params)) {
      if (this.#servers.legacy || !CallLane.isPlain(params)) return undefined;
      const settled = this.#modern;
      this.#modern = this.#servers.modern !== undefined;
      return settled ? 'modern' : undefined;
    }
    return this.#servers.legacy && this.#version !== undefined ? 'legacy' : undefined;
  }

  async #call(era: Era, { id, params = {} }: JSONRPCRequest): Promise<unknown> {
    const server = this.#servers[era];
    const answer = server && (await this.#lane.run(server, era, { id, params }));
    // A cancelled call is settled already. The last answer must reach the writer before the connection closes.
    if (answer && this.#ended) setImmediate(() => this.#settle(id));
    else if (answer) this.#settle(id);
    return answer;
  }

  async #directly(envelope: Envelope & { kind: 'request' | 'notification' }, raw: string): Promise<DirectAnswer> {
    const answered = envelope.kind === 'request';
    const id = envelope.kind === 'request' ? envelope.id : null;
    const { method, params } = envelope;
    try {
      return await this.#flow.during(() => this.#direct.answer({ id, method, params, raw }, answered));
    } finally {
      // After the answer has been handed to the writer.
      setImmediate(() => this.#closeWhenIdle());
    }
  }

  /** Whether a notification cancelled something of ours; the SDK learns of its own, and never answers those. */
  #cancel({ method, params }: Envelope & { kind: 'notification' }): boolean {
    if (method !== 'notifications/cancelled') return false;
    const id = params.requestId;
    if (typeof id !== 'string' && typeof id !== 'number') return false;
    this.#listening.get(id)?.stop.abort();
    this.#listening.delete(id);
    if (this.#direct.cancel(id)) return true;
    if (this.#lane.cancel(id)) {
      this.#settle(id);
      return true;
    }
    if (this.#inFlight.isWaiting(id)) {
      this.#inFlight.giveToBatch(id, undefined);
      this.#settle(id);
    }
    return false;
  }

  #settle(id: RequestId): void {
    this.#inFlight.settle(id);
    this.#closeWhenIdle();
  }

  #write(answer: unknown): void {
    if (answer === undefined) return;
    let json: string;
    try {
      json = JSON.stringify(answer);
    } catch (error) {
      // A tool handed out what has no JSON (a cycle, a big integer): its caller gets an error instead of waiting.
      this.#core.log.error('an answer has no JSON', { error });
      const { id = null } = answer as { readonly id?: RequestId | null };
      json = JSON.stringify(this.#direct.fault({ kind: 'refused', error: refusal(error) }, '', id));
    }
    this.#writer.write(encodeFrame(this.#reader.framing, json));
  }

  #lost = (error: unknown): void => this.#core.log.error('an answer was lost', { error });

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#reader.end((frame) => this.#frame(frame));
    this.#refuseAsked();
    this.#closeWhenIdle();
  }

  /** No peer is left to answer what we asked: the calls that wait for it must not wait on. */
  #refuseAsked(): void {
    for (const id of this.#inFlight.takeAsked()) {
      const error = { code: -32000, message: 'The client closed its side before it answered.' };
      this.#transport.onmessage?.({ jsonrpc: '2.0', id, error });
    }
  }

  #closeWhenIdle(): void {
    if (this.#ended && this.#flow.isIdle && this.#inFlight.isEmpty) void this.close();
  }
}
