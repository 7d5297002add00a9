// A service to talk to: the one that runs on this home, or one started for the length of this command.
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { createClient, isServiceOf, OVER_SOCKET, type Auth, type JournalClient } from '@zorivest/contract';
import { localProof, localSecret, notedService, notedSocket } from './home.ts';
import { UserError } from './output.ts';
import { lastLine, spawnApi } from './programs.ts';
import { socketFetch } from './socket-fetch.ts';

export interface Connection {
  readonly url: string;
  /** Started for this command, and ends with it. */
  readonly isOwn: boolean;
  readonly client: (auth: Auth) => JournalClient;
  close(): Promise<void>;
}

/** Speaks to the service that runs on this home: over its socket where there is one. */
export function clientOf(home: string, url: string, auth: Auth = { kind: 'none' }, timeoutMs = 120_000): JournalClient {
  const overPort = portFetch(home, url);
  const socket = notedSocket(home);
  const fetch = socket === null ? overPort : firstOver(home, url, socket, overPort);
  return createClient({ baseUrl: url, auth, headers: localProof(home), timeoutMs, fetch });
}

/**
 * Over the socket where the service of this home answers there, which it proves first: one that was killed leaves its note, and
 * what lies under a name in the folder for temporary files can be anybody's by then. Otherwise over the port.
 */
function firstOver(
  home: string,
  url: string,
  socket: string,
  overPort: typeof globalThis.fetch,
): typeof globalThis.fetch {
  const overSocket = socketFetch(socket);
  let proved: Promise<boolean> | undefined;
  return async (input, init) => {
    const signal = AbortSignal.timeout(SOCKET_ANSWERS_WITHIN);
    proved ??= isServiceOf(localSecret(home), { url, at: OVER_SOCKET }, overSocket, signal).catch(() => false);
    return (await proved) ? overSocket(input, init) : overPort(input, init);
  };
}

/** Nothing is sent to a port before it is known that it is the service's: of one that was killed anybody may have taken it. */
export function portFetch(home: string, url: string): typeof globalThis.fetch {
  let proved: Promise<boolean> | undefined;
  return async (input, init) => {
    proved ??= isServiceOf(localSecret(home), url, globalThis.fetch, AbortSignal.timeout(ANSWERS_WITHIN));
    if (!(await proved))
      throw new TypeError(`the program at ${url} is not the service of ${home}; nothing was sent there`);
    return fetch(input, init);
  };
}

function connection(home: string, url: string, isOwn: boolean, close: () => Promise<void>): Connection {
  return { url, isOwn, client: (auth) => clientOf(home, url, auth), close };
}

/** A closed port fails immediately; a busy service gets its time, or a second one would be started. */
const ANSWERS_WITHIN = 15_000;
/** Nothing but the shell asks there; one that is full or silent is not waited for. */
const SOCKET_ANSWERS_WITHIN = 5000;

async function isUp(home: string, url: string): Promise<boolean> {
  try {
    await clientOf(home, url, { kind: 'none' }, ANSWERS_WITHIN).system.health();
    return true;
  } catch {
    return false;
  }
}

export async function runningService(home: string): Promise<string | null> {
  const url = notedService(home);
  return url !== null && (await isUp(home, url)) ? url : null;
}

export async function connect(home: string): Promise<Connection> {
  const url = await runningService(home);
  if (url !== null) return connection(home, url, false, () => Promise.resolve());
  const child = spawnApi(home, 0, { single: true });
  const started = await linesOf(child).next();
  const { api } = JSON.parse(started) as { api: string };
  return connection(home, api, true, async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  });
}

/** What a service says, line by line. */
export interface ServiceLines {
  /** The next, or its last words when it ends before. */
  next(): Promise<string>;
  /** Those that no caller has waited for. */
  rest(hear: (line: string) => void): void;
}

export function linesOf(child: ReturnType<typeof spawnApi>): ServiceLines {
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new UserError(lastLine(errors))));
  });
  ended.catch(() => {}); // its end is an error only for who waits for a line
  const waiting: string[] = [];
  let hear = (line: string): void => void waiting.push(line);
  createInterface(child.stdout ?? Readable.from([])).on('line', (line) => hear(line));
  return {
    next: () => {
      const line = waiting.shift();
      if (line !== undefined) return Promise.resolve(line);
      const nextLine = new Promise<string>((resolve) => {
        hear = (next) => {
          hear = (later) => void waiting.push(later);
          resolve(next);
        };
      });
      return Promise.race([nextLine, ended]);
    },
    rest: (listen) => {
      hear = listen;
      for (const line of waiting.splice(0)) listen(line);
    },
  };
}
