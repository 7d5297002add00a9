// The shell's own way in: a socket in the home, which only its owner can open. A flood of connections to the port does not
// reach it. What is asked over it needs the same session and has the same rights.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type HttpLimits, limitServer, serverOptions } from './limits.ts';

/** What the address of a socket may have on every system, with its end. */
const LONGEST_PATH = 100;

const SHORT = 'zorivest-';

/** `control.sock` in the home; in a folder of its own where that would be too long, and a pipe on Windows. */
export function chooseAddress(home: string, platform = process.platform): string {
  if (platform === 'win32') return `\\\\.\\pipe\\zorivest-${randomBytes(16).toString('hex')}`;
  const usual = join(home, 'control.sock');
  if (Buffer.byteLength(usual) <= LONGEST_PATH) return usual;
  // Created a moment ago and open only to us: its name is in the home, for those who can read that.
  const place = Buffer.byteLength(tmpdir()) > LONGEST_PATH - 40 ? '/tmp' : tmpdir();
  return join(mkdtempSync(join(place, SHORT)), 'control.sock');
}

/** Nothing is left of it, nor of the folder that was made for it. */
function removeSocket(home: string, address: string): void {
  if (process.platform === 'win32') return;
  try {
    rmSync(address, { force: true });
    if (dirname(address) !== home) rmdirSync(dirname(address));
  } catch {
    // Something else is in its place, and stays there.
  }
}

export interface LocalSocket {
  readonly address: string;
  close(): Promise<void>;
}

/** Null where the disk of the home cannot hold a socket: the shell then comes over the port like everybody. */
export async function listenLocally(
  routes: Pick<FastifyInstance, 'routing'>,
  home: string,
  limits: HttpLimits,
): Promise<LocalSocket | null> {
  const server = createServer(serverOptions(limits), (request, response) => routes.routing(request, response));
  limitServer(server, limits, limits.local);
  const address = chooseAddress(home);
  try {
    // Of a service that was killed; the home's lock says that none runs.
    if (process.platform !== 'win32') rmSync(address, { force: true });
    await listening(server, address);
    if (process.platform !== 'win32') chmodSync(address, 0o600);
  } catch {
    server.close();
    removeSocket(home, address);
    return null;
  }
  return {
    address,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      removeSocket(home, address);
    },
  };
}

function listening(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
