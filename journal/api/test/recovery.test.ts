// A book that is damaged, lost or in the wrong hands, and the way back, as a person goes it: commands and files.
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { createClient } from '@zorivest/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { initBook } from '../init.ts';
import { providerStore } from '@zorivest/market';
import { openConnection } from '@zorivest/store';
import { restoreBook } from '../restore.ts';
import { demoBook } from '@zorivest/demo';
import { startService } from '../service.ts';
import { readBootstrap } from '../vault/bootstrap.ts';
import { dataKeyByEntry, dataKeyByPassphrase, entryOfKey } from '../vault/data-key.ts';
import {
  copyOfHome,
  fill,
  openTestService,
  passphrase,
  startTestService,
  withAccount,
  type TestService,
} from './test-service.ts';
import { runProgram } from './process.ts';
import { quickKdf } from './quick-kdf.ts';

/** Made once for all: each test has a copy of its home. */
let made: TestService;
let madeBackup: string;
let testService: TestService;
let backup: string;
beforeAll(async () => {
  made = await openTestService();
  await withAccount(made.client);
  await made.client.trades.create({ body: fill });
  madeBackup = (await made.client.backups.create()).backup_path ?? '';
  await made.service.stop();
});
beforeEach(() => {
  const home = copyOfHome(made);
  backup = join(home, relative(made.home, madeBackup));
  testService = { ...made, home, restart: () => startTestService(home, made.apiKey, made.keyId, {}) };
});
afterEach(() => rmSync(testService.home, { recursive: true, force: true }));
afterAll(() => rmSync(made.home, { recursive: true, force: true }));

function run(args: readonly string[], stdin: string, env: Record<string, string> = {}) {
  const { ZORIVEST_API_KEY: _, ...inherited } = process.env;
  return runProgram([...args, '--home', testService.home], { stdin, env: { ...inherited, ...env } });
}

const database = () => join(testService.home, 'zorivest.db');
const restore = (stdin = passphrase, env: Record<string, string> = {}) => run(['restore', backup], stdin, env);

/** The trades of the book, seen with a key, or why it does not open. */
async function tradesWith(apiKey: string): Promise<number | string> {
  const service = await startService({ demo: demoBook, home: testService.home, port: 0 });
  try {
    const client = createClient({ baseUrl: service.url, auth: { kind: 'key', apiKey } });
    return (await client.trades.list()).total;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await service.stop();
  }
}

const damages: readonly [string, () => void][] = [
  ['whose pages are damaged', () => writeFileSync(database(), Buffer.alloc(20_000, 7))],
  ['that is missing', () => rmSync(database())],
  ['that is empty', () => writeFileSync(database(), '')],
];

