// Kills an operation at every change of a file that lasts, and looks at the book: it is the old one or the new one, never
// a third. Our own renames, flushes and removals are counted by `crash-at.js` inside the process; those of SQLite are
// system calls, which `strace` can kill at where it may run.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, stateOf, type Operation } from './crash-homes.ts';

const CALLS = 'rename,renameat,renameat2,fsync,fdatasync,unlink,unlinkat';

/** Who kills. */
export type Killer = 'our own changes' | 'system calls';

export interface CrashReport {
  readonly operation: Operation;
  readonly killer: Killer;
  readonly points: number;
  /** How many left the book as it was, and how many as it was to be. */
  readonly old: number;
  readonly changed: number;
  readonly third: readonly string[];
}

/** Null when system calls can be killed at here, else why not. */
export function straceFault(): string | null {
  const { status, error } = spawnSync('strace', ['-f', '-o', '/dev/null', '-e', 'trace=fsync', 'true']);
  if (error) return 'there is no strace';
  return status === 0 ? null : 'strace may not trace here';
}

interface Run {
  readonly killed: boolean;
  readonly changes: number;
  readonly output: string;
}

const here = import.meta.dirname;

/** The operation on this book, killed at the n-th change; 0 counts them. */
export async function operate(operation: Operation, folder: string, killer: Killer, at: number): Promise<Run> {
  const log = join(folder, 'calls.log');
  const script = [join(here, 'operate.ts'), operation, join(folder, 'book')];
  const node = ['--conditions=source', '--no-warnings'];
  const [command, ...args] =
    killer === 'our own changes'
      ? [process.execPath, ...node, '--import', join(here, 'crash-at.js'), ...script]
      : [
          'strace',
          '-f',
          '-qq',
          '-o',
          log,
          '-e',
          `trace=${CALLS}`,
          ...(at === 0 ? [] : ['-e', `inject=${CALLS}:signal=SIGKILL:when=${at}`]),
          process.execPath,
          ...node,
          ...script,
        ];
  const env = { ...process.env, CRASH_AT: String(at), CRASH_FOLDER: folder };
  const child = spawn(command ?? '', args, { stdio: ['ignore', 'ignore', 'pipe'], env });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.once('close', (...end) => resolve(end));
  });
  const changes = killer === 'our own changes' ? Number(/CHANGES (\d+)/.exec(output)?.[1] ?? 0) : most(log);
  return { killed: signal === 'SIGKILL' || code === 137, changes, output };
}

/** strace counts for each thread on its own: the busiest decides how far to go. */
function most(log: string): number {
  const calls = new Map<string, number>();
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    const [, thread] = /^(\d+)\s+\w+\(/.exec(line) ?? [];
    if (thread !== undefined) calls.set(thread, (calls.get(thread) ?? 0) + 1);
  }
  return Math.max(0, ...calls.values());
}

export interface CrashOptions {
  readonly tell?: (line: string) => void;
  /** This many points, spread over all of them; without it every one. */
  readonly sample?: number;
}

export async function crashPoints(
  operation: Operation,
  killer: Killer,
  { tell = () => {}, sample = Infinity }: CrashOptions = {},
): Promise<CrashReport> {
  const { folder, home } = await prepare(operation);
  const begin = join(folder, 'begin');
  const rewind = () => {
    rmSync(home, { recursive: true, force: true });
    if (operation !== 'init') cpSync(begin, home, { recursive: true });
  };
  try {
    if (operation !== 'init') cpSync(home, begin, { recursive: true });
    // What it is before; looking at an older book makes it a newer one, so there the old one is the new one.
    const old = await stateOf(home);
    rewind();
    const whole = await operate(operation, folder, killer, 0);
    const changed = await stateOf(home);
    if (whole.changes === 0 || (old === changed) !== ['rekey', 'backup', 'migration'].includes(operation)) {
      throw new Error(`${operation} did not do what it should: ${whole.output}`);
    }
    const third: string[] = [];
    const counts = { old: 0, changed: 0 };
    const step = Math.max(1, whole.changes / sample);
    let points = 0;
    for (let next = 1; next <= whole.changes; next += step) {
      const at = Math.round(next);
      points += 1;
      rewind();
      await operate(operation, folder, killer, at);
      const state = await stateOf(home).catch((error: unknown) => `cannot be opened: ${(error as Error).message}`);
      if (state === old) counts.old += 1;
      else if (state === changed) counts.changed += 1;
      else if (operation === 'init' && (await initAgain(folder, home)) === changed) counts.old += 1;
      else third.push(`${operation}, ${killer}, change ${at}: ${state.slice(0, 300)}`);
      tell(`${operation}, ${killer}: ${at} of ${whole.changes}`);
    }
    return { operation, killer, points, ...counts, third };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A half-made book is none: `init` makes it whole. */
async function initAgain(folder: string, home: string): Promise<string> {
  await operate('init', folder, 'our own changes', 0);
  return stateOf(home).catch((error: unknown) => String(error));
}

export async function allCrashPoints(
  operations: readonly Operation[],
  options: CrashOptions,
): Promise<{
  readonly reports: readonly CrashReport[];
  readonly skipped: string | null;
}> {
  const skipped = straceFault();
  const reports: CrashReport[] = [];
  for (const operation of operations) {
    reports.push(await crashPoints(operation, 'our own changes', options));
    if (skipped === null) reports.push(await crashPoints(operation, 'system calls', options));
  }
  return { reports, skipped };
}
