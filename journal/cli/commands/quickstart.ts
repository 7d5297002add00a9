// The first minute: a book with the demo, running, with nothing to type. Run again, it just starts.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstRunCredentials, firstRunFile, hasBook } from '../home.ts';
import { printError, say, style } from '../output.ts';
import { connect } from '../service.ts';
import { makeBook } from './init.ts';
import { signedAddress } from './open.ts';
import { up, type UpOptions } from './up.ts';

async function firstRun(home: string): Promise<void> {
  printError(`Making a book in ${home} …`);
  const passphrase = randomBytes(18).toString('base64url');
  const made = await makeBook(home, passphrase);
  const keep = (credentials: Record<string, unknown>) =>
    writeFileSync(join(home, firstRunFile), `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  const admin = { api_key: made['api_key'], passphrase };
  keep(admin);
  printError('Filling it with eighteen months of made-up trading …');
  const service = await connect(home);
  try {
    const client = service.client({ kind: 'passphrase', passphrase });
    // What is pasted into an IDE may change the book, and manage neither keys nor the service.
    const { raw_key } = await client.auth.createKey({ body: { name: 'IDE', role: 'read-write' } });
    keep({ ...admin, ide_key: raw_key });
    await client.demo.create({ body: {} });
  } finally {
    await service.close();
  }
}

export async function quickstart(home: string, options: UpOptions): Promise<void> {
  if (!hasBook(home)) await firstRun(home);
  await up(home, {
    ...options,
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
      say(`  claude mcp add --transport http zorivest ${mcp} --header "Authorization: Bearer ${key}"`);
      say(`  {"mcpServers":{"zorivest":{"url":"${mcp}","headers":{"Authorization":"Bearer ${key}"}}}}`);
    },
  });
}
