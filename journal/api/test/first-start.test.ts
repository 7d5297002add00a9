// The first start without a key: a page that makes the book, once, and a program that is let in by a click.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@zorivest/contract';
import { homeAt, prepareHome } from '@zorivest/store';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loopback } from '../http/listening.ts';
import { type Setup, startSetup } from '../setup/setup.ts';
import { restoreBook } from '../restore.ts';
import { openTestService, passphrase, startTestService, type TestService } from './test-service.ts';

describe('the page of a home without a book', () => {
  let root: string;
  let setup: Setup;
  const begin = async () => {
    root = mkdtempSync(join(tmpdir(), 'zorivest-setup-'));
    const home = homeAt(root);
    prepareHome(home);
    setup = await startSetup({ home, port: 0, listening: loopback, random: randomBytes, version: '0.0.0' });
  };
  afterEach(async () => {
    await setup.close();
    rmSync(root, { recursive: true, force: true });
  });
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${setup.url}/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const ticket = () => new URL(setup.address).hash.slice(1);

  it('makes the book for the holder of the ticket, once, and only the passphrase opens it', async () => {
    await begin();
    expect(setup.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/setup#stp_[\w-]{43}$/);
    expect(await (await fetch(`${setup.url}/api/v1/health`)).json()).toMatchObject({ status: 'ok', state: 'no-book' });
    const [first, second] = await Promise.all([
      post({ ticket: ticket(), passphrase }),
      post({ ticket: ticket(), passphrase: 'another passphrase' }),
    ]);
    expect([first.status, second.status]).toEqual([201, 410]);
    await setup.made;
    expect((await post({ ticket: ticket(), passphrase })).status).toBe(409);
    const stored = JSON.parse(readFileSync(join(root, 'bootstrap.json'), 'utf8')) as { keys: unknown[] };
    expect(stored.keys).toEqual([]);
  });

  it('refuses another ticket, a short passphrase, a page of another origin and every other question', async () => {
    await begin();
    expect((await post({ ticket: 'stp_guessed', passphrase })).status).toBe(401);
    expect((await post({ ticket: ticket(), passphrase: 'short' })).status).toBe(422);
    expect((await post({ ticket: ticket(), passphrase }, { origin: 'http://evil.example' })).status).toBe(403);
    expect((await post({ ticket: ticket(), passphrase }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const asked = await fetch(`${setup.url}/api/v1/accounts`);
    expect([asked.status, await asked.text()]).toEqual([503, expect.stringContaining('no_book')]);
    expect(existsSync(join(root, 'bootstrap.json'))).toBe(false);
  });

  it('tells its link to programs that can read the home, and to no other', async () => {
    await begin();
    const ask = (secret: string) => fetch(`${setup.url}/setup/address`, { headers: { 'x-zorivest-local': secret } });
    const reply = await ask(readFileSync(join(root, 'local.secret'), 'utf8').trim());
    expect(await reply.json()).toEqual({ url: setup.address });
    const refused = await ask('guessed');
    expect(refused.status).toBe(401);
    expect(await refused.text()).not.toContain('stp_');
  });
});

describe('a program that wants to connect', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService();
  });
  afterAll(() => service.close());
  const program = () => {
    const proof = readFileSync(join(service.home, 'local.secret'), 'utf8').trim();
    return createClient({ baseUrl: service.url, headers: { 'x-zorivest-local': proof } });
  };

  it('is let in by a click: its key is in the home for its owner alone, and may do what the person allowed', async () => {
    const asked = await program().pairings.ask({ body: { client: 'Claude Desktop' } });
    expect(asked).toMatchObject({
      client: 'Claude Desktop',
      status: 'waiting',
      key_file: 'pairings/claude-desktop.json',
    });
    expect((await program().pairings.ask({ body: { client: 'claude desktop' } })).id).toBe(asked.id);
    expect((await service.person.pairings.list()).items).toEqual([asked]);
    expect((await service.person.app.start()).pairings.items).toEqual([asked]);
    const decision = { params: { id: asked.id }, body: { decision: 'allow', mode: 'ask' } } as const;
    expect(JSON.stringify(await service.person.pairings.decide(decision))).not.toContain('zrv_sk_');
    await expect(service.person.pairings.decide(decision)).rejects.toMatchObject({ status: 409 });
    const file = join(service.home, asked.key_file);
    expect(statSync(file).mode & 0o077).toBe(0);
    const { key_id, api_key } = JSON.parse(readFileSync(file, 'utf8')) as { key_id: string; api_key: string };
    expect(await service.as(api_key).guard.check({ body: { tool: 'x' } })).toMatchObject({ mode: 'ask' });
    // Asked again it hears immediately where its key is; revoked, the file goes, and it may ask again.
    expect((await program().pairings.ask({ body: { client: 'Claude Desktop' } })).status).toBe('allowed');
    await service.client.auth.revokeKey({ params: { key_id } });
    expect(existsSync(file)).toBe(false);
    expect((await program().pairings.ask({ body: { client: 'Claude Desktop' } })).status).toBe('waiting');
  });

  it('hears a no, and keeps hearing it', async () => {
    const { id } = await program().pairings.ask({ body: { client: 'Nosy' } });
    await service.person.pairings.decide({ params: { id }, body: { decision: 'deny' } });
    expect((await program().pairings.ask({ body: { client: 'Nosy' } })).status).toBe('denied');
    expect(existsSync(join(service.home, 'pairings/nosy.json'))).toBe(false);
  });

  it('has a key of its own, in whatever letters its name is written', async () => {
    const names = ['日本', 'Ωmega', 'mega', '...', '!!!'];
    const files: string[] = [];
    for (const name of names) {
      const { id, client, key_file } = await program().pairings.ask({ body: { client: name } });
      expect(client).toBe(name);
      await service.person.pairings.decide({ params: { id }, body: { decision: 'deny' } });
      files.push(key_file);
    }
    expect(new Set(files).size).toBe(names.length);
    expect(files.filter((file) => !/^pairings\/[a-z0-9-]+\.json$/.test(file))).toEqual([]);
    expect(files[2]).toBe('pairings/mega.json');
  });

  it('cannot ask without reading the home, decide on its own, fill the page, or leave the folder by its name', async () => {
    const stranger = createClient({ baseUrl: service.url });
    await expect(stranger.pairings.ask({ body: { client: 'x' } })).rejects.toMatchObject({ status: 403 });
    await expect(service.client.pairings.list()).rejects.toMatchObject({ status: 403 });
    const { id, key_file } = await program().pairings.ask({ body: { client: '../../bootstrap' } });
    expect(key_file).toBe('pairings/bootstrap.json');
    const decision = { params: { id }, body: { decision: 'allow', mode: 'write' } } as const;
    await expect(service.client.pairings.decide(decision)).rejects.toMatchObject({ status: 403 });
    const many = Array.from({ length: 6 }, (_, n) => program().pairings.ask({ body: { client: `Program ${n}` } }));
    expect((await Promise.allSettled(many)).at(-1)).toMatchObject({ status: 'rejected', reason: { status: 429 } });
  });
});

describe('a book that another version opened', () => {
  const openedBy = (home: string, opened_by?: object) => {
    const file = join(home, 'bootstrap.json');
    const bootstrap = JSON.parse(readFileSync(file, 'utf8')) as { opened_by: Record<string, string> };
    if (opened_by !== undefined) writeFileSync(file, JSON.stringify({ ...bootstrap, opened_by }));
    return bootstrap.opened_by;
  };

  it('is backed up before a newer one opens it; an older one is refused and gets the path of the backup, which it can read', async () => {
    let service = await openTestService();
    const { home, apiKey, keyId } = service;
    const current = openedBy(home)['version'];
    await service.service.stop();
    openedBy(home, { version: '0.0.9' });
    service = await startTestService(home, apiKey, keyId, {});
    await service.person.system.status();
    const [backup = '', ...more] = readdirSync(join(home, 'backups')).filter((name) => name.endsWith('.zvbak'));
    expect([backup, more]).toEqual([expect.stringContaining('before-migration'), []]);
    expect(openedBy(home)).toMatchObject({ version: current, from: '0.0.9' });
    service = await service.restart();
    await service.person.system.status();
    await service.service.stop();

    openedBy(home, { ...openedBy(home), version: '99.0.0' });
    service = await startTestService(home, apiKey, keyId, {});
    await expect(service.person.system.status()).rejects.toThrow(`zorivest restore ${join(home, 'backups', backup)}`);
    await service.service.stop();
    await restoreBook(home, join(home, 'backups', backup), { kind: 'passphrase', passphrase });
    expect(openedBy(home)).toEqual({ version: '0.0.9' });
    service = await startTestService(home, apiKey, keyId, {});
    await service.person.system.status();
    await service.close();
  });
});
