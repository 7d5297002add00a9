/** The example as other programs meet it: a process, spoken to over its pipes or its port. */
import { execFileSync, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { FrameReader, encodeFrame, type Framing } from '../wire/framing.ts';

export const root = join(import.meta.dirname, '../..');
export const command = { command: process.execPath, args: [join(root, 'kernel/bin/example.js')] };

function startProcess(flags: readonly string[], runtime: readonly string[] = []): ChildProcessWithoutNullStreams {
  return spawn(command.command, [...runtime, ...command.args, ...flags], { stdio: 'pipe' });
}

/** Resident memory of a process, in megabytes. */
export function residentMb(pid: number | undefined): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

export interface RunningHttp {
  readonly url: string;
  readonly process: ChildProcessWithoutNullStreams;
  stop(): Promise<void>;
}

/** Starts the example on a free port; resolves when it listens. */
export async function startHttp(): Promise<RunningHttp> {
  const child = startProcess(['--http', '--port', '0']);
  const lines = createInterface({ input: child.stderr });
  for await (const line of lines) {
    const { url } = JSON.parse(line) as { url?: string };
    if (url === undefined) continue;
    child.stderr.resume();
    return { url, process: child, stop: () => end(child) };
  }
  throw new Error('the example did not start');
}

/** Asks a process to end and waits until it has. */
async function end(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** A peer on the example's pipes that speaks plain JSON, in either framing. */
export class Pipe {
  readonly process: ChildProcessWithoutNullStreams;
  readonly framing: Framing;
  take: (message: unknown) => void = () => {};

  constructor(framing: Framing = 'lines', runtime: readonly string[] = []) {
    this.framing = framing;
    this.process = startProcess(['--stdio'], runtime);
    const reader = new FrameReader(256 * 1024 * 1024);
    this.process.stdout.on('data', (chunk: Buffer) =>
      reader.push(chunk, (frame) => {
        if (frame.kind === 'message') this.take(JSON.parse(frame.text));
      }),
    );
    // A peer that has gone is what some tests are about.
    this.process.stdin.on('error', () => {});
  }

  write(message: unknown): void {
    this.process.stdin.write(encodeFrame(this.framing, JSON.stringify(message)));
  }

  /** Sends a request and gives the answer with its id. */
  ask(message: { readonly id: unknown; readonly [member: string]: unknown }): Promise<Record<string, unknown>> {
    return new Promise((resolve) => {
      const before = this.take;
      this.take = (answer) => {
        if ((answer as { id?: unknown }).id === message.id) {
          this.take = before;
          resolve(answer as Record<string, unknown>);
        } else before(answer);
      };
      this.write(message);
    });
  }

  /** Closes the input and gives the exit code. */
  async end(): Promise<number | null> {
    const exit = once(this.process, 'exit') as Promise<[number | null]>;
    this.process.stdin.end();
    return (await exit)[0];
  }

  async kill(): Promise<void> {
    await end(this.process);
  }
}
