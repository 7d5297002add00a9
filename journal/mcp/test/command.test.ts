/** The command as an IDE starts it: a process on a pipe, flags and environment, and what each client is shown. */
import { spawn } from 'node:child_process';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBench, type Bench } from './fixture-service.ts';
import { BIN, serveCommand } from './process.ts';

let bench: Bench;

beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function run(args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [BIN, ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => (out += String(chunk)));
    child.stderr.on('data', (chunk) => (err += String(chunk)));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
  });
}

describe('over stdio', () => {
  it('speaks MCP with the key of the environment, and ends with its client', async () => {
    const client = new Client({ name: 'cursor', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [BIN, '--api-url', `${bench.service.url}/api/v1/`],
      env: { ...(process.env as Record<string, string>), ZORIVEST_API_KEY: bench.apiKey },
      stderr: 'ignore',
    });
    await client.connect(transport);
    expect(client.getServerVersion()).toMatchObject({ name: 'zorivest' });
    expect(client.getInstructions()).toContain('Zorivest');
    const result = await client.callTool({ name: 'get_settings', arguments: { key: 'ui.theme' } });
    expect(result.structuredContent).toMatchObject({ value: 'system' });
    const { pid } = transport;
    await client.close();
    await expect.poll(() => alive(pid)).toBe(false);
  });

  it('without a key says what is missing', async () => {
    const client = new Client({ name: 'cursor', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
    const env = { ...(process.env as Record<string, string>), ZORIVEST_API_KEY: '' };
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [BIN, '--api-url', bench.service.url],
        env,
        stderr: 'ignore',
      }),
    );
    const result = await client.callTool({ name: 'get_settings', arguments: {} });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain('zorivest keys');
    await client.close();
  });
});

function alive(pid: number | null): boolean {
  try {
    return pid !== null && process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('--list-tools', () => {
  it('shows and explains what a client would see', async () => {
    const { code, out } = await run(['--list-tools', '--as', 'cursor']);
    expect(code).toBe(0);
    expect(out).toContain('"cursor" is of the family cursor');
    expect(out).toContain("the server's defaults");
    expect(out).toMatch(/^\d+ tools, \d+ bytes/);
  });
});

describe('what cannot be served is refused in words', () => {
  it('an unknown toolset', async () => {
    const { code, out, err } = await run(['--toolsets', 'trades']);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain('Known toolsets: core, discovery, trade-analytics');
  });

  it('a port that is taken', async () => {
    const { wire } = await bench.serve();
    const { code, err } = await run(['--http', '--port', String(wire.port)]);
    expect(code).toBe(2);
    expect(err).toContain('is taken');
  });
});

it('--help has an example', async () => {
  expect((await run(['--help'])).out).toContain('Example');
});

it('over HTTP ends when it is asked to, after what is in flight', async () => {
  const served = await serveCommand(bench.service.url);
  const assistant = await bench.connect('claude-code', { url: served.url });
  expect((await assistant.call('get_settings')).isError).toBe(false);
  expect(await served.stop()).toBe(0);
});
