// `init`, `restore` and `rekey` killed at every change of a file: the book is then the old one or the new one. A process for
// each takes minutes, so that this is part of the long run; a sample of the same is in torture.test.ts.
import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createClient } from '@zorivest/contract';
import { demoBook } from '@zorivest/demo';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startService } from '../service.ts';
import { readBootstrap } from '../vault/bootstrap.ts';
import { dataKeyByPassphrase } from '../vault/data-key.ts';
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

describe('a crash at a change of a file', { timeout: 900_000 }, () => {
  const preload = join(import.meta.dirname, 'crash-at.js');
  const crash = (args: readonly string[], stdin: string, at: number) =>
    run(args, stdin, { NODE_OPTIONS: `--import ${preload}`, CRASH_AT: String(at) });
  const changes = async (args: readonly string[], stdin: string) =>
    Number(/CHANGES (\d+)/.exec((await crash(args, stdin, 0)).err)?.[1]);

  const eachOf = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

  /** The home as it was, so that each crash starts from the same place. */
  function rewinding(): () => void {
    const saved = mkdtempSync(join(tmpdir(), 'zorivest-saved-'));
    for (const name of readdirSync(testService.home).filter((entry) =>
      statSync(join(testService.home, entry)).isFile(),
    )) {
      copyFileSync(join(testService.home, name), join(saved, name));
    }
    return () => {
      for (const name of readdirSync(testService.home)) {
        if (statSync(join(testService.home, name)).isFile()) rmSync(join(testService.home, name));
      }
      for (const name of readdirSync(saved)) copyFileSync(join(saved, name), join(testService.home, name));
    };
  }

  it('of a restore leaves the old book or the restored one', async () => {
    testService = await testService.restart();
    await testService.client.trades.create({ body: { ...fill, exec_id: 'later' } });
    await testService.service.stop();
    const rewind = rewinding();
    const count = await changes(['restore', backup], passphrase);
    expect(count).toBeGreaterThan(5);
    for (const at of eachOf(count)) {
      rewind();
      expect((await crash(['restore', backup], passphrase, at)).code).toBeNull();
      const trades = await tradesWith(testService.apiKey);
      expect([1, 2], `killed at change ${at}`).toContain(trades);
      expect(readdirSync(testService.home).filter((name) => name.startsWith('.') || name === 'swap.json')).toEqual([]);
    }
  });

  it('of a rekey leaves a book that opens with its keys and its passphrase', async () => {
    const rewind = rewinding();
    const count = await changes(['rekey'], passphrase);
    expect(count).toBeGreaterThan(5);
    for (const at of eachOf(count)) {
      rewind();
      expect((await crash(['rekey'], passphrase, at)).code).toBeNull();
      expect(await tradesWith(testService.apiKey), `killed at change ${at}`).toBe(1);
      const bootstrap = readBootstrap(join(testService.home, 'bootstrap.json'));
      expect(await dataKeyByPassphrase(bootstrap, passphrase), `killed at change ${at}`).not.toBeNull();
    }
  });

  it('of an init leaves no book or a whole one', async () => {
    const home = testService.home;
    const fresh = mkdtempSync(join(tmpdir(), 'zorivest-init-'));
    testService = { ...testService, home: join(fresh, 'count') };
    const count = await changes(['init'], passphrase);
    expect(count).toBeGreaterThan(3);
    for (const at of eachOf(count)) {
      testService = { ...testService, home: join(fresh, String(at)) };
      await crash(['init'], passphrase, at);
      const again = await run(['init'], passphrase);
      const started = await startService({ demo: demoBook, home: testService.home, port: 0 });
      const opened = await started.app.vault.unlockWithPassphrase(passphrase);
      expect(opened.role, `killed at change ${at}: ${again.err}`).toBe('person');
      await started.stop();
    }
    testService = { ...testService, home };
    rmSync(fresh, { recursive: true });
  });
});