describe('a book', () => {
  it.each(damages)('%s comes back from a backup with the passphrase', async (_, damage) => {
    damage();
    expect(await restore()).toMatchObject({ code: 0 });
    expect(await tradesWith(testService.apiKey)).toBe(1);
  });

  it('that is another one by mistake is moved aside, not removed', async () => {
    const other = await openTestService();
    await other.service.stop();
    const stray = readFileSync(join(other.home, 'zorivest.db'));
    writeFileSync(database(), stray);
    const { code, out } = await restore();
    expect(code).toBe(0);
    const { kept_aside } = JSON.parse(out) as { kept_aside: string };
    expect(readFileSync(kept_aside).equals(stray)).toBe(true);
    rmSync(other.home, { recursive: true });
  });

  it('comes back with an admin key, and with no other', async () => {
    testService = await testService.restart();
    const weak = await testService.keyFor('read-write');
    await testService.service.stop();
    rmSync(database());
    const refused = await restore('', { ZORIVEST_API_KEY: weak });
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/admin key, or the passphrase/);
    expect((await restore('', { ZORIVEST_API_KEY: testService.apiKey })).code).toBe(0);
  });

  it('says which passphrase it wants', async () => {
    expect((await restore('wrong one')).err).toMatch(/must be this book's own, as it is today/);
    rmSync(join(testService.home, 'bootstrap.json'));
    rmSync(join(testService.home, 'bootstrap.json.bak'), { force: true });
    expect((await restore('wrong one')).err).toMatch(/must be the one the backup was made with/);
    expect((await restore()).code).toBe(0);
    expect(await tradesWith(testService.apiKey)).toBe(1);
  });

  it('keeps its keys: what was revoked after the backup stays revoked', async () => {
    testService = await testService.restart();
    const { raw_key, key_id } = await testService.client.auth.createKey({
      body: { name: 'lost laptop', role: 'admin' },
    });
    backup = (await testService.client.backups.create()).backup_path ?? '';
    await testService.client.auth.revokeKey({ params: { key_id } });
    await testService.service.stop();
    expect((await restore()).code).toBe(0);
    expect(await tradesWith(raw_key)).toMatch(/revoked/);
  });

  it('is left alone by a backup that is damaged or of another book', async () => {
    const other = await openTestService();
    const foreign = (await other.client.backups.create()).backup_path ?? '';
    await other.service.stop();
    expect((await run(['restore', foreign], passphrase)).err).toMatch(/another book/);
    const bytes = readFileSync(backup);
    bytes[5000] = (bytes[5000] ?? 0) ^ 1;
    writeFileSync(backup, bytes);
    expect((await restore()).err).toMatch(/damaged/);
    expect(await tradesWith(testService.apiKey)).toBe(1);
    expect(readdirSync(testService.home).filter((name) => name.startsWith('.restore'))).toEqual([]);
    rmSync(other.home, { recursive: true });
  });

  it('keeps its backup when one of the same name from elsewhere turns out to be damaged', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'zorivest-usb-'));
    const before = readFileSync(backup);
    const bytes = Buffer.from(before);
    bytes[5000] = (bytes[5000] ?? 0) ^ 1;
    const damaged = join(elsewhere, basename(backup));
    writeFileSync(damaged, bytes);
    expect((await run(['restore', damaged], passphrase)).err).toMatch(/damaged/);
    expect(readFileSync(backup).equals(before)).toBe(true);
    rmSync(elsewhere, { recursive: true });
  });

  it('is never restored under a running service', async () => {
    testService = await testService.restart();
    expect((await restore()).err).toMatch(/already running/);
    await testService.service.stop();
  });

  it('that is missing is not replaced by an empty one: the service does not start, and names the way back', async () => {
    rmSync(database());
    const { code, err } = await run(['serve', '--port', '0'], '');
    expect(code).toBe(1);
    expect(err).toContain('zorivest restore');
    expect(existsSync(database())).toBe(false);
    expect(existsSync(join(testService.home, 'service.json'))).toBe(false);
  });

  it('that is cut to nothing is no new one: it does not open, and backups of nothing take no place', async () => {
    writeFileSync(database(), '');
    expect(await tradesWith(testService.apiKey)).toContain('zorivest restore');
    expect(readFileSync(database())).toHaveLength(0);
  });
});

describe('a new machine', () => {
  it('needs the backup and the passphrase, nothing else', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'zorivest-new-machine-'));
    await expect(restoreBook(empty, backup, { kind: 'passphrase', passphrase: 'no' })).rejects.toThrow(/passphrase/);
    expect(await restoreBook(empty, backup, { kind: 'passphrase', passphrase })).toMatchObject({ kept_aside: null });
    const before = testService.home;
    testService = { ...testService, home: empty };
    expect(await tradesWith(testService.apiKey)).toBe(1);
    rmSync(before, { recursive: true });
  });
});

