/**
 * The command on a real book, judged by others: the scenarios of the official conformance suite that ask for no tools of
 * the suite's own, and the Inspector's command line.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBench, type Bench } from './fixture-service.ts';
import { BIN, serveCommand, type ServerProcess } from './process.ts';

const execute = promisify(execFile);
const bin = (name: string) => join(import.meta.dirname, '../../../node_modules/.bin', name);

let bench: Bench;
let served: ServerProcess;
let keyed: KeyedServer;

beforeAll(async () => {
  bench = await openBench();
  served = await serveCommand(bench.service.url);
  keyed = await withKey(new URL(served.url), bench.apiKey);
});
afterAll(async () => {
  await keyed.close();
  await served.stop();
  await bench.close();
});

interface KeyedServer {
  readonly url: string;
  close(): Promise<void>;
}

/** The suite cannot send an API key as an IDE does, so it goes through a door that adds one and changes nothing else. */
async function withKey(server: URL, key: string): Promise<KeyedServer> {
  const door = createServer((incoming, outgoing) => {
    const onward = request(
      {
        host: server.hostname,
        port: server.port,
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, authorization: `Bearer ${key}` },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  const { port } = door.address() as AddressInfo;
  const close = async () => {
    door.closeAllConnections();
    await promisify(door.close.bind(door))();
  };
  return { url: `http://127.0.0.1:${port}${server.pathname}`, close };
}

/** These call `test_missing_capability`, a tool of the suite's own; the kernel's example has it and passes them. */
const NEED_THE_SUITES_TOOL = `server:
  - server-stateless:sep-2575-server-rejects-undeclared-capability
  - server-stateless:sep-2575-missing-capability-http-400
  - server-stateless:sep-2575-http-server-no-independent-requests-on-stream
  - server-stateless:sep-2575-server-no-log-without-loglevel
`;

describe('the official conformance suite', () => {
  const conformance = async (scenario: string, revision: string, excused?: string) => {
    const cwd = mkdtempSync(join(tmpdir(), 'conformance-'));
    const args = ['server', '--url', keyed.url, '--scenario', scenario, '--spec-version', revision];
    if (excused !== undefined) {
      writeFileSync(join(cwd, 'excused.yml'), excused);
      args.push('--expected-failures', 'excused.yml');
    }
    const { stdout } = await execute(bin('conformance'), args, { cwd, maxBuffer: 64 * 1024 * 1024 });
    rmSync(cwd, { recursive: true });
    return stdout;
  };

  test.each([
    ['2025-11-25', 'server-initialize', 3],
    ['2025-11-25', 'ping', 2],
    ['2025-11-25', 'tools-list', 3],
    ['2025-11-25', 'dns-rebinding-protection', 2],
    ['2026-07-28', 'tools-list', 4],
    ['2026-07-28', 'http-header-validation', 14],
    ['2026-07-28', 'caching', 8],
    ['2026-07-28', 'dns-rebinding-protection', 2],
  ])('of %s, %s passes with all its %i checks', async (revision, scenario, checks) => {
    expect(await conformance(scenario, revision)).toContain(`Passed: ${checks}/${checks}, 0 failed, 0 warnings`);
  });

  test('of 2026-07-28, server-stateless passes but for the checks that call a tool of the suite', async () => {
    const output = await conformance('server-stateless', '2026-07-28', NEED_THE_SUITES_TOOL);
    expect(output).toContain('Passed: 24/28, 4 failed, 0 warnings');
  });
});

describe("the Inspector's command line", () => {
  const inspect = async (...args: string[]) => {
    const { stdout } = await execute(bin('mcp-inspector'), ['--cli', ...args, '--format', 'json']);
    return (JSON.parse(stdout) as { result: Record<string, unknown> }).result;
  };
  const setting = ['--tool-name', 'get_settings', '--tool-args-json', '{"key":"ui.theme"}'];

  test('lists the tools over HTTP', async () => {
    const { tools } = await inspect(served.url, '--transport', 'http', '--method', 'tools/list');
    expect((tools as { name: string }[]).map(({ name }) => name)).toContain('describe_toolset');
  });

  test('calls one over HTTP, with the key in a header', async () => {
    const key = ['--header', `Authorization: Bearer ${bench.apiKey}`];
    const result = await inspect(served.url, '--transport', 'http', ...key, '--method', 'tools/call', ...setting);
    expect(result).toMatchObject({ structuredContent: { value: 'system' } });
  });

  test('calls one over stdio, with the key in the environment', async () => {
    const command = [process.execPath, BIN, '--api-url', bench.service.url];
    const result = await inspect(
      '-e',
      `ZORIVEST_API_KEY=${bench.apiKey}`,
      ...command,
      '--method',
      'tools/call',
      ...setting,
    );
    expect(result).toMatchObject({ structuredContent: { value: 'system' } });
  });

  test('is notified when a tool fails', async () => {
    const call = inspect(served.url, '--transport', 'http', '--method', 'tools/call', ...setting);
    await expect(call).rejects.toMatchObject({ code: 5 });
  });
});
