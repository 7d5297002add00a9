// A shell command in this process: the same words, code and files as the program's, without the half second a program takes to
// start. What only a process has (its pipes, its signals, its exit) is tested with `run` of `program.ts`.
import { Writable } from 'node:stream';
import { runShell } from '../cli/commands.ts';
import type { ExitResult } from './program.ts';

export async function runHere(
  args: readonly string[],
  { home, env = {} }: { readonly home: string; readonly env?: Readonly<Record<string, string>> },
): Promise<ExitResult> {
  const [out, err] = [new Text(), new Text()];
  const code = await runShell(args, {
    env: { ...process.env, MCP_PERF_HOME: home, ...env },
    cwd: process.cwd(),
    terminal: { out, err },
    signal: new AbortController().signal,
    serve: () => Promise.reject(new Error('a server is a process')),
  });
  return { code, out: out.text, err: err.text };
}

class Text extends Writable {
  text = '';

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}
