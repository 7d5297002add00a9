/**
 * A key that the person gives with a click: this process asks the service under the name of its client, the app shows who
 * wants to connect, and after a yes the key is in the home, which only the person's own programs can read.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Readable } from 'node:stream';
import { ApiUnreachable, createClient, isServiceOf, type JournalClient } from '@zorivest/contract';
import { KernelError } from '@zorivest/kernel';

const ASK_EVERY = 2000;
const ASK_WITHIN = 10_000;

/** What a client calls itself -> what its person calls it. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/claude-code/i, 'Claude Code'],
  [/^claude|^mcpb/i, 'Claude Desktop'],
  [/cursor/i, 'Cursor'],
  [/visual studio code|vs-?code/i, 'VS Code'],
  [/gemini/i, 'Gemini CLI'],
];

const LONGEST_NAME = 60;

function nameOf(client: string): string {
  return NAMES.find(([match]) => match.test(client))?.[1] ?? client.slice(0, LONGEST_NAME);
}

export interface PairedKey {
  /** The key, once the person has agreed; before that it rejects with what to do. */
  read(): Promise<string>;
  /** Names the client: the person gets the card immediately, without waiting for a first call. */
  introduce(client: string): void;
}

interface PairedKeyOptions {
  readonly home: string;
  readonly apiUrl: string;
  readonly fetch?: typeof globalThis.fetch;
}

export function createPairedKey({ home, apiUrl, fetch }: PairedKeyOptions): PairedKey {
  let client = 'An assistant';
  let isAsking = false;

  const ask = async () => {
    // Read each time: a restarted service has another.
    const secret = readText(join(home, 'local.secret'));
    // Nothing is sent to a program that has taken the port of a stopped service.
    const isOurs = await isServiceOf(secret, apiUrl, fetch, AbortSignal.timeout(ASK_WITHIN)).catch((error: unknown) => {
      const at = new URL(apiUrl).origin;
      const detail = `the Zorivest service does not answer at ${at}; start it with \`zorivest up\``;
      throw new ApiUnreachable('backend_unreachable', detail, error);
    });
    if (!isOurs)
      throw new KernelError(
        'not_connected',
        `The program at ${new URL('/', apiUrl).href} is not the service of the journal in ${home}. Start the service with \`zorivest up\`.`,
      );
    const headers = { 'x-zorivest-local': secret, 'x-zorivest-client': 'mcp' };
    const service: JournalClient = createClient({ baseUrl: apiUrl, headers, ...(fetch && { fetch }) });
    return service.pairings.ask({ body: { client } }, { timeoutMs: ASK_WITHIN });
  };

  const keepAsking = async (): Promise<void> => {
    // No book yet, or no service: the card waits for both.
    const status = await ask().then(
      (asked) => asked.status,
      () => null,
    );
    if (status === null) setTimeout(() => void keepAsking(), ASK_EVERY).unref();
  };

  return {
    async read() {
      const { status, key_file } = await ask();
      if (status === 'denied')
        throw new KernelError(
          'not_connected',
          `The person does not let ${client} connect to the journal. Do not try again; Zorivest asks again after a restart.`,
        );
      if (status === 'waiting')
        throw new KernelError(
          'not_connected',
          `Zorivest asks its person whether ${client} may connect: they press Allow in the app at ${new URL('/', apiUrl).href}. Try again then.`,
        );
      return keyIn(join(home, key_file));
    },
    introduce(name) {
      client = nameOf(name);
      if (isAsking) return;
      isAsking = true;
      void keepAsking();
    },
  };
}

/** Passes on the client's name from its first message; the message itself is left as it is. */
export function listenForClient(input: Readable, heard: (client: string) => void): void {
  let text = '';
  const listen = (chunk: Buffer | string) => {
    text += chunk.toString();
    const end = text.indexOf('\n');
    if (end < 0 && text.length < 65_536) return;
    input.off('data', listen);
    const name = clientIn(text.slice(0, end));
    if (name !== null) heard(name);
  };
  input.on('data', listen);
}

function clientIn(line: string): string | null {
  try {
    const { params } = JSON.parse(line) as { params?: Record<string, unknown> };
    const meta = params?.['_meta'] as Record<string, unknown> | undefined;
    const info = params?.['clientInfo'] ?? meta?.['io.modelcontextprotocol/clientInfo'];
    const name = (info as { name?: unknown } | undefined)?.name;
    return typeof name === 'string' && name.trim() !== '' ? name : null;
  } catch {
    return null;
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

function keyIn(path: string): string {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as { readonly api_key: string }).api_key;
  } catch {
    throw new KernelError('not_connected', `The key in ${path} cannot be read. Remove that file and try again.`);
  }
}
