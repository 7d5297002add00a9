// The first minute: a book with the demo, running, with nothing to type. Run again, it just starts.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalClient } from '@zorivest/contract';
import { firstRunCredentials, firstRunFile, hasBook } from '../home.ts';
import { printError, say, style } from '../output.ts';
import { clientOf } from '../service.ts';
import { personClient, signedAddress } from './open.ts';
import { up, type UpOptions } from './up.ts';

interface Admin {
  readonly api_key: string;
  readonly passphrase: string;
}

function keepCredentials(home: string, credentials: Admin & { readonly ide_key?: string }): void {
  writeFileSync(join(home, firstRunFile), `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
}

/** What a first run does: makes the book and fills it. */
function firstRun(home: string): Pick<UpOptions, 'newBook' | 'prepare'> & { readonly client: () => JournalClient } {
  const passphrase = randomBytes(18).toString('base64url');
  let admin: Admin;
  let client: JournalClient;
  return {
    client: () => client,
    newBook: {
      passphrase,
      made: ({ api_key }) => keepCredentials(home, (admin = { api_key, passphrase })),
    },
    prepare: async (api) => {
      printError('Filling it with eighteen months of made-up trading …');
      client = clientOf(home, api, { kind: 'passphrase', passphrase });
      // What is pasted into an IDE may change the book, and manage neither keys nor the service.
      const [{ raw_key }] = await Promise.all([
        client.auth.createKey({ body: { name: 'IDE', role: 'read-write' } }),
        client.demo.create({ body: {} }),
      ]);
      keepCredentials(home, { ...admin, ide_key: raw_key });
    },
  };
}

export async function quickstart(home: string, options: UpOptions): Promise<void> {
  const first = hasBook(home) ? null : firstRun(home);
  if (first !== null) printError(`Making a book in ${home} …`);
  await up(home, {
    ...options,
    ...(first !== null && { newBook: first.newBook, prepare: first.prepare }),
    onReady: async ({ api, mcp }) => {
      if (options.json) return;
      const { ideKey: key = '<your API key>', passphrase } = firstRunCredentials(home) ?? {};
      // A book of the first run has its passphrase at hand; one of your own asks for it at the page.
      const client = first?.client() ?? (passphrase === undefined ? null : personClient(home, api, passphrase));
      const address = client === null ? api : await signedAddress(client, api);
      say();
      say(`Open      ${style('bold', address)}`);
      say(`API key   ${key}  (read-write; stored in ${join(home, firstRunFile)})`);
      if (mcp === null) return;
      say();
      say('Paste this into your IDE (or run `npx zorivest connect <client>`):');
      say(`  claude mcp add --scope user --transport http zorivest ${mcp} --header "Authorization: Bearer ${key}"`);
      say(`  {"mcpServers":{"zorivest":{"url":"${mcp}","headers":{"Authorization":"Bearer ${key}"}}}}`);
    },
  });
}
