/**
 * Three protocols share one stream: MCP of the handshake era, MCP of the stateless era, and direct JSON-RPC. Each message is
 * routed by what it is; a line that is nothing at all gets an error in the server's own dialect. No input ends the
 * process: the connection closes when the peer closes it, after what is in flight has been answered.
 */
import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, JSONRPCRequest, Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ServerCore } from '../server/core.ts';
import { LegacySession, LOCAL, modernSession } from '../server/session.ts';
import { refusal, type DirectAnswer, type DirectDesk } from './direct.ts';
import { CallLane } from './call-lane.ts';
import { readEnvelope, type Envelope, type RequestId } from './envelope.ts';
import { encodeFrame, FrameReader, type Frame } from './framing.ts';
import { parseJson } from './json.ts';
import type { McpServer } from './mcp-server.ts';
import { createMcpServer } from './mcp.ts';
import { claimsRevision, isMcp, metaFault, revisionFault } from './methods.ts';
import { Writer } from './writer.ts';

export interface StdioOptions {
  readonly input?: Readable;
  readonly output?: Writable;
  /** Longest message taken, in bytes. */
  readonly maxBytes?: number;
  /** Direct calls under way at once; beyond them, reading waits. */
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

/** Direct calls never wait for the peer, so reading can wait for them. */
const DEFAULT_DIRECT = 128;
/** MCP calls can wait for the peer's answer, so reading goes on and what is too much is refused. */
const MAX_MCP = 1024;
const MAX_BATCH = 1000;
/** The revision that took batches out of MCP. */
const NO_BATCHES = '2025-06-18';

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
  readonly #desk: DirectDesk;
  readonly #maxDirect: number;
  readonly #servers: Partial<Record<Era, McpServer>> = {};
  readonly #lane = new CallLane((message) => this.#write(message));
  readonly #transport: Transport;
  readonly #mcp: { close(): Promise<void> };
  /** MCP requests that wait for an answer; an id may be there twice if the peer repeats itself. */
  readonly #waiting = new Map<RequestId, number>();
  #inFlight = 0;
  /** Answers that belong into a batch. */
  readonly #batched = new Map<RequestId, ((answer: JSONRPCMessage | undefined) => void)[]>();
  /** Our own requests to the peer that it has not answered. */
  readonly #asked = new Set<RequestId>();
  #direct = 0;
  #held = false;
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
    this.#maxDirect = maxDirect;
    this.#core = core;
    this.#input = input;
    this.#writer = new Writer(output, () => this.#flow());
    this.#reader = new FrameReader(maxBytes);
    this.#session = new LegacySession({
      surfaces: core.mcp.surfaces,
      place: LOCAL,
      reachable: () => this.#servers.legacy !== undefined,
      announce: () => void this.#servers.legacy?.sendToolListChanged().catch(() => {}),
    });
    this.#desk = core.desk(this.#session);
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
    const id = randomUUID();
    this.#mcp = serveStdio(
      ({ era }) => {
        const server = createMcpServer(
          core.mcp,
          era === 'legacy'
            ? { era, session: this.#session }
            : { era, sessionOf: (facts) => modernSession(core.mcp.surfaces, LOCAL, id, facts) },
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
    this.#held = true;
    this.#flow();
  }

  resume(): void {
    this.#held = false;
    this.#flow();
  }

  async close(): Promise<void> {
    if (this.#over) return this.closed;
    this.#over = true;
    this.#input.pause();
    this.#session.close();
    this.#lane.cancelAll();
    this.#desk.cancelAll();
    await this.#mcp.close();
    for (const server of Object.values(this.#servers)) this.#core.connected.delete(server);
    await this.#writer.end();
    this.#finish();
  }

  /** What the SDK has to say. */
  #send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message) {
      if ('id' in message) this.#asked.add(message.id);
      this.#write(message);
      if (this.#ended) this.#refuseAsked();
      return Promise.resolve();
    }
    const { id } = message;
    const batched = id === undefined ? undefined : this.#batched.get(id)?.shift();
    if (batched) batched(message);
    else this.#write(message);
    if (id !== undefined) this.#settle(id);
    return Promise.resolve();
  }

  // Bytes to messages.

  #frame(frame: Frame): void {
    if (frame.kind === 'fault') {
      this.#write(this.#desk.fault({ kind: frame.fault, reason: frame.reason }, ''));
      return;
    }
    const parsed = parseJson(frame.text);
    if (!parsed.ok) this.#write(this.#desk.fault({ kind: parsed.fault, reason: parsed.reason }, frame.text));
    else if (Array.isArray(parsed.value)) this.#batch(parsed.value, frame.text).catch(this.#lost);
    else this.#message(parsed.value, frame.text, false)?.then((answer) => this.#write(answer), this.#lost);
  }

  async #batch(values: readonly unknown[], raw: string): Promise<void> {
    if (values.length === 0 || values.length > MAX_BATCH) {
      const reason = values.length === 0 ? 'a batch is empty' : `a batch may have at most ${MAX_BATCH} messages`;
      this.#write(this.#desk.fault({ kind: 'envelope', reason }, raw));
      return;
    }
    const pending = values.map((value) => Promise.resolve(this.#message(value, JSON.stringify(value), true)));
    const answers = (await Promise.all(pending)).filter((answer) => answer !== undefined);
    if (answers.length > 0) this.#write(answers);
  }

  /** Routes one message. A promise: its answer, if it has one; nothing: the SDK will answer by itself. */
  #message(value: unknown, raw: string, inBatch: boolean): Promise<unknown> | undefined {
    const envelope = readEnvelope(value);
    const fault = (reason: string, id: RequestId | null): Promise<DirectAnswer> =>
      Promise.resolve(this.#desk.fault({ kind: 'envelope', reason }, raw, id));
    if (envelope.kind === 'invalid') return fault(envelope.reason, envelope.id);
    if (envelope.kind === 'response') {
      this.#asked.delete((value as { id: RequestId }).id);
      this.#transport.onmessage?.(value as JSONRPCMessage);
      return inBatch ? Promise.resolve(undefined) : undefined;
    }
    const id = envelope.kind === 'request' ? envelope.id : null;
    if (!this.#isMcp(envelope)) {
      if (!envelope.versioned && !this.#desk.lenient) return fault('jsonrpc must be "2.0"', id);
      return this.#directly(envelope, raw);
    }
    if (!envelope.versioned) return fault('jsonrpc must be "2.0"', id);
    const revision = revisionFault(envelope.params);
    if (envelope.kind === 'notification') {
      // Nobody can be told that a notification is of a revision we do not speak.
      if (revision === undefined && !this.#cancelled(envelope)) this.#transport.onmessage?.(value as JSONRPCMessage);
      return inBatch ? Promise.resolve(undefined) : undefined;
    }
    if (id === null) return fault('the id of an MCP request must not be null', null);
    const meta = metaFault(envelope.params);
    if (meta !== undefined) return fault(meta, id);
    if (revision !== undefined) return Promise.resolve({ jsonrpc: '2.0', id, error: revision });
    if (inBatch && (claimsRevision(envelope.params) || (this.#version ?? '') >= NO_BATCHES)) {
      return fault(`MCP has no batches since ${NO_BATCHES}`, id);
    }
    return this.#toSdk({ jsonrpc: '2.0', id, method: envelope.method, params: envelope.params }, inBatch);
  }

  #isMcp({ method, params }: Envelope & { kind: 'request' | 'notification' }): boolean {
    if (isMcp(method, params)) return true;
    // Between two who have shaken hands, an unknown name is MCP's to refuse.
    return this.#handshaken && this.#core.catalogue.byMethod(method) === undefined;
  }

  #toSdk(message: JSONRPCRequest, inBatch: boolean): Promise<unknown> | undefined {
    const { id, method } = message;
    if (method === 'initialize') this.#handshaken = true;
    // A subscription is answered only when it ends; it keeps nobody waiting.
    if (method !== 'subscriptions/listen') {
      if (this.#inFlight >= MAX_MCP) {
        const error = { code: -32000, message: 'Too many requests are in flight; wait for answers first.' };
        return Promise.resolve({ jsonrpc: '2.0', id, error });
      }
      this.#inFlight++;
      this.#waiting.set(id, (this.#waiting.get(id) ?? 0) + 1);
    }
    if (!inBatch) {
      const lane = this.#laneFor(message);
      if (lane) return this.#call(lane, message);
      this.#transport.onmessage?.(message);
      return undefined;
    }
    return new Promise((resolve) => {
      this.#batched.set(id, [...(this.#batched.get(id) ?? []), resolve]);
      this.#transport.onmessage?.(message);
    });
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
    // A call that was given up is settled already. The last answer must reach the writer before the connection closes.
    if (answer && this.#ended) setImmediate(() => this.#settle(id));
    else if (answer) this.#settle(id);
    return answer;
  }

  async #directly(envelope: Envelope & { kind: 'request' | 'notification' }, raw: string): Promise<DirectAnswer> {
    this.#direct++;
    this.#flow();
    const answered = envelope.kind === 'request';
    const id = envelope.kind === 'request' ? envelope.id : null;
    const { method, params } = envelope;
    try {
      return await this.#desk.answer({ id, method, params, raw }, answered);
    } finally {
      this.#direct--;
      this.#flow();
      // After the answer has been handed to the writer.
      setImmediate(() => this.#closeWhenIdle());
    }
  }

  /** Whether a notification cancelled something of ours; the SDK is told of its own, and never answers those. */
  #cancelled({ method, params }: Envelope & { kind: 'notification' }): boolean {
    if (method !== 'notifications/cancelled') return false;
    const id = params.requestId;
    if (typeof id !== 'string' && typeof id !== 'number') return false;
    if (this.#desk.cancel(id)) return true;
    if (this.#lane.cancel(id)) {
      this.#settle(id);
      return true;
    }
    if (this.#waiting.has(id)) {
      this.#batched.get(id)?.shift()?.(undefined);
      this.#settle(id);
    }
    return false;
  }

  #settle(id: RequestId): void {
    const count = this.#waiting.get(id) ?? 0;
    if (count > 0) this.#inFlight--;
    if (count > 1) this.#waiting.set(id, count - 1);
    else this.#waiting.delete(id);
    if (this.#batched.get(id)?.length === 0) this.#batched.delete(id);
    this.#closeWhenIdle();
  }

  #write(answer: unknown): void {
    if (answer === undefined) return;
    let json: string;
    try {
      json = JSON.stringify(answer);
    } catch (error) {
      // A tool handed out what has no JSON (a cycle, a big integer): its caller is told, not left waiting.
      this.#core.log.error('an answer has no JSON', { error });
      const { id = null } = answer as { readonly id?: RequestId | null };
      json = JSON.stringify(this.#desk.fault({ kind: 'refused', error: refusal(error) }, '', id));
    }
    this.#writer.write(encodeFrame(this.#reader.framing, json));
  }

  #lost = (error: unknown): void => this.#core.log.error('an answer was lost', { error });

  #flow(): void {
    if (this.#held || this.#writer.blocked || this.#direct >= this.#maxDirect) this.#input.pause();
    else if (this.#input.isPaused()) this.#input.resume();
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#reader.end((frame) => this.#frame(frame));
    this.#refuseAsked();
    this.#closeWhenIdle();
  }

  /** Nobody is left to answer what we asked: the calls that wait for it must not wait on. */
  #refuseAsked(): void {
    for (const id of this.#asked) {
      this.#asked.delete(id);
      const error = { code: -32000, message: 'The client closed its side before it answered.' };
      this.#transport.onmessage?.({ jsonrpc: '2.0', id, error });
    }
  }

  #closeWhenIdle(): void {
    if (this.#ended && this.#direct === 0 && this.#inFlight === 0) void this.close();
  }
}
