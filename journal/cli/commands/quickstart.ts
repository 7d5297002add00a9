// The first minute: a book with the demo, running, with nothing to type. Run again, it just starts.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstRunCredentials, firstRunFile, hasBook } from '../home.ts';
import { printError, say, style } from '../output.ts';
import { clientOf } from '../service.ts';
import { makeBook } from './init.ts';
import { signedAddress } from './open.ts';
import { up, type UpOptions } from './up.ts';

interface Admin {
  readonly api_key: unknown;
  readonly passphrase: string;
}

function keepCredentials(home: string, credentials: Admin & { readonly ide_key?: string }): void {
  writeFileSync(join(home, firstRunFile), `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
}

async function makeFirstBook(home: string): Promise<Admin> {
  printError(`Making a book in ${home} …`);
  const passphrase = randomBytes(18).toString('base64url');
  const made = await makeBook(home, passphrase);
  const admin = { api_key: made['api_key'], passphrase };
  keepCredentials(home, admin);
  return admin;
}

/** By the service that stays: one of its own for this would cost a start and an end. */
async function fillBook(home: string, api: string, admin: Admin): Promise<void> {
  printError('Filling it with eighteen months of made-up trading …');
  const client = clientOf(home, api, { kind: 'passphrase', passphrase: admin.passphrase });
  // What is pasted into an IDE may change the book, and manage neither keys nor the service.
  const { raw_key } = await client.auth.createKey({ body: { name: 'IDE', role: 'read-write' } });
  keepCredentials(home, { ...admin, ide_key: raw_key });
  await client.demo.create({ body: {} });
}

export async function quickstart(home: string, options: UpOptions): Promise<void> {
  const admin = hasBook(home) ? null : await makeFirstBook(home);
  await up(home, {
    ...options,
    ...(admin !== null && { prepare: (api: string) => fillBook(home, api, admin) }),
    onReady: async ({ api, mcp }) => {
      if (options.json) return;
      const { ideKey: key = '<your API key>', passphrase } = firstRunCredentials(home) ?? {};
      // A book of the first run has its passphrase at hand; one of your own asks for it at the page.
      const address = passphrase === undefined ? api : await signedAddress(home, api, passphrase);
      say();
      say(`Open      ${style('bold', address)}`);
      say(`API key   ${key}  (read-write; kept in ${join(home, firstRunFile)})`);
      if (mcp === null) return;
      say();
      say('Paste this into your IDE (or run `npx zorivest connect <client>`):');
      say(`  claude mcp add --scope user --transport http zorivest ${mcp} --header "Authorization: Bearer ${key}"`);
      say(`  {"mcpServers":{"zorivest":{"url":"${mcp}","headers":{"Authorization":"Bearer ${key}"}}}}`);
    },
  });
}
