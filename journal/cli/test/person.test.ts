// The person over the assistant, in the shell: what a key may do, what it asks for, what it did; and rates, exports and
// files that leave something open.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type JournalClient } from '@zorivest/contract';
import { THIRTEEN } from '@zorivest/imports/testing/thirteen';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createShell } from './shell.ts';

const shell = createShell();
const { run } = shell;
afterAll(() => shell.end());

let assistant: JournalClient;
let person: JournalClient;
let keyId = '';
beforeAll(async () => {
  await shell.makeBook();
  const { api } = await shell.up();
  const passphrase = 'correct horse battery staple';
  person = createClient({ baseUrl: api, auth: { kind: 'passphrase', passphrase } });
  const made = await person.auth.createKey({ body: { name: 'cursor', role: 'read-write' } });
  keyId = made.key_id;
  await person.accounts.create({ body: { account_id: 'main', name: 'main', account_type: 'broker' } });
  assistant = createClient({ baseUrl: api, auth: { kind: 'key', apiKey: made.raw_key } });
});

const fill = { instrument: 'AAPL', action: 'BOT', quantity: 10, price: 187.5, account_id: 'main' } as const;
const ask = (exec_id: string) =>
  assistant.approvals.request({
    body: {
      operation: 'trades.create',
      body: { ...fill, exec_id },
      told: { tool: 'create_trade', effect: 'Record \u001b[2Ja trade?', client: { name: 'Bank', version: null } },
    },
  });

describe('the assistant', () => {
  it('may do what its key is set to', async () => {
    const { code, out } = await run(['keys', 'mode', keyId, 'ask']);
    expect([code, out]).toEqual([0, `${keyId} (cursor) is ask from its next request on.\n`]);
    await expect(assistant.trades.create({ body: { ...fill, exec_id: 'A0' } })).rejects.toMatchObject({ status: 403 });
  });

  it('gets a yes once the person has seen what it will write, and a no', async () => {
    const { id } = await ask('A1');
    expect((await run(['approve'])).out).toContain(id);
    const { code, out } = await run(['approve', id]);
    expect(code).toBe(0);
    // What the service will do stands there, and what the program says cannot paint over it.
    expect(out).toContain('cursor wants to record an execution');
    expect(out).toContain('calls itself "Bank"');
    expect(out).toMatch(/adds the execution AAPL, .*bought 10 at 187.5/);
    expect(out).toMatch(/quantity: 10\n/);
    expect(out).not.toContain('\u001b[2J');
    expect(out).toContain(`${id} is approved.`);
    expect((await person.trades.list()).items.map(({ exec_id }) => exec_id)).toEqual(['A1']);
    const denied = await ask('A2');
    expect((await run(['deny', denied.id, '--json'])).json()).toMatchObject({ status: 'denied' });
  });

  it('is seen in what it did, and while it does it', async () => {
    const countRecorded = async () => (await person.activity.list({ query: { outcome: 'ok' } })).total;
    await expect.poll(countRecorded).toBe(1);
    const { out } = await run(['activity', '--operation', 'trades.create']);
    expect(out).toMatch(/^AT +OUTCOME +OPERATION/);
    expect(out).toMatch(/ ok +trades\.create/);

    const following = shell.start(['activity', '--follow', '--json']);
    following.stdin.end('correct horse battery staple');
    let seen = '';
    following.stdout.on('data', (chunk: Buffer) => (seen += chunk.toString()));
    const reportOnce = async () => {
      await assistant.accounts.list();
      return seen;
    };
    await expect.poll(reportOnce, { interval: 250 }).toContain('"tool":"accounts.list"');
    following.kill();
  });
});

describe('what was done', () => {
  it('is undone, the last of it first; from a pipe only with --yes', async () => {
    const { id } = await person.watchlists.create({ body: { name: 'Undone' } });
    await person.watchlists.remove({ params: { watchlist_id: id } });
    const asked = await run(['undo']);
    expect([asked.code === 0, (await person.watchlists.list()).items]).toEqual([false, []]);
    expect((await run(['undo', '--list'])).out).toContain('deleted the watchlist');
    const { out, code } = await run(['undo', '--yes']);
    expect([code, out]).toEqual([0, expect.stringContaining('Undone: deleted the watchlist')]);
    expect((await person.watchlists.list()).items).toMatchObject([{ name: 'Undone' }]);
    expect((await run(['undo', '999999', '--yes'])).code).not.toBe(0);
  });

  it('is looked at row by row', async () => {
    const { code, out } = await run(['activity', 'verify']);
    expect([code, out]).toEqual([0, expect.stringContaining('rows are as they were written')]);
    expect((await run(['activity', 'verify', '--json'])).json()).toMatchObject({ ok: true, first_bad: null });
    expect((await run(['activity', 'falsify'])).code).not.toBe(0);
  });
});

