// Real processes on ports and in folders of their own, for tests that run side by side.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export interface Place {
  readonly home: string;
  readonly ports: { readonly external: number; readonly requests: number; readonly results: number };
  readonly env: Record<string, string>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A home and three ports nobody else has. */
export async function newPlace(): Promise<Place> {
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

/** Starts a program of ours from source. */
function run(
  file: string,
  args: readonly string[],
  options: { readonly env: NodeJS.ProcessEnv; readonly cwd: string; readonly stdin?: 'pipe' },
): Running {
  const child = spawn(
    process.execPath,
    ['--conditions=source', '--disable-warning=ExperimentalWarning', join(ROOT, 'swimmy', file), ...args],
    {
      env: options.env,
      cwd: options.cwd,
      stdio: [options.stdin ?? 'ignore', 'pipe', 'pipe'],
    },
  );
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

/** Waits until something is there, or says what was not. */
export async function until<T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  ms = 20_000,
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
  place: Place,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Running> {
  const worker = run('worker/main.ts', args, { env: { ...place.env, ...env }, cwd: place.home });
  await until('the worker to start', () => {
    if (worker.process.exitCode !== null) throw new Error(`the worker ended: ${worker.stderr()}`);
    return /taking messages|running jobs of the queue/.test(worker.stderr());
  });
  return worker;
}
