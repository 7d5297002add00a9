// A service to talk to: the one that runs on this home, or one started for the length of this command.
import { createClient, type Auth, type JournalClient } from '@zorivest/contract';
import { localProof, notedService } from './home.ts';
import { UserError } from './output.ts';
import { lastLine, spawnApi } from './programs.ts';

export interface Connection {
  readonly url: string;
  /** Started for this command, and ends with it. */
  readonly isOwn: boolean;
  readonly client: (auth: Auth) => JournalClient;
  close(): Promise<void>;
}

function connection(home: string, url: string, isOwn: boolean, close: () => Promise<void>): Connection {
  const headers = localProof(home);
  return { url, isOwn, client: (auth) => createClient({ baseUrl: url, auth, headers, timeoutMs: 120_000 }), close };
}

/** Where nothing listens this is known at once; a service that is busy gets its time, or a second one would be tried. */
const ANSWERS_WITHIN = 15_000;

async function isUp(url: string): Promise<boolean> {
  try {
    await createClient({ baseUrl: url, timeoutMs: ANSWERS_WITHIN }).system.health();
    return true;
  } catch {
    return false;
  }
}

export async function runningService(home: string): Promise<string | null> {
  const url = notedService(home);
  return url !== null && (await isUp(url)) ? url : null;
}

export async function connect(home: string): Promise<Connection> {
  const url = await runningService(home);
  if (url !== null) return connection(home, url, false, () => Promise.resolve());
  const child = spawnApi(home, 0, { single: true });
  const started = await firstLine(child);
  const { api } = JSON.parse(started) as { api: string };
  return connection(home, api, true, async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  });
}

/** The ready line of a service, or its last words. */
export function firstLine(child: ReturnType<typeof spawnApi>): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const end = output.indexOf('\n');
      if (end >= 0) resolve(output.slice(0, end));
    });
    child.once('error', reject);
    child.once('exit', () => reject(new UserError(lastLine(errors))));
  });
}
