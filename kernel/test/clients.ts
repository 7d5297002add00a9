/** The official client on every wire and in both eras. */
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { command, Pipe, startHttp, type RunningHttp } from './example.ts';

export type Message = Parameters<Transport['send']>[0];

export const eras = { legacy: 'legacy', modern: { pin: '2026-07-28' } } as const;
export type Era = keyof typeof eras;

export const wires = ['stdio, lines', 'stdio, headers', 'HTTP'] as const;
export type Wire = (typeof wires)[number];

/** The official client has no transport for Content-Length framing, so it gets one. */
class HeaderTransport implements Transport {
  readonly #pipe = new Pipe('headers');
  onmessage?: Transport['onmessage'];
  onclose?: (() => void) | undefined;

  start(): Promise<void> {
    this.#pipe.take = (message) => this.onmessage?.(message as Message);
    return Promise.resolve();
  }

  send(message: Message): Promise<void> {
    this.#pipe.write(message);
    return Promise.resolve();
  }

  async close(): Promise<void> {
    await this.#pipe.end();
    this.onclose?.();
  }
}

let shared: Promise<RunningHttp> | undefined;

export async function stopShared(): Promise<void> {
  await (await shared)?.stop();
}

async function transportFor(wire: Wire): Promise<Transport> {
  if (wire === 'stdio, lines') return new StdioClientTransport({ ...command, args: [...command.args, '--stdio'] });
  if (wire === 'stdio, headers') return new HeaderTransport();
  shared ??= startHttp();
  return new StreamableHTTPClientTransport(new URL((await shared).url));
}

/** The person behind the client: one who agrees, one who does not, or none that can be asked. */
export type PersonBehind = 'yes' | 'no' | 'none';

const replies = {
  yes: { action: 'accept', content: { confirm: true } },
  no: { action: 'decline' },
} as const;

export interface ClientConnection {
  readonly client: Client;
  /** What the person was asked, over the life of the connection. */
  readonly asked: string[];
  /** Every message of the server, as it arrived. */
  readonly heard: Message[];
}

/** Shows pages, too: what a client without them gets is a matter of surfaces, tested there. */
const DRAWS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };

export async function connect(wire: Wire, era: Era, behind: PersonBehind): Promise<ClientConnection> {
  const asked: string[] = [];
  const client = new Client(
    { name: 'case-runner', version: '1.0.0' },
    {
      capabilities: { ...(behind === 'none' ? {} : { elicitation: {} }), ...DRAWS },
      versionNegotiation: { mode: eras[era] },
    },
  );
  if (behind !== 'none') {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      return replies[behind];
    });
  }
  const transport = await transportFor(wire);
  await client.connect(transport);
  const heard: Message[] = [];
  const { onmessage } = transport;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport is no EventTarget
  transport.onmessage = (message, extra) => {
    heard.push(message);
    onmessage?.(message, extra);
  };
  return { client, asked, heard };
}
