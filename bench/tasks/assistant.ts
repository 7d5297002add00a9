/** A client of the journal's server over its own stdio wire, in this process: it says its name, lists and calls. */
import { PassThrough } from 'node:stream';
import { silentLogger } from '@zorivest/kernel/log';
import { createJournalServer, type JournalServerOptions } from '@zorivest/mcp-server';

export interface Answer {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Assistant {
  readonly tools: readonly { readonly name: string }[];
  call(name: string, args: object): Promise<Answer>;
  close(): Promise<void>;
}

interface Result {
  readonly isError?: boolean;
  readonly content?: readonly { readonly text?: string }[];
  readonly tools?: readonly { readonly name: string }[];
}

/** Null: a host of the stateless era, whose name says nothing. */
export async function openAssistant(client: string | null, options: JournalServerOptions): Promise<Assistant> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const server = createJournalServer({ log: silentLogger, ...options });
  const wire = server.stdio({ input, output });
  const waiting = new Map<number, (message: { result?: Result; error?: object }) => void>();
  let rest = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = JSON.parse(line) as { id?: number; result?: Result; error?: object };
      if (message.id !== undefined) waiting.get(message.id)?.(message);
    }
  });
  let id = 0;
  const request = (method: string, params: object): Promise<Result> => {
    const own = ++id;
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'any', version: '1.0.0' },
    };
    const full = client === null ? { ...params, _meta: meta } : params;
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id: own, method, params: full })}\n`);
    return new Promise((resolve, reject) => {
      waiting.set(own, ({ result, error }) => {
        waiting.delete(own);
        if (result === undefined) reject(new Error(`${method}: ${JSON.stringify(error)}`));
        else resolve(result);
      });
    });
  };
  if (client !== null) {
    const clientInfo = { name: client, version: '1.0.0' };
    await request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    input.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }
  const { tools = [] } = await request('tools/list', {});
  return {
    tools,
    call: async (name, args) => {
      const { isError = false, content = [] } = await request('tools/call', { name, arguments: args });
      const text = content.map((part) => part.text ?? '').join('');
      const data = (text.startsWith('{') ? JSON.parse(content[0]?.text ?? '{}') : {}) as Answer['data'];
      return { isError, text, data };
    },
    close: async () => {
      input.end();
      await wire.closed;
      await server.close();
    },
  };
}
