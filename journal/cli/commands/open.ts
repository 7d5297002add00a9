// The app in a browser, already signed in: a ticket of the person's session goes along behind the `#`, where no server,
// log or referrer sees it. It stands on no command line either: the browser is started on a file that leads on.
import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@zorivest/contract';
import { personPassphrase } from '../credentials.ts';
import { localProof } from '../home.ts';
import { say, sayJson, UserError } from '../output.ts';
import { runningService } from '../service.ts';

export interface OpenOptions {
  readonly json: boolean;
  /** Print the address and start nothing. */
  readonly print: boolean;
}

/** The app's address with a ticket: good once, for ten minutes. */
export async function signedAddress(home: string, url: string, passphrase: string): Promise<string> {
  const auth = { kind: 'passphrase', passphrase } as const;
  const client = createClient({ baseUrl: url, auth, headers: localProof(home), timeoutMs: 120_000 });
  const { ticket } = await client.auth.issueTicket();
  return `${url}/#t=${encodeURIComponent(ticket)}`;
}

export async function openApp(home: string, { json, print }: OpenOptions): Promise<void> {
  const url = await runningService(home);
  if (url === null) throw new UserError('no service runs on this book; start it with `zorivest up`');
  const address = await signedAddress(home, url, await personPassphrase(home));
  if (print) return json ? sayJson({ url: address }) : say(address);
  await startBrowser(home, address);
  return json ? sayJson({ opened: true }) : say(`Opened ${url} in your browser.`);
}

/** How long a browser gets to read the file. */
const READ_WITHIN = 15_000;

/** The platform's way to open a file with what usually opens it. */
function opener(file: string): readonly [command: string, ...args: string[]] {
  if (process.platform === 'darwin') return ['open', file];
  if (process.platform === 'win32') return ['explorer.exe', file];
  return ['xdg-open', file];
}

async function startBrowser(home: string, address: string): Promise<void> {
  const file = join(home, 'open.html');
  const page = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${address}"><title>Zorivest</title>\n`;
  writeFileSync(file, page, { mode: 0o600 });
  try {
    const [command, ...args] = opener(file);
    const child = spawn(command, args, { stdio: 'ignore', detached: true });
    const failed = new Promise<never>((_resolve, reject) => {
      child.once('error', () =>
        reject(new UserError('no browser could be started; `zorivest open --print` prints the address instead')),
      );
    });
    child.unref();
    await Promise.race([failed, sleep(READ_WITHIN)]);
  } finally {
    rmSync(file, { force: true });
  }
}
