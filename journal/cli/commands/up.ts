// `zorivest up`: the service and the MCP server, running until this command is stopped.
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { hasBook, noteMcp } from '../home.ts';
import { printError, say, sayJson, style, UserError } from '../output.ts';
import { childEnv, lastLine, mcpProgram, spawnApi } from '../programs.ts';
import { linesOf, type ServiceLines } from '../service.ts';
import { Supervisor } from '../supervisor.ts';

export interface NewBook {
  readonly passphrase: string;
  /** Called as soon as the book exists, before the service answers. */
  readonly made: (book: MadeBook) => void;
}

export interface MadeBook {
  readonly home: string;
  readonly api_key: string;
}

export interface UpOptions {
  readonly json: boolean;
  readonly apiPort: number;
  readonly mcpPort: number;
  /** The origin of a page under development that may call the API from a browser. */
  readonly devOrigin?: string | undefined;
  /** Toolsets that every client is shown instead of the defaults, unless its own address names some. */
  readonly toolsets?: string;
  /** A book to make before anything else. */
  readonly newBook?: NewBook;
  /** Done while the MCP server starts, before it is reported as up. */
  readonly prepare?: (api: string) => Promise<void>;
  /** What else to say once everything answers. */
  readonly onReady?: (urls: { api: string; mcp: string | null }) => void | Promise<void>;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** The service on a fixed port: after a crash it must come back where everyone expects it. */
function superviseApi(home: string, options: UpOptions, report: (message: string) => void) {
  let port = options.apiPort;
  let url = '';
  let setup: string | undefined;
  const supervisor = new Supervisor({
    name: 'the API',
    report,
    start: async () => {
      // After a crash it is there, unless it was never made.
      const book = hasBook(home) ? undefined : options.newBook;
      const child = spawnApi(home, port, { devOrigin: options.devOrigin, newBook: book?.passphrase, setup: true });
      const lines = linesOf(child);
      book?.made(JSON.parse(await lines.next()) as MadeBook);
      const ready = JSON.parse(await lines.next()) as { readonly api: string; readonly setup?: string };
      const { api } = ready;
      tellUpgrades(lines, options.json ? printError : say);
      url = api;
      setup = ready.setup;
      port = Number(new URL(api).port);
      return child;
    },
  });
  return { supervisor, url: () => url, setup: () => setup };
}

/** The book is open: by which version for the first time, and where it is as it was. */
function tellUpgrades(lines: ServiceLines, tell: (text: string) => void): void {
  lines.rest((line) => {
    const { upgraded } = JSON.parse(line) as { upgraded?: { from: string; to: string; backup: string } };
    if (upgraded === undefined) return;
    tell(`Your book was last opened by Zorivest ${upgraded.from} and is now open in ${upgraded.to}.`);
    tell(`As it was before, it is in ${upgraded.backup}; \`zorivest restore\` brings it back.`);
  });
}

const ANSWER_WITHIN = 120_000;

const NEXT = `
The book opens to your passphrase, or to the key of an assistant.
  zorivest open               the app in your browser, signed in
  zorivest connect <client>   tells your assistant about it`;

async function startMcp(
  program: string,
  apiUrl: string,
  port: number,
  toolsets: string | undefined,
): Promise<ChildProcess> {
  const chosen = toolsets === undefined ? [] : ['--toolsets', toolsets];
  const child = spawn(process.execPath, [program, '--http', '--port', String(port), '--api-url', apiUrl, ...chosen], {
    // It ends when this pipe does: however this process ends, nothing it started lives on.
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...childEnv(), ZORIVEST_SUPERVISED: '1' },
  });
  // Its own word, not an answer on the port: there another program might be the one that answers.
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4000);
    if (output.includes('"message":"listening"')) resolve();
  });
  child.once('error', reject);
  child.once('close', () => reject(new UserError(`the MCP server did not start: ${inTheWordsOfUp(lastLine(output))}`)));
  const impatience = setTimeout(() => {
    child.kill('SIGKILL');
    reject(
      new UserError(`the MCP server did not say within ${ANSWER_WITHIN / 1000} s that it listens on port ${port}`),
    );
  }, ANSWER_WITHIN);
  try {
    await listening;
  } finally {
    clearTimeout(impatience);
  }
  return child;
}

/** Its own name and its own option say nothing to who typed `zorivest up`. */
const inTheWordsOfUp = (text: string): string =>
  text.replace(/^zorivest-mcp: /, '').replaceAll('--port', '--mcp-port or ZORIVEST_MCP_PORT');

export async function up(home: string, options: UpOptions): Promise<void> {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());

  const api = superviseApi(home, options, printError);
  await api.supervisor.start();

  const program = mcpProgram();
  let mcp: { supervisor: Supervisor; url: string } | undefined;
  try {
    if (program === null)
      printError('the MCP server (zorivest-mcp) is not installed or not built; only the API is running');
    else {
      const port = options.mcpPort === 0 ? await freePort() : options.mcpPort;
      const start = () => startMcp(program, api.url(), port, options.toolsets);
      const supervisor = new Supervisor({ name: 'the MCP server', report: printError, start });
      mcp = { supervisor, url: `http://127.0.0.1:${port}/mcp` };
    }
    await Promise.all([mcp?.supervisor.start(), options.prepare?.(api.url())]);
    if (mcp) noteMcp(home, mcp.url);
    const urls = { api: api.url(), mcp: mcp?.url ?? null };
    const setup = api.setup();
    if (options.json) sayJson({ ready: true, ...urls, ...(setup !== undefined && { setup }) });
    else {
      say(`${style('bold', 'Zorivest is up')}  (Ctrl-C stops it)`);
      say(`  API  ${urls.api}`);
      if (urls.mcp !== null) say(`  MCP  ${urls.mcp}`);
      if (setup !== undefined)
        say(`\nThere is no book in ${home} yet. Choose its passphrase at\n  ${style('bold', setup)}`);
      else if (!options.onReady) say(NEXT);
    }
    await options.onReady?.(urls);
    await asked;
  } finally {
    if (mcp) noteMcp(home, null);
    await mcp?.supervisor.stop();
    await api.supervisor.stop();
  }
}
