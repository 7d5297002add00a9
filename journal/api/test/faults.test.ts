// When the ground gives way: a clear message, a non-zero exit where it cannot go on, and nothing lost.
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
  closeSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createClient } from '@zorivest/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { initBook } from '../init.ts';
import { demoBook } from '@zorivest/demo';
import { startService } from '../service.ts';
import { openConnection } from '@zorivest/store';
import { fill, openTestService, withAccount, type TestService } from './test-service.ts';
import { program, runProgram } from './process.ts';

let testService: TestService;
beforeEach(async () => {
  testService = await openTestService();
});
afterEach(() => testService.close());

const serve = (home: string, port = '0') => runProgram(['serve', '--home', home, '--port', port]);

describe('starting', () => {
  it('a second service on the same home says so and ends', async () => {
    const { code, err } = await serve(testService.home);
    expect(code).toBe(1);
    expect(err).toMatch(/already running on this home/);
    expect((await testService.client.accounts.list()).length).toBe(0);
  });

  it('on a taken port says which and what to do', async () => {
    await testService.service.stop();
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve));
    const { port } = squatter.address() as AddressInfo;
    const { code, err } = await serve(testService.home, String(port));
    squatter.close();
    expect(code).toBe(1);
    expect(err).toContain(`port ${port} is taken`);
    expect(err).not.toMatch(/ at .*\.(js|ts):/);
  });

  it('without a book, or in a place that cannot be one, says so', async () => {
    expect(await serve(join(testService.home, 'nothing'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('zorivest init') as string,
    });
    writeFileSync(join(testService.home, 'file'), '');
    const inFile = await runProgram(['init', '--home', join(testService.home, 'file', 'book')], {
      stdin: 'a good passphrase',
    });
    expect(inFile.code).toBe(1);
    expect(inFile.err).not.toContain('passphrase');
    expect((await runProgram(['dance', '--home', testService.home])).code).toBe(1);
    expect((await runProgram(['--help'])).out).toContain('Usage');
  });

  it('with damaged keys says which file to put back', async () => {
    await testService.service.stop();
    const path = join(testService.home, 'bootstrap.json');
    const original = readFileSync(path);
    writeFileSync(path, original.subarray(0, 100));
    const { code, err } = await serve(testService.home);
    expect(code).toBe(1);
    expect(err).toContain('bootstrap.json.bak');
    writeFileSync(path, original);
  });

  it.each(['local.secret', 'service.json'])(
    'that cannot write its %s ends, and leaves neither the home locked nor anything running',
    async (file) => {
      await testService.service.stop();
      // In place of a full disk, which a test cannot have: a file cannot take the place of a folder either.
      mkdirSync(join(testService.home, file, 'in the way'), { recursive: true });
      const { code, out, err } = await serve(testService.home);
      expect([code, out]).toEqual([1, '']);
      expect(err).toContain(file);
      rmSync(join(testService.home, file), { recursive: true });
      const service = await startService({ demo: demoBook, home: testService.home, port: 0 });
      await service.stop();
    },
  );

  it('a second init leaves the first book alone, and a short passphrase makes none', async () => {
    const before = readFileSync(join(testService.home, 'bootstrap.json'), 'utf8');
    await testService.service.stop();
    const again = await runProgram(['init', '--home', testService.home], { stdin: 'another passphrase' });
    expect([again.code, again.out]).toEqual([1, '']);
    const served = await runProgram(['serve', '--make', '--port', '0', '--home', testService.home], {
      stdin: 'another passphrase\n',
    });
    expect([served.code, served.out, served.err]).toEqual([
      1,
      '',
      expect.stringContaining('a book in this home already'),
    ]);
    expect(readFileSync(join(testService.home, 'bootstrap.json'), 'utf8')).toBe(before);
    const short = join(testService.home, 'short');
    await expect(initBook(short, 'abc')).rejects.toMatchObject({ status: 422 });
    expect(existsSync(short)).toBe(false);
  });
});

