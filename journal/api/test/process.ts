// The service as its own process, as people run it.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createClient, type JournalClient } from '@zorivest/contract';

export const program = join(import.meta.dirname, '..', 'bin', 'zorivest-api.js');

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly client: JournalClient;
}

export async function serve(home: string, apiKey: string): Promise<Running> {
  const child = spawn(process.execPath, [program, 'serve', '--json', '--home', home, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
  const { api } = JSON.parse(line) as { api: string };
  return { child, url: api, client: createClient({ baseUrl: api, auth: { kind: 'key', apiKey } }) };
}

/** Runs the program to its end with this on its stdin. */
export function runProgram(
  args: readonly string[],
  { stdin = '', env = process.env }: { readonly stdin?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const child = spawn(process.execPath, [program, ...args], { stdio: 'pipe', env });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.on('error', () => {}); // one that refuses before it reads closes the pipe
  child.stdin.end(stdin);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })));
}

/** Ends it with this signal, and waits until it is gone. */
export async function endProcess(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

/** Everything a process has started, and what that has started, by what its command says. */
export function childrenOf(parent: number, command: string): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const below = (of: number): number[] =>
    rows.flatMap(([pid, ppid, state = '', ...args]) => {
      if (Number(ppid) !== of) return [];
      const isOne = !state.startsWith('Z') && args.join(' ').includes(command);
      return [...(isOne ? [Number(pid)] : []), ...below(Number(pid))];
    });
  return below(parent);
}

/** One that has ended and was not waited for does not live. */
export function lives(pid: number): boolean {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    return false;
  }
}
