import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { restoreBook } from '../restore.ts';
import { fill, openTestService, openWithTrade, passphrase, type TestService } from './test-service.ts';

let service: TestService;
beforeEach(async () => {
  service = await openWithTrade();
});
afterEach(() => service.close());

async function makeBackup(): Promise<string> {
  const made = await service.client.backups.create();
  expect(made).toMatchObject({ status: 'success', error: null, files_backed_up: 3 });
  return made.backup_path ?? '';
}

const total = async () => (await service.client.trades.list()).total;

describe('a backup', () => {
  it('is listed, whole, and brings the book back as it was', async () => {
    const path = await makeBackup();
    const [listed] = await service.client.backups.list();
    expect(listed).toMatchObject({ path, filename: basename(path) });
    expect(await service.client.backups.verify({ body: { path: basename(path) } })).toEqual({
      status: 'valid',
      error: null,
    });

    await service.client.trades.create({ body: { ...fill, exec_id: 'later' } });
    await service.client.guard.lock({ body: { reason: 'later' } });
    const restored = await service.person.backups.restore({ body: { path } });
    expect(restored).toMatchObject({ status: 'success', error: null });
    expect(await total()).toBe(1);
    // A stop is not part of the book: restoring an older one does not lift it.
    expect((await service.client.guard.status()).is_locked).toBe(true);
    await service.client.guard.unlock();
    expect(readFileSync(restored.kept_aside ?? '').length).toBeGreaterThan(4096);
    await service.client.trades.create({ body: { ...fill, exec_id: 'after' } });
    service = await service.restart();
    expect(await total()).toBe(2);
  });

  it('whose tables this program does not know is refused, and the book stays', async () => {
    const { connection } = service.service.app.store;
    connection.exec("insert into schema_migrations values (9999, 'later', '2030-01-01')");
    const path = await makeBackup();
    connection.exec('delete from schema_migrations where version = 9999');
    const refused = { status: 'failed', error: expect.stringContaining('newer Zorivest') as unknown };
    expect(await service.client.backups.verify({ body: { path: basename(path) } })).toMatchObject(refused);
    expect(await service.person.backups.restore({ body: { path } })).toMatchObject(refused);
    expect(await total()).toBe(1);
    await service.service.stop();
    await expect(restoreBook(service.home, path, { kind: 'passphrase', passphrase })).rejects.toThrow('newer Zorivest');
    service = await service.restart();
    expect(await total()).toBe(1);
  });

  it('is drilled: unpacked away from the book, and the result is stored', async () => {
    await expect(service.client.backups.drill()).rejects.toMatchObject({ status: 404 });
    expect(await service.client.backups.lastDrill()).toBeNull();
    const path = await makeBackup();
    const drilled = await service.client.backups.drill();
    expect(drilled).toMatchObject({ filename: basename(path), status: 'passed', error: null });
    expect(await service.client.backups.lastDrill()).toEqual(drilled);
    expect(await total()).toBe(1);
  });

  it('taken while others write is a moment of the book, not a mixture', async () => {
    const stopped = new AbortController();
    let written = 0;
    const writer = (async () => {
      while (!stopped.signal.aborted) {
        await service.client.trades.create({ body: { ...fill, exec_id: `W${written}` } });
        written += 1;
      }
    })();
    const path = await makeBackup();
    stopped.abort();
    await writer;
    expect((await service.client.backups.restore({ body: { path } })).status).toBe('success');
    const { items } = await service.client.trades.list({ query: { limit: 1000 } });
    expect(await total()).toBe(items.length);
    expect(items.length).toBeLessThanOrEqual(written + 1);
  });

  it.each([
    ['cut in half', (path: string) => truncateSync(path, Math.floor(readFileSync(path).length / 2))],
    ['empty', (path: string) => truncateSync(path, 0)],
    [
      'changed in one byte of the book',
      (path: string) => {
        const bytes = readFileSync(path);
        bytes[5000] = (bytes[5000] ?? 0) ^ 1;
        writeFileSync(path, bytes);
      },
    ],
    ['not a backup at all', (path: string) => writeFileSync(path, 'PK hello')],
  ])('that is %s is called corrupted, and the book stays as it is', async (_, damage) => {
    const path = await makeBackup();
    damage(path);
    const verdict = await service.client.backups.verify({ body: { path } });
    expect(verdict.status).toBe('corrupted');
    expect(verdict.error).toMatch(/damaged|complete/);
    expect(await service.client.backups.restore({ body: { path } })).toMatchObject({
      status: 'corrupted',
      kept_aside: null,
    });
    expect(await total()).toBe(1);
  });

  it('asked for during another begins after it, once for all who asked, and is pinned where a person did', async () => {
    const { backups } = service.service.app;
    const [automatic, asked, mine] = await Promise.all([
      backups.create('auto'),
      backups.create('auto'),
      backups.create('person'),
    ]);
    expect([automatic.status, mine.status]).toEqual(['success', 'success']);
    expect(asked).toBe(mine);
    const pins = backups.list().map(({ path, pinned }) => [path, pinned]);
    expect(Object.fromEntries(pins)).toEqual({ [automatic.backup_path ?? '']: false, [mine.backup_path ?? '']: true });
  });

  it('of another book is refused', async () => {
    const path = await makeBackup();
    const other = await openTestService();
    const stolen = join(other.home, 'backups', basename(path));
    copyFileSync(path, stolen);
    expect(await other.client.backups.restore({ body: { path: stolen } })).toMatchObject({
      status: 'invalid_passphrase',
    });
    await other.close();
  });

  it.each(['../bootstrap.json', '/etc/passwd', '..%2f..%2fx.zvbak', 'zorivest-backup-2026-01-01-000000.zvbak/../../x'])(
    'is never taken from outside the folder: %s',
    async (path) => {
      await expect(service.client.backups.verify({ body: { path } })).rejects.toMatchObject({ status: 422 });
      await expect(service.client.backups.restore({ body: { path } })).rejects.toMatchObject({ status: 422 });
    },
  );

  it('is never a link to somewhere else', async () => {
    const name = 'zorivest-backup-2026-01-01-000000.zvbak';
    symlinkSync(join(service.home, 'bootstrap.json'), join(service.home, 'backups', name));
    await expect(service.client.backups.verify({ body: { path: name } })).rejects.toMatchObject({ status: 422 });
    await expect(
      service.client.backups.verify({ body: { path: 'zorivest-backup-2026-01-02-000000.zvbak' } }),
    ).rejects.toMatchObject({ status: 404 });
  });
});