describe('what the book holds', () => {
  it('is exported as CSV to stdout', async () => {
    const { code, out } = await run(['trade', 'export']);
    expect([code, out.split('\r\n')[0]]).toEqual([0, expect.stringMatching(/^exec_id,time,instrument,action/)]);
    expect(out).toContain('A1,');
  });

  it('has rates from the central bank', async () => {
    const path = join(shell.folder, 'eurofxref-hist.csv');
    writeFileSync(path, 'Date,USD,JPY,\n2026-03-03,1.0810,161.5,\n2026-03-02,1.0800,161.0,\n');
    expect((await run(['fx', 'import', path])).out).toBe(
      '4 rates of 2 currencies on 2 days, 2026-03-02 to 2026-03-03.\n',
    );
  });
});

it('a file that is known only by its shape is shown and ends with 3 where no one can be asked; --yes stores it', async () => {
  const path = join(shell.folder, 'table.csv');
  writeFileSync(
    path,
    'Date,Symbol,Activity,Quantity,Price,Commission,Amount\n2024-02-01 10:00,QQQ,Buy,10,400.00,-1.00,-4001.00\n2024-02-02 10:00,QQQ,Sell,4,410.00,-1.00,1639.00\n',
  );
  const trades = async () => (await person.trades.list({ query: { instrument: 'QQQ' } })).total;
  const { code, out, err } = await run(['import', path]);
  expect([code, out]).toEqual([3, expect.stringContaining('not imported')]);
  expect(out).toContain('is the column');
  expect(out).toMatch(/row 2: time \S+, instrument QQQ, action BOT, quantity 10, price 400/);
  expect(err).toContain('--yes');
  expect([await trades(), (await person.imports.list()).total]).toEqual([0, 0]);
  const stored = await run(['import', path, '--yes', '--json']);
  expect([stored.code, stored.json()]).toEqual([0, expect.objectContaining({ imported: 2, status: 'success' })]);
  expect(await trades()).toBe(2);
});

it('thirteen statements of a trader are imported by one command, and every row is accounted for', async () => {
  for (const account_id of ['YEAR', 'TAXED', 'ROTH'])
    await person.accounts.create({ body: { account_id, name: account_id, account_type: 'broker' } });
  const paths = THIRTEEN.map(({ name, bytes }) => {
    const path = join(shell.folder, name);
    writeFileSync(path, bytes);
    return path;
  });
  const mapping = Object.entries(THIRTEEN.find(({ accounts }) => accounts !== undefined)?.accounts ?? {}).flatMap(
    ([named, account]) => ['--accounts', `${named}=${account}`],
  );
  // Two accounts in one file are asked about before anything is stored.
  const both = paths.find((path) => path.includes('both')) ?? '';
  const asked = await run(['import', both, '--account', 'YEAR']);
  expect([asked.code, asked.out]).toEqual([3, expect.stringContaining('Z22222222')]);
  const { code, out } = await run(['import', ...paths, '--account', 'YEAR', ...mapping, '--json']);
  expect(code).toBe(0);
  const answers = JSON.parse(out) as { file: string; rows: ImportedRows; needs_review: boolean }[];
  expect(
    answers.map(({ file, rows, needs_review }) => [file.slice(shell.folder.length + 1), foldRows(rows), needs_review]),
  ).toEqual(THIRTEEN.map(({ name, rows }) => [name, { ...rows, asked: 0, unreadable: 0, known: 0 }, false]));
  // The share under its new ticker, the bill and the cancelled purchase are closed: nothing is held, nothing short.
  const held = new Set((await person.roundTrips.open({ query: {} })).items.map(({ instrument }) => instrument));
  expect(['QSQ', 'QXYZ', '912797KX4', 'QHARB'].filter((name) => held.has(name))).toEqual([]);
  expect(held).toContain('QPEAR');
  const [changed] = (await person.roundTrips.list({ query: { search: 'QXYZ' } })).items;
  expect(changed).toMatchObject({ status: 'closed', open_quantity: 0, realized_pnl: 498 });
});

