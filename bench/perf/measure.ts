// A program's processor time, wall time and peak memory, read from /proc while it runs: the same way for every peer.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { accessSync, constants } from 'node:fs';

export interface Measurement {
  readonly cpu: number;
  readonly wall: number;
  readonly peakMb: number;
  readonly out: string;
}

/** Clock ticks a second, as every Linux has them. */
const TICKS = 100;
const EVERY_MS = 20;

export async function measure(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Measurement> {
  const started = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, ...env } });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => {
    if (out.length < 1 << 20) out += chunk.toString();
  });
  let cpu = 0;
  let peakMb = 0;
  const look = () => {
    try {
      const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // Its own time and that of children it has waited for.
      cpu = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
      peakMb = Math.max(
        peakMb,
        Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
      );
    } catch {
      // It has just ended: the last look counts.
    }
  };
  const timer = setInterval(look, EVERY_MS);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
  return { cpu, wall: (performance.now() - started) / 1000, peakMb, out };
}

export function onPath(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
