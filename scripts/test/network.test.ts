// Which addresses our programs contact without a request: only this machine. Every connection is
// recorded by the system's own trace, native parts included.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { straceFault } from '../../journal/api/test/crash-points.ts';
import { overStdio } from '../../journal/mcp/test/stdio-client.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'network-'));
const fault = straceFault();
const env = { ...process.env, HOME: folder, MCP_PERF_HOME: join(folder, 'perf'), SWIMMY_HOME: join(folder, 'swimmy') };

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A command, and the file that records its connections and those of its children. */
function traceCommand(name: string, args: readonly string[]) {
  const log = join(folder, `${name}.trace`);
  const command = ['-f', '-qq', '-e', 'trace=connect,sendto,sendmsg', '-s', '0', '-o', log, process.execPath, ...args];
  return { log, command };
}

/** Asks the program itself to end, and the trace with it: a signal to the tracer alone would not reach it. */
async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  await ended;
}

/** The addresses outside this machine in a trace; a name server is outside wherever it listens, since it asks others. */
function foreignIn(log: string): string[] {
  const text = readFileSync(log, 'utf8');
  const found = text.matchAll(/(?:inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)")/g);
  const all = [...found].map(([, four, six]) => four ?? six ?? '');
  const foreign = [...new Set(all)].filter((address) => !/^(?:127\.|::1$|::ffff:127\.|0\.0\.0\.0$|::$)/.test(address));
  return text.includes('htons(53)') ? [...foreign, 'a name server'] : foreign;
}

it('a traced connection to a foreign address, or a name lookup, is reported', () => {
  const log = join(folder, 'planted.trace');
  writeFileSync(
    log,
    `1 connect(20, {sa_family=AF_INET, sin_port=htons(8765), sin_addr=inet_addr("127.0.0.1")}, 16) = 0
1 connect(21, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("127.0.0.53")}, 16) = 0
1 connect(22, {sa_family=AF_INET6, sin6_port=htons(443), inet_pton(AF_INET6, "2001:db8::1", &sin6_addr)}, 28) = 0
`,
  );
  expect(foreignIn(log)).toEqual(['2001:db8::1', 'a name server']);
});

it.skipIf(fault !== null)('the journal, from quickstart to a stop', async () => {
  const home = join(folder, 'book');
  const bin = join(root, 'journal/cli/bin/zorivest.js');
  const args = [bin, 'quickstart', '--json', '--home', home, '--api-port', '0', '--mcp-port', '0'];
  const { log, command } = traceCommand('journal', args);
  const child = spawn('strace', command, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { api } = JSON.parse(line.toString()) as { api: string };
  const { api_key: key } = JSON.parse(readFileSync(join(home, 'first-run.json'), 'utf8')) as { api_key: string };
  for (const path of ['health', 'positions', 'analytics/expectancy', 'tax/lots'])
    await fetch(`${api}/api/v1/${path}`, { headers: { authorization: `Bearer ${key}` } });
  await end(child);
  expect(existsSync(log)).toBe(true);
  expect(foreignIn(log)).toEqual([]);
});

it('a proxy of the environment gets no request to this machine', async () => {
  const heard: string[] = [];
  const proxy = createServer(({ url }, response) => {
    heard.push(String(url));
    response.writeHead(502).end();
  });
  proxy.on('connect', ({ url }, socket) => {
    heard.push(String(url));
    socket.destroy();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const behind = { ...env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: address, http_proxy: address, NO_PROXY: 'example.org' };
  const home = join(folder, 'behind');
  const bin = join(root, 'journal/cli/bin/zorivest.js');
  const zorivest = (...args: string[]) => {
    const input = 'a passphrase behind a proxy\n';
    const printed = execFileSync(process.execPath, [bin, ...args, '--home', home, '--json'], { env: behind, input });
    return JSON.parse(printed.toString()) as Record<string, unknown>;
  };
  const { api_key } = zorivest('init') as { api_key: string };
  const ports = ['--api-port', '0', '--mcp-port', '0'];
  const up = spawn(process.execPath, [bin, 'up', '--json', '--home', home, ...ports], {
    env: behind,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  try {
    await once(up.stdout, 'data');
    expect(zorivest('service', 'status')).toMatchObject({ running: true });
    const assistant = await overStdio(process.execPath, [bin, 'mcp', '--home', home], {
      ...(behind as Record<string, string>),
      ZORIVEST_API_KEY: api_key,
    });
    expect(await assistant.ask('list_accounts')).toMatchObject({ items: [{ account_id: 'main' }] });
    await assistant.close();
  } finally {
    await end(up);
  }
  expect(heard).toEqual([]);
});

it.skipIf(fault !== null)('perf, from files to findings', () => {
  const bin = join(root, 'perf/bin/mcp-perf-server.js');
  const recording = globSync(join(root, 'perf/examples/n_plus_one/*'));
  for (const [name, args] of [
    ['ingest', ['ingest', ...recording]],
    ['analyze', ['analyze']],
  ] as const) {
    const { log, command } = traceCommand(name, [bin, ...args]);
    execFileSync('strace', command, { cwd: folder, env, stdio: 'ignore' });
    expect(foreignIn(log)).toEqual([]);
  }
});

it.skipIf(fault !== null)('swimmy, from a strategy to its result', async () => {
  const { log, command } = traceCommand('worker', [join(root, 'swimmy/bin/swimmy-worker.js')]);
  const worker = spawn('strace', command, { cwd: root, env, stdio: 'ignore', detached: true });
  try {
    const example = join(root, 'swimmy/examples/golden-cross.json');
    const gateway = traceCommand('gateway', [join(root, 'swimmy/bin/swimmy-mcp.js'), 'submit', example, '--watch']);
    execFileSync('strace', gateway.command, { cwd: root, env, stdio: 'ignore' });
    expect(foreignIn(gateway.log)).toEqual([]);
  } finally {
    await end(worker);
  }
  expect(foreignIn(log)).toEqual([]);
});
