// The command as a newcomer has it: real processes, a home of its own, nothing of this machine touched.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initBook } from '@zorivest/api';
import { quickKdf } from '@zorivest/api/test/quick-kdf';

const program = join(import.meta.dirname, '..', 'bin', 'zorivest.js');

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly json: () => Record<string, unknown>;
}

export function createShell(passphrase = 'correct horse battery staple') {
  const folder = mkdtempSync(join(tmpdir(), 'zorivest-shell-'));
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: join(folder, 'user'),
    ZORIVEST_HOME: join(folder, 'book'),
  };
  mkdirSync(env.HOME);
  const started: ChildProcess[] = [];

  const start = (args: readonly string[], more: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: 'pipe', env: { ...env, ...more } });
    started.push(child);
    return child;
  };

  return {
    folder,
    userFolder: env.HOME,
    home: env.ZORIVEST_HOME,
    start,
    /** Runs a command to its end; the passphrase is on stdin unless something else is. */
    run: async (
      args: readonly string[],
      options: { stdin?: string; env?: Record<string, string> } = {},
    ): Promise<Ran> => {
      const child = start(args, options.env);
      let [out, err] = ['', ''];
      child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
      child.stdin.on('error', () => {}); // a command that refuses before it reads closes the pipe
      child.stdin.end(options.stdin ?? passphrase);
      const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
      return { code, out, err, json: () => JSON.parse(out) as Record<string, unknown> };
    },
    /** What `zorivest init` makes but for the account, with a passphrase that is quick to try; its first key. */
    makeBook: async (): Promise<string> => (await initBook(env.ZORIVEST_HOME, passphrase, quickKdf)).api_key,
    /** `zorivest up`, ready. */
    async up(...args: string[]): Promise<{ api: string; mcp: string }> {
      const child = start(['up', '--json', '--api-port', '0', '--mcp-port', '0', ...args]);
      let err = '';
      child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
      const line = await new Promise<string>((resolve, reject) => {
        child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()));
        child.once('exit', () => reject(new Error(err)));
      });
      return JSON.parse(line) as { api: string; mcp: string };
    },
    async end(): Promise<void> {
      for (const child of started) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
