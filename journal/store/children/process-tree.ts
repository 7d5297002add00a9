// The service and everything it started, watched together: each process has a limit of its own, but several at once could
// still take more than a person's machine has to spare.
import { readFileSync } from 'node:fs';
import { TOO_MUCH_MEMORY } from './watch.ts';

export interface Member {
  readonly pid: number;
  readonly megabytes: number;
}

/** Where looking finds more than this, one is ended; the rest up to 1.2 GB is for what is taken between two looks. */
const MOST_MB = 1050;
/** An idle service should not wake the machine up all the time. */
const CALM_MS = 250;
const CLOSE_MS = 20;
/** Above this much of the limit it looks as often as it can. */
const CLOSE = 0.6;

export interface ProcessTreeOptions {
  /** The processes that hold the book: ended last, since all others wait for them. */
  readonly book: () => readonly (number | undefined)[];
  /** Called with the process that was ended, and the memory of all together. */
  readonly ended: (member: Member, togetherMb: number) => void;
  readonly mostMb?: (processes: readonly Member[]) => number;
  readonly members?: () => readonly Member[];
}

/**
 * Ends the largest as soon as all together take too much: what works on one thing first, then the book's own processes,
 * never this one. Only Linux says cheaply what another process takes; elsewhere each process's own limit has to do.
 */
export function watchProcessTree({
  book,
  ended,
  mostMb = () => MOST_MB,
  members = () => processTree(process.pid),
}: ProcessTreeOptions): () => void {
  let timer: NodeJS.Timeout | undefined;
  /** It takes a moment to end; until then its memory counts, and no other is ended for it. */
  let ending: number | undefined;
  const look = () => {
    const processes = members();
    const most = mostMb(processes);
    const together = processes.reduce((sum, { megabytes }) => sum + megabytes, 0);
    // One that has ended stays listed, without memory, until the process that started it takes notice: a busy one is long about it.
    const isEnding = ending !== undefined && processes.some(({ pid, megabytes }) => pid === ending && megabytes > 0);
    if (!isEnding) ending = undefined;
    const victim = together > most && !isEnding ? toEnd(processes, book()) : undefined;
    if (victim !== undefined) {
      ending = victim.pid;
      end(victim.pid);
      ended(victim, together);
    }
    timer = setTimeout(look, together > most * CLOSE ? CLOSE_MS : CALM_MS);
    timer.unref();
  };
  look();
  return () => clearTimeout(timer);
}

/** The largest that does not hold the book, else the largest that does; the first of the processes is the service. */
export function toEnd([, ...children]: readonly Member[], book: readonly (number | undefined)[]): Member | undefined {
  const largest = (some: readonly Member[]): Member | undefined =>
    some.toSorted((a, b) => b.megabytes - a.megabytes)[0];
  return largest(children.filter(({ pid }) => !book.includes(pid))) ?? largest(children);
}

function end(pid: number): void {
  try {
    process.kill(pid, TOO_MUCH_MEMORY);
  } catch {
    // It has already exited.
  }
}

/** This process first, then everything it started; empty where the system does not say. */
export function processTree(pid: number): Member[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return [{ pid, megabytes: residentMb(pid) }, ...children.flatMap((child) => processTree(Number(child)))];
  } catch {
    return []; // it has just ended, or this is no Linux
  }
}

/** Milliseconds that a process has worked; null where the system does not say cheaply. */
export function workedMs(pid: number): number | null {
  try {
    // Behind the name, which may have any character in it; counted in hundredths of a second.
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user = 0, system = 0] = after.split(' ').slice(11, 13).map(Number);
    return (user + system) * 10;
  } catch {
    return null;
  }
}

function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}
