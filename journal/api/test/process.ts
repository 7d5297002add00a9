// The service as its own process, as people run it.
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createClient, type JournalClient } from '@zorivest/contract';

export const program = join(import.meta.dirname, '..', 'bin', 'zorivest-api.js');

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly client: JournalClient;
}

export async function serve(home: string, apiKey: string): Promise<Running> {
  const child = spawn(process.execPath, [program, 'serve', '--json', '--home', home, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
  const { api } = JSON.parse(line) as { api: string };
  return { child, url: api, client: createClient({ baseUrl: api, auth: { kind: 'key', apiKey } }) };
}

/** Ends it with this signal, and waits until it is gone. */
export async function endProcess(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}
