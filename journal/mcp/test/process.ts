/** The command as others start it: its file, and the process that serves HTTP. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export const BIN = join(import.meta.dirname, '../bin/zorivest-mcp.js');

export interface ServerProcess {
  readonly url: string;
  /** Asks the process to end and gives its exit code. */
  stop(): Promise<number | null>;
}

/** `zorivest-mcp --http` on a free port; resolves when it listens. */
export async function serveCommand(apiUrl: string): Promise<ServerProcess> {
  const child = spawn(process.execPath, [BIN, '--http', '--port', '0', '--api-url', apiUrl], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      const [found] = /http:\/\/[^"]+/.exec(String(chunk)) ?? [];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`zorivest-mcp ended with ${code} before it listened`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    return (await ended)[0];
  };
  return { url, stop };
}
