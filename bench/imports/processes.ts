// What a process and its children have used, as Linux tells it: the service keeps its book in children.
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessUsage {
  /** CPU seconds up to now, of all that live. */
  readonly seconds: number;
  /** The sum of the peak memory of each, in MB: they may never have held that much at the same time. */
  readonly memory: number;
  readonly processes: number;
}

/** Clock ticks a second, as every Linux counts them for programs. */
const TICKS = 100;

/** What a process and its children hold at this moment, in MB: what several share is counted once. */
export function memoryOf(pid: number): number {
  let held = 0;
  for (const one of [pid, ...descendants(pid)])
    held += Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${one}/smaps_rollup`))?.[1] ?? '0') / 1024;
  return held;
}

export function usageOf(pid: number): ProcessUsage {
  const family = [pid, ...descendants(pid)];
  let [seconds, memory] = [0, 0];
  for (const one of family) {
    const status = read(`/proc/${one}/status`);
    memory += Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? '0') / 1024;
    // The name in brackets may hold blanks; what follows it does not.
    const fields = read(`/proc/${one}/stat`).split(') ').at(-1)?.split(' ') ?? [];
    seconds += (Number(fields[11] ?? '0') + Number(fields[12] ?? '0')) / TICKS;
  }
  return { seconds, memory, processes: family.length };
}

function descendants(pid: number): number[] {
  const own: number[] = [];
  for (const task of list(`/proc/${pid}/task`)) {
    const children = read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number);
    own.push(...children);
  }
  return own.flatMap((child) => [child, ...descendants(child)]);
}

/** A process may end while it is looked at. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