type ImportedRows = Readonly<Record<string, number>> & { readonly left_out: readonly { readonly count: number }[] };

/** What was left out, added up. */
const foldRows = ({ left_out, ...rows }: ImportedRows) => ({
  ...rows,
  left_out: left_out.reduce((sum, { count }) => sum + count, 0),
});

describe.runIf(process.platform === 'linux')('the app', () => {
  it('is opened through a file of its own that goes once the ticket is used, and the ticket is on no command line', async () => {
    const bin = join(shell.folder, 'bin');
    const log = join(shell.folder, 'browser.json');
    mkdirSync(bin);
    // A browser as far as it matters here: it reads the file it is given, sends its form, and uses the ticket of the page it gets.
    writeFileSync(
      join(bin, 'xdg-open'),
      `#!${process.execPath}
      const { readFileSync, statSync, writeFileSync } = require('node:fs');
      const [file] = process.argv.slice(2);
      const [, url, ticket] = /action="(http[^"]+)\\/open".*value="([^"]+)"/.exec(readFileSync(file, 'utf8'));
      const seen = { argv: process.argv, mode: statSync(file).mode & 0o777, ticket };
      const form = { method: 'POST', headers: { origin: 'null', 'sec-fetch-site': 'cross-site' }, body: new URLSearchParams({ ticket }) };
      fetch(url + '/open', form)
        .then(async (page) => {
          const [, mark] = /name="zorivest-ticket" content="([^"]+)"/.exec(await page.text());
          const body = JSON.stringify({ ticket: mark });
          return fetch(url + '/api/v1/auth/tickets:redeem', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
        })
        .then(async (answer) => writeFileSync(${JSON.stringify(log)}, JSON.stringify({ ...seen, status: answer.status, grant: await answer.json() })));
      `,
      { mode: 0o755 },
    );
    const { code, out } = await run(['open'], { env: { PATH: `${bin}:${process.env['PATH'] ?? ''}` } });
    expect([code, out]).toEqual([0, expect.stringContaining('Opened http://127.0.0.1')]);
    expect(out).not.toContain('tkt_');
    await expect.poll(() => existsSync(log)).toBe(true);
    const seen = JSON.parse(readFileSync(log, 'utf8')) as { argv: string[]; mode: number; ticket: string };
    expect(seen).toMatchObject({ mode: 0o600, status: 200, grant: { role: 'person' } });
    expect(seen.ticket).toMatch(/^tkt_/);
    expect(seen.argv.join(' ')).not.toContain('tkt_');
    expect(readdirSync(shell.home)).not.toContain('open.html');
  });

  it('without a browser, its address is printed to be opened elsewhere: by ssh with how to get there', async () => {
    const bin = join(shell.folder, 'no-browser');
    mkdirSync(bin);
    // As it answers where it finds no browser.
    writeFileSync(join(bin, 'xdg-open'), '#!/bin/sh\nexit 3\n', { mode: 0o755 });
    const ticket = /^http:\/\/127\.0\.0\.1:\d+\/#t=tkt_\S+\n$/;
    const PATH = `${bin}:${process.env['PATH'] ?? ''}`;
    const here = await run(['open'], { env: { PATH } });
    expect(here).toMatchObject({ code: 0, out: expect.stringMatching(ticket) as unknown });
    expect(here.err).toContain('No browser could be opened here');
    const env = { PATH, DISPLAY: '', WAYLAND_DISPLAY: '', SSH_CONNECTION: '192.0.2.7 50123 192.0.2.1 22' };
    const bySsh = await run(['open'], { env });
    expect(bySsh).toMatchObject({ code: 0, out: expect.stringMatching(ticket) as unknown });
    expect(bySsh.err).toMatch(/`ssh -L (\d+):127\.0\.0\.1:\1 \S+@192\.0\.2\.1`/);
    const { code, out } = await run(['open', '--json'], { env });
    expect([code, JSON.parse(out)]).toMatchObject([0, { opened: false }]);
    expect(readdirSync(shell.home)).not.toContain('open.html');
  });
});