describe('the disk', () => {
  it('full: the write is refused as a whole, the book reads on and recovers', async () => {
    await withAccount(testService.client);
    await testService.client.trades.create({ body: fill });
    const { connection } = testService.service.app.store;
    const pages = connection.pragma('page_count', { simple: true }) as number;
    connection.pragma(`max_page_count=${pages + 2}`);
    const outcomes: number[] = [];
    for (let n = 0; n < 30; n += 1) {
      outcomes.push(
        await testService.client.trades.create({ body: { ...fill, exec_id: `D${n}`, notes: 'x'.repeat(4000) } }).then(
          () => 201,
          (error: { status: number }) => error.status,
        ),
      );
    }
    expect(outcomes).toContain(507);
    const stored = outcomes.filter((status) => status === 201).length;
    expect((await testService.client.trades.list()).total).toBe(stored + 1);
    connection.pragma('max_page_count=1000000');
    await testService.client.trades.create({ body: { ...fill, exec_id: 'after' } });
    expect((await testService.client.trades.list({ query: { limit: 1000 } })).items).toHaveLength(stored + 2);
  });

  it('a backup that cannot be written fails with words and leaves nothing behind', async () => {
    await withAccount(testService.client);
    const folder = join(testService.home, 'backups');
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'in the way');
    const made = await testService.client.backups.create();
    expect(made).toMatchObject({ status: 'failed', backup_path: null });
    expect(made.error).toBeTruthy();
    // The timer, which may come at any moment, finds no folder either: it is in the log, and nothing else happens.
    await testService.service.app.backups.lookAfter();
    expect(readFileSync(join(testService.home, 'logs', 'db.jsonl'), 'utf8')).toContain('could not be looked after');
    rmSync(folder);
    mkdirSync(folder);
    expect((await testService.client.backups.create()).status).toBe('success');
  });

  it('held by another program: the write is refused with words, and goes through once it is let go', async () => {
    await withAccount(testService.client);
    const { vault, store } = testService.service.app;
    store.connection.pragma('busy_timeout=100');
    const intruder = vault.withDataKey((dataKey) => openConnection(join(testService.home, 'zorivest.db'), dataKey));
    intruder.exec('begin immediate');
    await expect(testService.client.trades.create({ body: fill })).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('another program') as string,
    });
    expect((await testService.client.trades.list()).total).toBe(0);
    intruder.exec('rollback');
    intruder.close();
    expect((await testService.client.trades.create({ body: fill })).status).toBe('created');
  });

  it('a damaged page is noticed, reported, and does not take the service down', async () => {
    await withAccount(testService.client);
    for (let n = 0; n < 40; n += 1) {
      await testService.client.trades.create({ body: { ...fill, exec_id: `P${n}`, notes: 'y'.repeat(3000) } });
    }
    await testService.service.stop();
    const path = join(testService.home, 'zorivest.db');
    const size = statSync(path).size;
    const file = openSync(path, 'r+');
    // Every page after the first few, whatever they hold.
    for (let at = 4096 * 8 + 100; at < size; at += 4096) writeSync(file, Buffer.from([1, 2, 3, 4]), 0, 4, at);
    closeSync(file);
    testService = await testService.restart();
    const outcome = await testService.client.trades.list({ query: { limit: 1000 } }).then(
      () => null,
      (error: { status: number; code: string; message: string }) => error,
    );
    expect(outcome).toMatchObject({ status: 503, code: 'database_damaged' });
    expect(outcome?.message).toContain('zorivest');
    expect((await createClient({ baseUrl: testService.url }).system.health()).status).toBe('ok');
  });

  it('another book’s database under these keys is refused and left alone', async () => {
    const other = await openTestService();
    await other.service.stop();
    const foreign = readFileSync(join(other.home, 'zorivest.db'));
    await testService.service.stop();
    writeFileSync(join(testService.home, 'zorivest.db'), foreign);
    testService = await testService.restart();
    await expect(testService.client.accounts.list()).rejects.toMatchObject({ status: 503, code: 'database_damaged' });
    expect((await createClient({ baseUrl: testService.url }).system.health()).state).toBe('failed');
    expect(readFileSync(join(testService.home, 'zorivest.db')).equals(foreign)).toBe(true);
    rmSync(other.home, { recursive: true, force: true });
  });
});

describe('ending', () => {
  it('a service whose supervisor is gone ends on its own', async () => {
    await testService.service.stop();
    const child = spawn(process.execPath, [program, 'serve', '--json', '--home', testService.home, '--port', '0'], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ZORIVEST_SUPERVISED: '1' },
    });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.stdin.end();
    expect(await ended).toBe(0);
    expect(existsSync(join(testService.home, 'service.json'))).toBe(false);
  });

  it('can be started and stopped immediately', async () => {
    await testService.service.stop();
    const service = await startService({ demo: demoBook, home: testService.home, port: 0 });
    await Promise.all([service.stop(), service.stop()]);
  });
});