describe('another passphrase', () => {
  it('opens the book, the old one does not, and keys go on', async () => {
    expect((await run(['passphrase'], `${passphrase}\nanother good one\n`)).code).toBe(0);
    const bootstrap = readBootstrap(join(testService.home, 'bootstrap.json'));
    expect(await dataKeyByPassphrase(bootstrap, passphrase)).toBeNull();
    expect(await dataKeyByPassphrase(bootstrap, 'another good one')).not.toBeNull();
    const copy = readBootstrap(join(testService.home, 'bootstrap.json.bak'));
    expect(await dataKeyByPassphrase(copy, passphrase)).toBeNull();
    expect(await tradesWith(testService.apiKey)).toBe(1);
  });

  it('is refused when it is short or the old one is wrong', async () => {
    expect((await run(['passphrase'], `${passphrase}\nshort\n`)).err).toMatch(/at least 8 characters/);
    expect((await run(['passphrase'], `wrong\nanother good one\n`)).err).toMatch(/not right/);
  });

  it('restores a backup from before it, too', async () => {
    await run(['passphrase'], `${passphrase}\nanother good one\n`);
    rmSync(database());
    expect((await restore(passphrase)).code).toBe(1);
    expect((await restore('another good one')).code).toBe(0);
  });
});

describe('a rekey', () => {
  const rekey = async () => {
    const { code, out, err } = await run(['rekey'], passphrase);
    expect([code, err]).toEqual([0, '']);
    return JSON.parse(out) as { kept_keys: string[]; lost_secrets: string[] };
  };

  it('takes the book away from the holder of a revoked key and an old bootstrap.json', async () => {
    testService = await testService.restart();
    const { raw_key, key_id } = await testService.client.auth.createKey({ body: { name: 'leaked', role: 'admin' } });
    const stolen = readBootstrap(join(testService.home, 'bootstrap.json'));
    await testService.client.auth.revokeKey({ params: { key_id } });
    await testService.service.stop();
    const entry = entryOfKey(stolen, raw_key);
    if (!entry) throw new Error('the key is in the file it was stolen with');
    const dataKey = await dataKeyByEntry(stolen, entry, raw_key);
    // What revoking alone leaves open: the data key is still the book's.
    openConnection(database(), dataKey).close();
    await rekey();
    expect(() => openConnection(database(), dataKey)).toThrow(/not a database/);
    expect(await tradesWith(raw_key)).toMatch(/revoked/);
  });

  it('leaves the other keys and the passphrase as they are, and says so', async () => {
    expect((await rekey()).kept_keys).toEqual([testService.keyId]);
    expect(await tradesWith(testService.apiKey)).toBe(1);
    await rekey();
    expect(await tradesWith(testService.apiKey)).toBe(1);
  });

  it('seals the secrets inside the book again', async () => {
    testService = await testService.restart();
    await testService.person.market.configureProvider({ params: { name: 'finnhub' }, body: { api_key: 'sekret-77' } });
    await testService.service.stop();
    expect((await rekey()).lost_secrets).toEqual([]);
    testService = await testService.restart();
    await testService.client.trades.list();
    expect((await providerStore(testService.service.app).get('finnhub'))?.apiKey).toBe('sekret-77');
    await testService.service.stop();
  });

  it('still restores a backup from before it, under the new key', async () => {
    await rekey();
    rmSync(database());
    expect((await restore()).code).toBe(0);
    expect(await tradesWith(testService.apiKey)).toBe(1);
    testService = await testService.restart();
    expect(await testService.client.backups.verify({ body: { path: basename(backup) } })).toMatchObject({
      status: 'valid',
    });
    await testService.service.stop();
  });
});

describe('a second book', () => {
  it('is not made over a database whose keys are lost', async () => {
    renameSync(join(testService.home, 'bootstrap.json'), join(testService.home, 'elsewhere.json'));
    await expect(initBook(testService.home, 'another passphrase', quickKdf)).rejects.toThrow(
      /without its bootstrap.json/,
    );
    renameSync(join(testService.home, 'elsewhere.json'), join(testService.home, 'bootstrap.json'));
    expect(await tradesWith(testService.apiKey)).toBe(1);
  });
});
