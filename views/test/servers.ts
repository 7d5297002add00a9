// The three servers as a host has them: started as people start them, by a client that says it draws views.
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { newTestHome, startWorkerProcess } from 'swimmy-mcp/test/support';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Showing } from './stage.ts';

export type Result = NonNullable<Showing['result']>;
export type Args = Record<string, unknown>;

export interface TestServer {
  readonly client: Client;
  readonly call: (name: string, args?: Args) => Promise<Result>;
  /** The page of a view, as the server serves it. */
  readonly page: (view: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

const ROOT = join(import.meta.dirname, '../..');
const DRAWS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };

async function serve(
  server: string,
  transport: Transport,
  ended: () => Promise<void> = async () => {},
): Promise<TestServer> {
  const client = new Client({ name: 'test-host', version: '1.0.0' }, { capabilities: DRAWS });
  await client.connect(transport);
  const pages = new Map<string, string>();
  return {
    client,
    call: (name, args = {}) => client.callTool({ name, arguments: args }),
    async page(view) {
      const known = pages.get(view);
      if (known !== undefined) return known;
      const { contents } = await client.readResource({ uri: `ui://${server}/${view}` });
      const [{ text = '', mimeType } = {}] = contents as { readonly mimeType?: string; readonly text?: string }[];
      if (mimeType !== 'text/html;profile=mcp-app') throw new Error(`${view} is served as ${mimeType}`);
      pages.set(view, text);
      return text;
    },
    close: async () => {
      await client.close();
      await ended();
    },
  };
}

export function openJournal(mcpUrl: string, apiKey: string): Promise<TestServer> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const address = new URL(`${mcpUrl}?toolsets=all`);
  return serve('zorivest', new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
}

const BUDGETS = 'budgets:\n  "*":\n    queries_per_request: 40\n    endpoint_p95_ms: 2000\n';

/** With recordings of a WordPress in its store and budgets; gives their ids, and an endpoint that all of them hold. */
export async function openPerf(): Promise<TestServer & { readonly ids: Readonly<Record<string, string>> }> {
  const home = await mkdtemp(join(tmpdir(), 'perf-views-'));
  await writeFile(join(home, 'mcp-perf.yaml'), BUDGETS);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(ROOT, 'perf/bin/mcp-perf-server.js')],
    env: { ...(process.env as Record<string, string>), MCP_PERF_HOME: home },
    cwd: home,
    stderr: 'ignore',
  });
  const server = await serve('perf', transport, () => rm(home, { recursive: true, force: true }));
  const ids: Record<string, string> = {};
  for (const fault of ['clean', 'n_plus_one', 'release_500']) {
    const folder = join(ROOT, 'perf/examples', fault);
    const paths = (await readdir(folder)).map((name) => join(folder, name));
    const { structuredContent, content } = await server.call('artifacts_ingest', {
      artifacts: paths.map((path) => ({ path })),
    });
    const id = (structuredContent as { normalized_snapshot_id?: string } | undefined)?.normalized_snapshot_id;
    if (id === undefined) throw new Error(`not ingested: ${JSON.stringify(content).slice(0, 300)}`);
    ids[fault] = id;
  }
  const analysed = await server.call('analysis_run', { normalized_snapshot_id: ids.clean, details: true });
  const { aggregates } = analysed.structuredContent as {
    readonly aggregates: { readonly top_endpoints: readonly { readonly endpoint: string }[] };
  };
  return { ...server, ids: { ...ids, endpoint: aggregates.top_endpoints[0]?.endpoint ?? '' } };
}

/** With the sample strategy run to its end; gives its id. */
export async function openSwimmy(): Promise<TestServer & { readonly requestId: string }> {
  const testHome = await newTestHome();
  await cp(join(ROOT, 'swimmy/examples'), join(testHome.home, 'swimmy/examples'), { recursive: true });
  const worker = await startWorkerProcess(testHome);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(ROOT, 'swimmy/bin/swimmy-mcp.js')],
    env: testHome.env,
    cwd: testHome.home,
    stderr: 'ignore',
  });
  const server = await serve('swimmy', transport, async () => {
    await worker.stop();
    await testHome[Symbol.asyncDispose]();
  });
  const request = JSON.parse(await readFile(join(ROOT, 'swimmy/examples/golden-cross.json'), 'utf8')) as Args;
  const { structuredContent, content } = await server.call('backtest_submit', request);
  const requestId = (structuredContent as { request_id?: string } | undefined)?.request_id;
  if (requestId === undefined) throw new Error(`not submitted: ${JSON.stringify(content).slice(0, 300)}`);
  await server.call('backtest_result', { request_id: requestId, wait_seconds: 120 });
  return { ...server, requestId };
}

/** The kernel's example, whose page is drawn by a function of its own. */
export async function openExample(): Promise<TestServer> {
  const server = await serve(
    'kernel-example',
    new StdioClientTransport({
      command: process.execPath,
      args: [join(ROOT, 'kernel/bin/example.js'), '--stdio', '--plain'],
      stderr: 'ignore',
    }),
  );
  await server.call('add_note', { text: 'Buy tea </script> and bread' });
  return server;
}
