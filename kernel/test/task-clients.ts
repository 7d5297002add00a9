/** The official client of tasks, on both wires and in both eras. The SDK's own client knows no tasks of the stateless era. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import {
  createTaskSessionFromClient,
  toolDeclarationFromMcpTool,
  type TaskEnabledSession,
  type ToolDeclaration,
} from '@modelcontextprotocol/ext-tasks/client';
import { eras, type Era, type Message } from './clients.ts';

export type TaskWire = 'stdio' | 'HTTP';

type Fields = Readonly<Record<string, unknown>>;

/** A server as others start it. */
export interface ServerCommand {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What a client over HTTP sends along. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The server of these tests over a folder. */
export const taskServer =
  (folder: string) =>
  (wire: TaskWire): ServerCommand => ({
    args: ['--conditions=source', join(import.meta.dirname, 'task-server.ts'), folder, wire.toLowerCase()],
  });

const clientInfo = { name: 'task-runner', version: '1.0.0' };
const TASKS = 'io.modelcontextprotocol/tasks';

export interface TaskClient {
  readonly session: TaskEnabledSession;
  readonly client: Client;
  readonly declarations: ReadonlyMap<string, ToolDeclaration>;
  /** Sends a request as it stands and gives the whole answer. */
  readonly raw: (method: string, params: Fields) => Promise<Fields>;
  /** Every message of the server. */
  readonly heard: Message[];
  /** kill -9 */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** A server, and the official client before it. */
export async function startTaskClient(
  commandFor: (wire: TaskWire) => ServerCommand,
  wire: TaskWire,
  era: Era,
): Promise<TaskClient> {
  const capabilities = { elicitation: {}, ...(era === 'modern' ? { extensions: { [TASKS]: {} } } : {}) };
  const client = new Client(clientInfo, { capabilities, versionNegotiation: { mode: eras[era] } });
  const answerPerson = () => ({ action: 'accept', content: { name: 'Ada', confirm: true } }) as const;
  client.setRequestHandler('elicitation/create', answerPerson);
  const { transport, kill, end } = wire === 'stdio' ? overStdio(commandFor(wire)) : await overHttp(commandFor(wire));
  await client.connect(transport);
  const listed = (await client.listTools()).tools;
  const declarations = new Map(listed.map((tool) => [tool.name, toolDeclarationFromMcpTool(tool)]));
  const { send, heard } = rawSender(transport);
  const framing = { protocolVersion: '2026-07-28', clientInfo, clientCapabilities: capabilities };
  const raw = (method: string, params: Fields): Promise<Fields> => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': framing.protocolVersion,
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    };
    return send({ method, params: era === 'modern' ? { _meta, ...params } : params });
  };
  const common = {
    endpointId: 'task-server',
    tools: { currentTool: (name: string) => declarations.get(name) },
    onInputRequest: (() => Promise.resolve(answerPerson())) as never,
  };
  const session =
    era === 'legacy'
      ? createTaskSessionFromClient(client, common)
      : createTaskSessionFromClient(client, {
          ...common,
          rawDispatch: async (request) => {
            const { result, error } = await send(request as Fields);
            return (error === undefined ? { kind: 'result', result } : { kind: 'error', error }) as never;
          },
          v2RequestFraming: framing,
        });
  return {
    session,
    client,
    declarations,
    raw,
    heard,
    kill,
    close: async () => {
      await session.close();
      await client.close();
      await end();
    },
  };
}

function overStdio({ args, env }: ServerCommand) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...args],
    ...(env && { env: { ...env } }),
    stderr: 'ignore',
  });
  return {
    transport,
    kill: async () => {
      const closed = new Promise<void>((resolve) => {
        const { onclose } = transport;
        // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport is no EventTarget
        transport.onclose = () => {
          onclose?.();
          resolve();
        };
      });
      process.kill(transport.pid!, 'SIGKILL');
      await closed;
    },
    end: () => Promise.resolve(),
  };
}

async function overHttp({ args, env, headers = {} }: ServerCommand) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], ...(env && { env }) });
  for await (const line of createInterface({ input: child.stderr })) {
    const { url } = JSON.parse(line) as { readonly url?: string };
    if (url === undefined) continue;
    child.stderr.resume();
    const stop = (signal: NodeJS.Signals) => () => endProcess(child, signal);
    return {
      transport: new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
      kill: stop('SIGKILL'),
      end: stop('SIGTERM'),
    };
  }
  throw new Error('the server did not start');
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/** Requests past the SDK's client, which refuses answers it does not know. */
function rawSender(transport: Transport) {
  const waiting = new Map<unknown, (answer: Fields) => void>();
  const heard: Message[] = [];
  const { onmessage } = transport;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport is no EventTarget
  transport.onmessage = (message, extra) => {
    heard.push(message);
    const take = 'id' in message ? waiting.get(message.id) : undefined;
    if (take && 'id' in message) {
      waiting.delete(message.id);
      take(message as object as Fields);
    } else onmessage?.(message, extra);
  };
  let last = 0;
  const send = (request: Fields): Promise<Fields> => {
    const id = `raw-${++last}`;
    return new Promise((resolve, reject) => {
      waiting.set(id, resolve);
      transport.send({ jsonrpc: '2.0', id, ...request } as Message).catch(reject);
    });
  };
  return { send, heard };
}
