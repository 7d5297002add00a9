// Processes that run pieces of sweeps, as many as there are threads. Each may take so much memory and no more; one that
// takes more, or dies of its piece, is replaced, and the worker lives on to say what happened.
import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import type { Piece } from '@zorivest/engine';
import type { SweepPlan } from '../sweep/plan.ts';
import type { ProcessAnswer, ProcessTask, SweepTask } from './piece-process.ts';
import { CancelledError } from './pool.ts';

export interface PieceResult {
  readonly packed: Uint8Array;
  readonly cpu_ms: number;
  readonly wall_ms: number;
}

export interface Crew {
  plan(task: SweepTask, signal: AbortSignal): Promise<SweepPlan>;
  piece(task: SweepTask, piece: Piece, signal: AbortSignal): Promise<PieceResult>;
  /** Ends the idle piece processes, and with them what they hold; the next piece starts one again. */
  rest(): void;
  close(): void;
}

interface Member {
  child: ChildProcess | undefined;
  busy: boolean;
}

// From source a process runs the file next to this one; bundled, its own bundle next to ours.
const entry = new URL(import.meta.url.endsWith('.ts') ? './piece-process.ts' : './piece-process.js', import.meta.url);
const LOOK_EVERY_MS = 100;
const HEAP_SHARE = 0.6;
/** A run leaves unused columns behind: collected sooner, a process holds 90 MB where it held 210, in the same time. */
const YOUNG_MB = 4;
const MEGABYTE = 1024 * 1024;

/** `memoryMb` is what one process may take, whatever its candles; these are not counted. */
export function createCrew(size: number, memoryMb: number): Crew {
  const members: Member[] = Array.from({ length: size }, () => ({ child: undefined, busy: false }));
  const waiting: (() => void)[] = [];
  let closed = false;

  const take = async (): Promise<Member> => {
    for (;;) {
      const free = members.find(({ busy }) => !busy);
      if (free) {
        free.busy = true;
        return free;
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  const run = async (task: ProcessTask, signal: AbortSignal) => {
    const member = await take();
    try {
      if (signal.aborted || closed) throw new CancelledError();
      member.child ??= start(memoryMb);
      // A plan takes a few runs to know how long they last; it is the pieces that are many.
      const most = task.kind === 'plan' ? Infinity : memoryMb * MEGABYTE + 2 * sizeOf(task.candles);
      return await ask(member.child, task, signal, most);
    } catch (error) {
      // Whatever happened in there, the next piece begins afresh.
      member.child?.kill('SIGKILL');
      member.child = undefined;
      throw error;
    } finally {
      member.busy = false;
      waiting.shift()?.();
    }
  };
  return {
    plan: async (task, signal) => (await run({ ...task, kind: 'plan' }, signal)).result as SweepPlan,
    piece: async (task, piece, signal) => {
      const { result, cpu_ms, wall_ms } = await run({ ...task, kind: 'piece', piece }, signal);
      return { packed: result as Uint8Array, cpu_ms, wall_ms };
    },
    rest: () => {
      for (const member of members) {
        if (member.busy) continue;
        member.child?.kill('SIGKILL');
        member.child = undefined;
      }
    },
    close: () => {
      closed = true;
      for (const { child } of members) child?.kill('SIGKILL');
    },
  };
}

function start(memoryMb: number): ChildProcess {
  const child = fork(entry, [], {
    serialization: 'advanced',
    // Its heap takes the larger part of that; columns, code and the runtime the rest.
    execArgv: [
      ...process.execArgv,
      `--max-old-space-size=${Math.ceil(memoryMb * HEAP_SHARE)}`,
      `--max-semi-space-size=${YOUNG_MB}`,
    ],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  return child;
}

function ask(
  child: ChildProcess,
  task: ProcessTask,
  signal: AbortSignal,
  mostBytes: number,
): Promise<Extract<ProcessAnswer, { readonly kind: 'done' }>> {
  return new Promise((resolve, reject) => {
    child.channel?.ref();
    const settle = (act: () => void): void => {
      clearInterval(watch);
      signal.removeEventListener('abort', onAbort);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      child.channel?.unref();
      act();
    };
    const onAbort = (): void => settle(() => reject(new CancelledError()));
    const onMessage = (message: unknown): void => {
      const answer = message as ProcessAnswer; // the process speaks nothing else
      if (answer.kind === 'done') settle(() => resolve(answer));
      else if (answer.kind === 'failed') settle(() => reject(new Error(answer.reason)));
    };
    const onExit = (code: number | null, ended: string | null): void =>
      settle(() =>
        reject(
          new Error(
            `its process ended (${ended ?? `exit ${code}`})${code === OUT_OF_MEMORY || ended === 'SIGABRT' ? ': out of memory' : ''}`,
          ),
        ),
      );
    const onError = (error: Error): void => settle(() => reject(error));
    const watch = setInterval(() => {
      const taken = memoryOf(child.pid);
      if (taken > mostBytes)
        settle(() =>
          reject(
            new Error(
              `it took ${Math.round(taken / MEGABYTE)} MB of memory, more than the ${Math.round(mostBytes / MEGABYTE)} MB a piece may take (SWIMMY_PIECE_MEMORY_MB)`,
            ),
          ),
        );
    }, LOOK_EVERY_MS);
    signal.addEventListener('abort', onAbort, { once: true });
    child.on('message', onMessage).on('exit', onExit).on('error', onError);
    child.send(task, (error) => {
      if (error) onError(error);
    });
  });
}

const OUT_OF_MEMORY = 134;
const PAGE = 4096;

/** What a process holds of the machine's memory, where the system says so; elsewhere only its heap is limited. */
function memoryOf(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE;
  } catch {
    return 0;
  }
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}
