// Real processes on ports and in folders of their own, for tests that run side by side.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGE = join(import.meta.dirname, '..');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export interface TestHome {
  readonly home: string;
  readonly ports: { readonly external: number; readonly requests: number; readonly results: number };
  readonly env: Record<string, string>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A home and three free ports of its own. */
export async function newTestHome(): Promise<TestHome> {
  const home = await mkdtemp(join(tmpdir(), 'swimmy-test-'));
  const ports = { external: await freePort(), requests: await freePort(), results: await freePort() };
  const env = {
    ...(process.env as Record<string, string>),
    SWIMMY_HOME: home,
    SWIMMY_PORT_EXTERNAL: String(ports.external),
    SWIMMY_PORT_BACKTEST_REQ: String(ports.requests),
    SWIMMY_PORT_BACKTEST_RES: String(ports.results),
    SWIMMY_MCP_ZMQ_ENDPOINT: `tcp://127.0.0.1:${ports.external}`,
    SWIMMY_MCP_API_KEY: 'test-key-7f3a',
    SWIMMY_CONTROL_SOCKET: join(home, 'control.sock'),
  };
  return { home, ports, env, [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }) };
}

export interface Running {
  readonly process: ChildProcess;
  readonly stderr: () => string;
  stop(signal?: NodeJS.Signals): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a program as people start it: what `npm run build` made. */
export function run(
  file: string,
  args: readonly string[],
  options: { readonly env: NodeJS.ProcessEnv; readonly cwd: string; readonly stdin?: 'pipe' },
): Running {
  const child = spawn(process.execPath, [join(PACKAGE, file), ...args], {
    env: options.env,
    cwd: options.cwd,
    stdio: [options.stdin ?? 'ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  return { process: child, stderr: () => stderr, stop, [Symbol.asyncDispose]: () => stop('SIGKILL') };
}

export interface ProcessResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A command of `swimmy-mcp` as a person types it, to its end. */
export function runCommand(
  { env, home }: TestHome,
  args: readonly string[],
  more: Record<string, string> = {},
): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(PACKAGE, 'bin/swimmy-mcp.js'), ...args], {
      env: { ...env, ...more },
      cwd: home,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => (out += String(chunk)));
    child.stderr.on('data', (chunk) => (err += String(chunk)));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
  });
}

export const NATS = '/usr/sbin/nats-server';

/** A queue server of its own, which can be killed and restarted at the same port with its data. */
export interface QueueServer {
  readonly url: string;
  readonly port: number;
  kill(): Promise<void>;
  start(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startQueue(home: TestHome, args: readonly string[] = []): Promise<QueueServer> {
  const port = await freePort();
  let server: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    server = spawn(NATS, ['-js', '-a', '127.0.0.1', '-p', String(port), '-sd', join(home.home, 'nats'), ...args], {
      stdio: 'ignore',
    });
    await until('nats-server', async () => {
      if (server?.exitCode !== null) throw new Error('nats-server ended');
      const socket = connect(port, '127.0.0.1');
      try {
        await once(socket, 'data'); // it says INFO once it serves
        return true;
      } catch {
        return false;
      } finally {
        socket.destroy();
      }
    });
  };
  const kill = async (): Promise<void> => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
  };
  await start();
  return { url: `nats://127.0.0.1:${port}`, port, kill, start, [Symbol.asyncDispose]: kill };
}

/** Waits until something is there, or says what was not. */
export async function until<T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  ms = 100_000,
): Promise<T> {
  const deadline = Date.now() + ms;
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`waited ${ms} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

export async function startWorkerProcess(
  home: TestHome,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Running> {
  const worker = run('bin/swimmy-worker.js', args, { env: { ...home.env, ...env }, cwd: home.home });
  await until('the worker to start', () => {
    if (worker.process.exitCode !== null) throw new Error(`the worker ended: ${worker.stderr()}`);
    return /taking messages|running jobs of the queue/.test(worker.stderr());
  });
  return worker;
}

export interface Answer {
  readonly id: unknown;
  readonly result?: Record<string, unknown>;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: { readonly errors?: readonly { readonly path: string; readonly message: string }[] };
  };
}

export interface GatewayProcess extends Running {
  /** A framed JSON-RPC call with the key. */
  call(method: string, params?: object): Promise<Answer>;
  /** Any bytes at all. */
  write(bytes: string | Buffer): void;
  /** The next answer that no call is waiting for. */
  next(): Promise<Answer>;
  end(): Promise<number | null>;
}

export const frame = (text: string) => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;

export function startGatewayProcess(home: TestHome, env: Record<string, string> = {}): GatewayProcess {
  const running = run('bin/swimmy-mcp.js', [], { env: { ...home.env, ...env }, cwd: home.home, stdin: 'pipe' });
  const { process: child } = running;
  const waiting = new Map<unknown, (answer: Answer) => void>();
  const loose: Answer[] = [];
  const hungry: ((answer: Answer) => void)[] = [];
  const refusals = new Set<() => void>();
  child.once('exit', () => refusals.forEach((refuse) => refuse()));
  let received: Buffer = Buffer.alloc(0);
  let nextId = 1;
  const take = (answer: Answer): void => {
    const waiter = waiting.get(answer.id) ?? hungry.shift();
    waiting.delete(answer.id);
    if (waiter) waiter(answer);
    else loose.push(answer);
  };
  child.stdout?.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const head = received.indexOf('\r\n\r\n');
      const length = Number(
        /content-length: (\d+)/i.exec(received.toString('latin1', 0, Math.max(0, head)))?.[1] ?? NaN,
      );
      if (head < 0 || !(received.length >= head + 4 + length)) return;
      const body = received.toString('utf8', head + 4, head + 4 + length);
      received = received.subarray(head + 4 + length);
      const value = JSON.parse(body) as Answer | Answer[];
      for (const answer of Array.isArray(value) ? value : [value]) take(answer);
    }
  });
  child.stdin?.on('error', () => undefined);
  const write = (bytes: string | Buffer): void => void child.stdin?.write(bytes);
  return {
    ...running,
    write,
    call: (method, params = {}) =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        waiting.set(id, resolve);
        refusals.add(() => reject(new Error(`the gateway ended: ${running.stderr()}`)));
        write(
          frame(
            JSON.stringify({
              jsonrpc: '2.0',
              id,
              method,
              params: { api_key: home.env.SWIMMY_MCP_API_KEY, ...params },
            }),
          ),
        );
      }),
    next: () => {
      const ready = loose.shift();
      return ready ? Promise.resolve(ready) : new Promise((resolve) => hungry.push(resolve));
    },
    end: async () => {
      const gone = once(child, 'exit');
      child.stdin?.end();
      const [code] = (await gone) as [number | null];
      return code;
    },
  };
}

/** A strategy that every engine can run, and the smallest request for it. */
export const STRATEGY = { name: 'Demo', sma_short: 10, sma_long: 50, sl: 0.15, tp: 0.3, volume: 1 };
export const REQUEST = { strategy: STRATEGY, candles_file: 'candles.csv' };

/** An engine of somebody else: writes what it receives to `received.txt` in the home and answers nothing. */
export async function startPeer({ home, ports, env }: TestHome): Promise<Running> {
  const peer = run('test/peer.ts', [String(ports.external), join(home, 'received.txt')], { env, cwd: home });
  await until('the peer', () => peer.stderr().includes('listening'));
  return peer;
}
