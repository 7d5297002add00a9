// The app in a browser, already signed in by a ticket of the person's session. The browser is started on a file that sends the
// ticket in a form: so it stands on no command line and in no history. The file is removed as soon as the ticket was used. In an
// address that is printed it goes along behind the `#`, where no server, log or referrer sees it.
import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { JournalClient } from '@zorivest/contract';
import { startBrowser, tunnelFor } from '../browser.ts';
import { personPassphrase } from '../credentials.ts';
import { hasBook, localProof } from '../home.ts';
import { printError, say, sayJson, UserError } from '../output.ts';
import { clientOf, portFetch, runningService } from '../service.ts';

export interface OpenOptions {
  readonly json: boolean;
  /** Print the address and start nothing. */
  readonly print: boolean;
}

export const personClient = (home: string, url: string, passphrase: string): JournalClient =>
  clientOf(home, url, { kind: 'passphrase', passphrase });

const addressWith = (url: string, ticket: string): string => `${url}/#t=${encodeURIComponent(ticket)}`;

/** The app's address with a ticket: good once, for ten minutes. */
export async function signedAddress(client: JournalClient, url: string): Promise<string> {
  const { ticket } = await client.auth.issueTicket();
  return addressWith(url, ticket);
}

export async function openApp(home: string, { json, print }: OpenOptions): Promise<void> {
  const url = await runningService(home);
  if (url === null) throw new UserError('no service runs on this book; start it with `zorivest up`');
  // Who came by ssh would look in vain at a browser on that machine's own screen.
  const tunnel = tunnelFor(new URL(url).port, userInfo().username);
  if (!hasBook(home)) return openSetup(home, url, { json, print }, tunnel);
  const passphrase = await personPassphrase(home);
  const opened = !print && tunnel === null && (await isOpened(home, url, personClient(home, url, passphrase)));
  if (opened) return json ? sayJson({ opened }) : say(`Opened ${url} in your browser.`);
  const address = await signedAddress(personClient(home, url, passphrase), url);
  if (json) return sayJson(print ? { url: address } : { opened, url: address });
  if (!print) printError(`${whereToOpen(tunnel)} It is good once, for ten minutes.`);
  return say(address);
}

/** The page that makes the book. Its link is printed in any case: whether a browser has shown it is unknown. */
async function openSetup(home: string, url: string, options: OpenOptions, tunnel: string | null): Promise<void> {
  const answer = await portFetch(home, url)(`${url}/setup/address`, { headers: localProof(home) });
  if (!answer.ok) throw new UserError('there is no book yet, and the service does not offer to make one');
  const { url: address } = (await answer.json()) as { readonly url: string };
  if (!options.print && tunnel === null) startBrowser(address);
  if (options.json) return sayJson({ url: address });
  printError('There is no book yet: its passphrase is chosen on this page. The link is good once.');
  if (tunnel !== null) printError(whereToOpen(tunnel));
  return say(address);
}

const whereToOpen = (tunnel: string | null): string =>
  tunnel === null
    ? 'No browser could be opened here: open this address in one on this machine.'
    : `You are here by ssh: run \`${tunnel}\` on your own machine, then open this address there.`;

/** How long a browser gets to start and use the ticket. */
const USED_WITHIN = 60_000;

/** Starts the browser; whether it has used the ticket. */
async function isOpened(home: string, url: string, client: JournalClient): Promise<boolean> {
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
    const { failed } = startBrowser(file);
    return await Promise.race([failed.then(() => false), isUsed(events, ticket)]);
  } finally {
    rmSync(file, { force: true });
    ended.abort();
  }
}

/** Whether the service says, in time, that this ticket was used. */
async function isUsed(
  events: AsyncIterable<{ type: string; data: Record<string, unknown> }>,
  ticket: string,
): Promise<boolean> {
  const mark = createHash('sha256').update(ticket).digest('hex');
  try {
    for await (const { type, data } of events) if (type === 'vault' && data['ticket'] === mark) return true;
  } catch {
    // Its time is over, or the service has ended.
  }
  return false;
}
