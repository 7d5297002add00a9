// A book of 100,000 executions behind the service as people run it: the built program with its processes.
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { initBook, startService } from '@zorivest/api';
import { demoBook } from '@zorivest/demo';
import { createClient, type JournalClient } from '@zorivest/contract';
import { clientOf } from '../../journal/cli/service.ts';
import { executionsOf } from '../domain/area.ts';
import { fillBook } from '../fill-book.ts';

export const passphrase = 'a passphrase for the bench';
/** Deriving a key is meant to take long, and is measured apart. */
export const quickKdf = { name: 'argon2id', passes: 1, memory_kib: 64, parallelism: 1, length: 32 } as const;
const program = join(import.meta.dirname, '../../journal/api/bin/zorivest-api.js');

export interface RunningService {
  readonly url: string;
  readonly pid: number;
  readonly apiKey: string;
  readonly client: JournalClient;
  readonly person: JournalClient;
  /** The person as the shell speaks for them: over the socket in the home, signed in again each time. */
  readonly shell: () => JournalClient;
  stop(): Promise<void>;
}

export async function fillHome(home: string, executions: number): Promise<string> {
  const { api_key: apiKey } = await initBook(home, passphrase, quickKdf);
  const service = await startService({ demo: demoBook, home, port: 0 });
  const client = createClient({ baseUrl: service.url, auth: { kind: 'key', apiKey } });
  const rows = executionsOf(executions).map((execution) => ({
    ...execution,
    // An order of a broker is about one instrument: legs of several would make one structure of the whole book.
    order_id: `${execution.instrument}-${execution.order_id ?? ''}`,
  }));
  await fillBook(service, client, rows);
  await service.stop();
  return apiKey;
}

export async function serve(home: string, apiKey: string): Promise<RunningService> {
  // With the flag that `zorivest up` gives it.
  const args = ['--max-semi-space-size=8', program, 'serve', '--json', '--home', home, '--port', '0'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
  const { api: url, pid } = JSON.parse(line) as { api: string; pid: number };
  return {
    url,
    pid,
    apiKey,
    client: createClient({ baseUrl: url, auth: { kind: 'key', apiKey } }),
    person: createClient({ baseUrl: url, auth: { kind: 'passphrase', passphrase } }),
    shell: () => clientOf(home, url, { kind: 'passphrase', passphrase }),
    stop: () => endProcess(child),
  };
}

function endProcess(child: ChildProcess): Promise<void> {
  const over = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  return over;
}

/** Resident memory of a process and everything it started, in MB; null where the system does not tell. */
export function memoryOf(pid: number): { readonly all: number; readonly largestChild: number } | null {
  try {
    const family = descendants(pid);
    const sizes = family.map((member) => residentMb(member));
    return { all: residentMb(pid) + sizes.reduce((sum, size) => sum + size, 0), largestChild: Math.max(0, ...sizes) };
  } catch {
    return null;
  }
}

/** Milliseconds that a process and everything it started have worked; zero where the system does not tell. */
export function processorMs(pid: number): number {
  try {
    return [pid, ...descendants(pid)].reduce((sum, member) => sum + processorTime(member), 0);
  } catch {
    return 0;
  }
}

/** The system counts in hundredths of a second. */
function processorTime(pid: number): number {
  try {
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user = 0, system = 0] = after.split(' ').slice(11, 13).map(Number);
    return (user + system) * 10;
  } catch {
    return 0;
  }
}

function descendants(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .flatMap((text) => (text === '' ? [] : [Number(text)]));
  return children.flatMap((child) => {
    try {
      return [child, ...descendants(child)];
    } catch {
      return [];
    }
  });
}

function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
