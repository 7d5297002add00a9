/** A real service on a real encrypted book, our server in front of it, and real MCP clients: what the tests run on. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { initBook, startService, type Service, type ServiceOptions } from '@zorivest/api';
import { demoBook } from '@zorivest/demo';
import { quickKdf } from '@zorivest/api/test/quick-kdf';
import { createClient, type JournalClient, type Role } from '@zorivest/contract';
import type { HttpWire } from '@zorivest/kernel';
import { silentLogger } from '@zorivest/kernel/log';
import { createJournalServer, type JournalServer, type JournalServerOptions } from '../index.ts';

export interface Answer {
  readonly isError: boolean;
  /** The JSON of the text part; for a failure its `error`. */
  readonly data: Record<string, unknown>;
  readonly content: readonly { readonly type: string; readonly text?: string; readonly data?: string }[];
  readonly structured: Record<string, unknown> | undefined;
}

export interface Assistant {
  readonly client: Client;
  call(name: string, args?: Record<string, unknown>): Promise<Answer>;
  names(): Promise<string[]>;
}

export interface Bench {
  readonly home: string;
  readonly apiKey: string;
  readonly service: Service;
  /** The service itself, as an admin: to prepare and to verify. */
  readonly api: JournalClient;
  /** The service as the person who knows the passphrase: enters keys and approves. */
  readonly person: JournalClient;
  /** Puts the clock of the service forward. */
  advance(milliseconds: number): void;
  keyFor(role: Role): Promise<string>;
  /** Our server, started with these options. */
  serve(options?: Partial<JournalServerOptions>): Promise<{ readonly server: JournalServer; readonly wire: HttpWire }>;
  /** A client of this name on a server of its own, or on a given one. */
  connect(name: string, options?: Connect): Promise<Assistant>;
  close(): Promise<void>;
}

interface Connect {
  readonly server?: Partial<JournalServerOptions>;
  readonly url?: string;
  readonly key?: string | null;
  readonly era?: 'legacy' | 'modern';
  readonly path?: string;
  /** Says that it shows pages. */
  readonly draws?: boolean;
  /** Answers the server's questions to the person. Claude's agrees to everything by default; null cannot be asked. */
  readonly person?: ((message: string) => 'accept' | 'decline') | null;
  /** Sends its person to a page. */
  readonly opens?: (url: string) => void;
  /** The model the client lends: answers what the server asks it to write. */
  readonly model?: (prompt: string) => string;
}

const DRAWS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };

const agreeing = () => 'accept' as const;

const passphrase = 'correct horse battery staple';

/** `outside` is how the service reaches the world. A service that is asked to end is started again, as by a supervisor. */
export async function openBench(outside: Pick<ServiceOptions, 'fetch'> = {}): Promise<Bench> {
  const home = mkdtempSync(join(tmpdir(), 'zorivest-mcp-'));
  const { api_key: apiKey } = await initBook(home, passphrase, quickKdf);
  let ahead = 0;
  let restarted: Promise<void> | undefined;
  const start = (port: number) =>
    startService({
      demo: demoBook,
      home,
      port,
      now: () => new Date(Date.now() + ahead),
      onStop: () => {
        restarted = restart();
      },
      ...outside,
    });
  let service = await start(0);
  const restart = async () => {
    await service.stop();
    service = await start(Number(new URL(service.url).port));
  };
  const api = createClient({ baseUrl: service.url, auth: { kind: 'key', apiKey } });
  const closing: (() => Promise<unknown>)[] = [];

  const serve: Bench['serve'] = async (options = {}) => {
    const server = createJournalServer({ apiUrl: service.url, apiKey, log: silentLogger, ...options });
    const wire = await server.http({ port: 0 });
    closing.unshift(() => server.close());
    return { server, wire };
  };

  return {
    home,
    apiKey,
    get service() {
      return service;
    },
    api,
    person: createClient({ baseUrl: service.url, auth: { kind: 'passphrase', passphrase } }),
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
    keyFor: async (role) => (await api.auth.createKey({ body: { name: role, role } })).raw_key,
    serve,
    connect: async (name, options = {}) => {
      const url = options.url ?? (await serve(options.server)).wire.url;
      const key = options.key === undefined ? apiKey : options.key;
      const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
      const { person = name.startsWith('claude') ? agreeing : null, model } = options;
      const client = new Client(
        { name, version: '1.0.0' },
        {
          capabilities: {
            ...(person && { elicitation: { form: {}, ...(options.opens && { url: {} }) } }),
            ...(model && { sampling: {} }),
            ...(options.draws && DRAWS),
          },
          versionNegotiation: { mode: options.era === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
        },
      );
      if (person) {
        client.setRequestHandler('elicitation/create', ({ params }) => {
          if (params.mode === 'url') {
            options.opens?.(params.url);
            return { action: 'accept' };
          }
          return person(params.message) === 'accept'
            ? { action: 'accept', content: { confirm: true } }
            : { action: 'decline' };
        });
      }
      if (model) {
        client.setRequestHandler('sampling/createMessage', ({ params }) => {
          const text = model(JSON.stringify(params.messages));
          return { role: 'assistant', model: 'lent-model', content: { type: 'text', text } };
        });
      }
      const address = new URL(url + (options.path ?? ''));
      await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
      closing.unshift(() => client.close());
      return assistant(client);
    },
    close: async () => {
      for (const end of closing) await end().catch(() => undefined);
      await restarted;
      await service.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function assistant(client: Client): Assistant {
  return {
    client,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}) => {
      const result = await client.callTool({ name, arguments: args });
      const content = result.content as Answer['content'];
      const text = content[0]?.text ?? '{}';
      const data = (text.startsWith('{') ? JSON.parse(text) : { text }) as Record<string, unknown>;
      const isError = result.isError === true;
      return {
        isError,
        data: isError ? (data.error as Record<string, unknown>) : data,
        content,
        structured: result.structuredContent as Record<string, unknown> | undefined,
      };
    },
  };
}