describe('a second place for backups', () => {
  let place: string;
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'zorivest-usb-'));
  });
  afterEach(() => rmSync(place, { recursive: true, force: true }));
  const params = { key: 'backup.copy_to' };

  it('gets each under its name, byte for byte, and is the person’s to choose', async () => {
    await expect(service.client.settings.set({ params, body: { value: place } })).rejects.toMatchObject({
      status: 403,
    });
    await expect(
      service.person.settings.set({ params, body: { value: join(place, 'not-there') } }),
    ).rejects.toMatchObject({ status: 422 });
    await service.person.settings.set({ params, body: { value: place } });
    const path = await makeBackup();
    expect(readFileSync(join(place, basename(path))).equals(readFileSync(path))).toBe(true);
  });

  it('that lost its mark, like a mount point without its disk, is reported and neither written nor made', async () => {
    await service.person.settings.set({ params, body: { value: place } });
    for (const name of readdirSync(place)) rmSync(join(place, name));
    const reported = { status: 'partial', error: expect.stringContaining('lost its mark') as unknown };
    expect(await service.client.backups.create()).toMatchObject(reported);
    expect(readdirSync(place)).toEqual([]);
    rmSync(place, { recursive: true });
    expect(await service.client.backups.create()).toMatchObject(reported);
    expect(existsSync(place)).toBe(false);
  });
});

it('a start removes what a crash left behind and nothing else, and keeps the home to its owner', async () => {
  const path = await makeBackup();
  const left = ['.snapshot-0a1b.db', '.restore-0a1b.db', '.rekey-0a1b.db-wal', 'backups/cut.zvbak.partial'];
  for (const name of left) writeFileSync(join(service.home, name), 'half');
  writeFileSync(join(service.home, 'notes.txt'), 'mine');
  chmodSync(service.home, 0o755);
  service = await service.restart();
  expect(left.filter((name) => existsSync(join(service.home, name)))).toEqual([]);
  expect([path, join(service.home, 'notes.txt')].every((file) => existsSync(file))).toBe(true);
  if (process.platform !== 'win32') expect(statSync(service.home).mode & 0o077).toBe(0);
});
