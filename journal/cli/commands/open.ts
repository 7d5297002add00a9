// The app in a browser, already signed in by a ticket of the person's session. The browser is started on a file that sends the
// ticket in a form: so it stands on no command line and in no history. The file is removed as soon as the ticket was used. In an
// address that is printed it goes along behind the `#`, where no server, log or referrer sees it.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalClient } from '@zorivest/contract';
import { browserFor } from '../browser.ts';
import { personPassphrase } from '../credentials.ts';
import { say, sayJson, UserError } from '../output.ts';
import { clientOf, runningService } from '../service.ts';

export interface OpenOptions {
  readonly json: boolean;
  /** Print the address and start nothing. */
  readonly print: boolean;
}

const personClient = (home: string, url: string, passphrase: string): JournalClient =>
  clientOf(home, url, { kind: 'passphrase', passphrase });

const addressWith = (url: string, ticket: string): string => `${url}/#t=${encodeURIComponent(ticket)}`;

/** The app's address with a ticket: good once, for ten minutes. */
export async function signedAddress(home: string, url: string, passphrase: string): Promise<string> {
  const { ticket } = await personClient(home, url, passphrase).auth.issueTicket();
  return addressWith(url, ticket);
}

export async function openApp(home: string, { json, print }: OpenOptions): Promise<void> {
  const url = await runningService(home);
  if (url === null) throw new UserError('no service runs on this book; start it with `zorivest up`');
  const passphrase = await personPassphrase(home);
  if (print) {
    const address = await signedAddress(home, url, passphrase);
    return json ? sayJson({ url: address }) : say(address);
  }
  await startBrowser(home, url, personClient(home, url, passphrase));
  return json ? sayJson({ opened: true }) : say(`Opened ${url} in your browser.`);
}

/** How long a browser gets to start and use the ticket. */
const USED_WITHIN = 60_000;

const notStarted = () =>
  new UserError('no browser has opened the app; `zorivest open --print` prints the address instead');

async function startBrowser(home: string, url: string, client: JournalClient): Promise<void> {
  const { ticket } = await client.auth.issueTicket();
  const over = AbortSignal.timeout(USED_WITHIN);
  const ended = new AbortController();
  // Listening begins before the browser can be there.
  const events = await client.system.events({}, { signal: AbortSignal.any([over, ended.signal]) });
  const file = join(home, 'open.html');
  const page = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Zorivest</title>
<form method="post" action="${url}/open"><input type="hidden" name="ticket" value="${ticket}"><button>Open Zorivest</button></form>
<script>document.forms[0].submit()</script>\n`;
  // One that a killed command left may have other rights.
  rmSync(file, { force: true });
  writeFileSync(file, page, { mode: 0o600, flag: 'wx' });
  try {
    const [command, ...args] = browserFor(file);
    const child = spawn(command, args, { stdio: 'ignore', detached: true });
    const failed = new Promise<never>((_resolve, reject) => child.once('error', () => reject(notStarted())));
    child.unref();
    await Promise.race([failed, isUsed(events, ticket)]);
  } finally {
    rmSync(file, { force: true });
    ended.abort();
  }
}

/** Ends when the service says that this ticket was used. */
async function isUsed(events: AsyncIterable<{ type: string; data: Record<string, unknown> }>, ticket: string) {
  const mark = createHash('sha256').update(ticket).digest('hex');
  try {
    for await (const { type, data } of events) if (type === 'vault' && data['ticket'] === mark) return;
  } catch {
    // Its time is over, or the service has ended.
  }
  throw notStarted();
}
