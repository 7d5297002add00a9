/**
 * The hot path of a stdio connection. Once the two sides have agreed on an era, a `tools/call` need not pass the SDK's
 * general machinery, which would look at each message some ten times: it goes straight to the same answer the SDK would
 * have asked for. Every unusual request is left to the SDK.
 */
import { ProtocolError } from '@modelcontextprotocol/server';
import type { ClientLogLevel } from '../call/context.ts';
import type { RequestId } from './envelope.ts';
import { CAPABILITIES_KEY, type Incoming } from './incoming.ts';
import type { McpServer } from './mcp-server.ts';
import { MODERN_VERSION, VERSION_KEY } from './methods.ts';

type Fields = Readonly<Record<string, unknown>>;

const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo';
const LOG_LEVEL_KEY = 'io.modelcontextprotocol/logLevel';
const LEVELS: readonly ClientLogLevel[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];

export interface LaneRequest {
  readonly id: RequestId;
  readonly params: Fields;
}

export class CallLane {
  readonly #write: (message: unknown) => void;
  readonly #running = new Map<RequestId, AbortController>();

  constructor(write: (message: unknown) => void) {
    this.#write = write;
  }

  /** Whether a request of the stateless era is plain enough for this lane. */
  static isPlain({ _meta: meta }: Fields): boolean {
    if (typeof meta !== 'object' || meta === null) return false;
    const { [VERSION_KEY]: version, [CAPABILITIES_KEY]: capabilities, [LOG_LEVEL_KEY]: level } = meta as Fields;
    return (
      version === MODERN_VERSION &&
      typeof capabilities === 'object' &&
      capabilities !== null &&
      !Array.isArray(capabilities) &&
      (level === undefined || LEVELS.includes(level as ClientLogLevel))
    );
  }

  /** Gives up a running call, which is then not answered; `false` when it is none of ours. */
  cancel(id: RequestId): boolean {
    const controller = this.#running.get(id);
    controller?.abort();
    return controller !== undefined;
  }

  cancelAll(): void {
    for (const controller of this.#running.values()) controller.abort();
  }

  /** Runs one call; resolves with its answer, or with nothing when it was given up. */
  async run(server: McpServer, era: 'legacy' | 'modern', { id, params }: LaneRequest): Promise<Fields | undefined> {
    const controller = new AbortController();
    const { signal } = controller;
    this.#running.set(id, controller);
    try {
      const result = await server.call(params, this.#incoming(server, era, id, params, signal));
      if (signal.aborted) return undefined;
      return { jsonrpc: '2.0', id, result: era === 'legacy' ? result : stamp(result as Fields, server) };
    } catch (error) {
      if (signal.aborted) return undefined;
      return { jsonrpc: '2.0', id, error: errorOf(error) };
    } finally {
      if (this.#running.get(id) === controller) this.#running.delete(id);
    }
  }

  #incoming(server: McpServer, era: 'legacy' | 'modern', id: RequestId, params: Fields, signal: AbortSignal): Incoming {
    const meta = (params._meta ?? {}) as Fields;
    const notify = (method: string, values: object) => {
      this.#write({ jsonrpc: '2.0', method, params: values });
      return Promise.resolve();
    };
    return {
      id,
      method: 'tools/call',
      signal,
      // Checked before the request came here.
      progressToken: meta.progressToken as string | number | undefined,
      capabilities: (meta[CAPABILITIES_KEY] ?? {}) as Fields,
      requestState: params.requestState,
      inputResponses: (params.inputResponses ?? {}) as Fields,
      notify,
      log: (level, data, logger) => {
        if (era === 'legacy') return server.sendLoggingMessage({ level, data, logger });
        const wanted = meta[LOG_LEVEL_KEY] as ClientLogLevel | undefined;
        if (wanted === undefined || LEVELS.indexOf(level) < LEVELS.indexOf(wanted)) return Promise.resolve();
        return notify('notifications/message', { level, data, logger });
      },
    };
  }
}

/** What every result of the stateless era states about itself. */
function stamp(result: Fields, server: McpServer): Fields {
  return {
    ...result,
    resultType: result.resultType ?? 'complete',
    _meta: { [SERVER_INFO_KEY]: server.info },
  };
}

function errorOf(error: unknown): Fields {
  if (!(error instanceof ProtocolError)) return { code: -32603, message: 'Internal error' };
  const { code, message, data } = error;
  return { code, message, ...(data === undefined ? {} : { data }) };
}
