/** From nothing to an answer: a new book, the service, an assistant connected by one command, and its first question. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ZORIVEST = join(import.meta.dirname, '../../cli/bin/zorivest.js');
const folder = mkdtempSync(join(tmpdir(), 'newcomer-'));
const env = { PATH: process.env.PATH ?? '', HOME: folder, ZORIVEST_HOME: join(folder, 'book') };
const ports: string[] = [];
let service: ReturnType<typeof spawn>;

function zorivest(...args: readonly string[]): unknown {
  const { stdout, stderr, status } = spawnSync(process.execPath, [ZORIVEST, ...args, '--json'], {
    env,
    input: 'correct horse battery staple\n',
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** An unused port; the configuration of a client names it before the service listens there. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

beforeAll(async () => {
  zorivest('init');
  ports.push('--api-port', await freePort(), '--mcp-port', await freePort());
  service = spawn(process.execPath, [ZORIVEST, 'up', '--json', ...ports], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  if (service.stdout) await once(service.stdout, 'data');
});
afterAll(async () => {
  service.kill('SIGTERM');
  await once(service, 'exit');
  rmSync(folder, { recursive: true });
});

interface Entry {
  readonly url?: string;
  readonly headers?: Record<string, string>;
  readonly command?: string;
  readonly args?: string[];
  readonly env?: Record<string, string>;
}

describe.each(['cursor', 'claude-desktop'])('%s', (name) => {
  it('asks its first question by the file that was written for it', async () => {
    const { path } = zorivest('connect', name, ...ports) as { path: string };
    const { mcpServers } = JSON.parse(readFileSync(path, 'utf8')) as { mcpServers: Record<string, Entry> };
    const { url, headers = {}, command = '', args = [], env: configEnv = {} } = mcpServers.zorivest ?? {};
    const client = new Client({ name, version: '1.0.0' });
    await client.connect(
      url === undefined
        ? new StdioClientTransport({ command, args, env: { PATH: env.PATH, ...configEnv }, stderr: 'ignore' })
        : new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
    );
    const { isError, content } = await client.callTool({ name: 'list_trades', arguments: {} });
    await client.close();
    expect(isError).not.toBe(true);
    expect(content[0]).toMatchObject({ text: expect.stringContaining('"total":0') as string });
  });
});
