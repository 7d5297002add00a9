// Processes this one has started, as the system sees them; elsewhere than on Linux there are none to see.
import { readdirSync, readFileSync } from 'node:fs';

/** The numbers of those that run this script. */
export function childrenRunning(script: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return (
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(script) &&
        readFileSync(`/proc/${pid}/status`, 'utf8').includes(`PPid:\t${process.pid}\n`)
      );
    } catch {
      return false; // it has just ended
    }
  });
}

/** The most resident memory, in MB, that one of them ever had while something was done. */
export async function largestChild(script: string, work: () => Promise<unknown>): Promise<number> {
  let most = 0;
  const look = () => {
    for (const pid of childrenRunning(script)) {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        most = Math.max(most, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
      } catch {
        // It has just ended.
      }
    }
  };
  const timer = setInterval(look, 5);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return most;
}
