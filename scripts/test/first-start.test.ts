/**
 * `zorivest mcp` as a client starts it on a machine that has nothing yet: no book, no service, no key. The browser is a script
 * that writes down what it was sent to; everything else is real.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createClient } from '@zorivest/contract';
import { afterAll, expect, it } from 'vitest';
import { overStdio } from '../../journal/mcp/test/stdio-client.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'first-start-'));
const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'it was answered',
    (error: Error) => error.message,
  );
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('creates the book in the browser, is granted access by a click, and answers; the ticket is sent to no one else', async () => {
  const home = join(folder, 'book');
  const opened = join(folder, 'opened');
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/xdg-open'), `#!/bin/sh\nprintf %s "$1" > ${opened}\n`);
  chmodSync(join(folder, 'bin/xdg-open'), 0o755);
  const assistant = await overStdio(process.execPath, [join(root, 'journal/cli/bin/zorivest.js'), 'mcp'], {
    PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter),
    HOME: folder,
    ZORIVEST_HOME: home,
  });
  try {
    await expect.poll(() => existsSync(opened), { timeout: 20_000 }).toBe(true);
    const address = readFileSync(opened, 'utf8');
    const { origin, hash, pathname } = new URL(address);
    expect(pathname).toBe('/setup');
    // A user who closed that page, or had no browser then, requests it again.
    const type = (...args: string[]) =>
      spawnSync(process.execPath, [join(root, 'journal/cli/bin/zorivest.js'), ...args], {
        env: { HOME: folder, ZORIVEST_HOME: home },
        encoding: 'utf8',
        input: '',
      });
    expect(type('open', '--print')).toMatchObject({ status: 0, stdout: `${address}\n` });
    expect(type('init')).toMatchObject({ status: 1, stderr: expect.stringContaining('`zorivest open`') as unknown });
    expect(type('service', 'status').stdout).toContain(`running at ${origin}; there is no book yet: \`zorivest open\``);
    const before = await refusalOf(assistant.ask('list_accounts'));
    expect(before).toMatch(/no book yet.*`zorivest open`/);
    expect(before).not.toContain(hash.slice(1));

    const passphrase = 'a passphrase of the first hour';
    const made = await fetch(`${origin}/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ ticket: hash.slice(1), passphrase }),
    });
    expect(made.status).toBe(201);
    const person = createClient({ baseUrl: origin, auth: { kind: 'passphrase', passphrase } });
    const waiting = () =>
      person.pairings.list().then(
        ({ items }) => items,
        () => [],
      );
    // Asked without a call: the card is there when the person comes out of the first page.
    await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(1);
    const [card] = await waiting();
    expect(await refusalOf(assistant.ask('list_accounts'))).toContain('press Allow');
    await person.pairings.decide({ params: { id: card?.id ?? '' }, body: { decision: 'allow', mode: 'write' } });
    await assistant.ask('list_accounts');
    const logs = ['app', 'api', 'vault'].map((name) => join(home, 'logs', `${name}.jsonl`)).filter(existsSync);
    for (const log of logs) expect(readFileSync(log, 'utf8')).not.toContain(hash.slice(1));
  } finally {
    await assistant.close();
  }
  // What it started ended with it.
  await expect.poll(() => existsSync(join(home, 'service.json')), { timeout: 20_000 }).toBe(false);
});

it('where there is no browser to open, it names the command that prints the address', async () => {
  const env = { HOME: folder, ZORIVEST_HOME: join(folder, 'no-browser'), PATH: join(folder, 'nothing') };
  const program = join(root, 'journal/cli/bin/zorivest.js');
  const server = spawn(process.execPath, [program, 'mcp'], { env, stdio: ['pipe', 'ignore', 'pipe'] });
  let output = '';
  server.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    await expect.poll(() => output).toMatch(/no browser could be opened; run `zorivest open`/);
    expect(output).not.toContain('setup#');
    const { status, stdout } = spawnSync(process.execPath, [program, 'open'], { env, encoding: 'utf8' });
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^http:\S+\/setup#\S+\n$/) as unknown,
    });
  } finally {
    const ended = once(server, 'exit');
    server.stdin.end();
    await ended;
  }
});
