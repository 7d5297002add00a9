// control.db: what must always be writable is in a file of its own next to the book, and goes with it everywhere.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@zorivest/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pageOfBoth } from '../audit/merge.ts';
import { openBackup, KEY_DOMAIN, writeBackup } from '../backups/container.ts';
import { homeAt, logState, openConnection, subkey } from '@zorivest/store';
import { rekeyBook } from '../rekey.ts';
import { restoreBook } from '../restore.ts';
import { readBootstrap } from '../vault/bootstrap.ts';
import { dataKeyByPassphrase } from '../vault/data-key.ts';
import { randomBytes } from 'node:crypto';
import { fill, openTestService, passphrase, withAccount, type TestService } from './test-service.ts';

let service: TestService;
beforeEach(async () => {
  service = await openTestService();
});
afterEach(() => service.close());

const proof = { kind: 'passphrase', passphrase } as const;
const lost = { is_locked: true, lifted_by: 'person', lock_reason: 'control_lost' };

async function dataKey(): Promise<Buffer> {
  const key = await dataKeyByPassphrase(readBootstrap(homeAt(service.home).bootstrap), passphrase);
  if (!key) throw new Error('the passphrase opens the book');
  return key;
}

const modes = () => {
  const { control } = service.service.app;
  return control.all(control.db.selectFrom('key_modes').selectAll());
};

/** The person's view of the guard, once the vault is open. */
async function guardAfterRestart() {
  service = await service.restart();
  await service.person.accounts.list();
  return service.person.guard.status();
}

describe('a control.db', () => {
  it('is made with the book, its first key in it', async () => {
    await service.client.accounts.list();
    expect(existsSync(join(service.home, 'control.db'))).toBe(true);
    expect(modes()).toEqual([{ key_id: service.keyId, mode: 'write' }]);
  });

  const losses: readonly [string, (path: string) => void][] = [
    ['is missing', (path) => rmSync(path)],
    ['is damaged', (path) => writeFileSync(path, Buffer.alloc(20_000, 7))],
    ['is empty', (path) => writeFileSync(path, '')],
  ];

  it.each(losses)('that %s is recreated with the guard locked and every key off', async (_, lose) => {
    await service.client.guard.status();
    await service.service.stop();
    lose(join(service.home, 'control.db'));
    expect(await guardAfterRestart()).toMatchObject(lost);
    expect(modes()).toEqual([]);
    const { items } = await service.person.audit.list({ query: { action: 'control.made_anew' } });
    expect(items).toHaveLength(1);
  });

  it.each(losses)('that %s comes from the backup that is restored', async (_, lose) => {
    await service.client.guard.lock({ body: { reason: 'before the backup' } });
    const backup = (await service.person.backups.create()).backup_path ?? '';
    await service.service.stop();
    lose(join(service.home, 'control.db'));
    await restoreBook(service.home, backup, proof);
    expect(await guardAfterRestart()).toMatchObject({ lock_reason: 'before the backup', lifted_by: 'anyone' });
    expect(modes()).toEqual([{ key_id: service.keyId, mode: 'write' }]);
  });

  it('that can be read stays as it is when the book is restored, by the service or without it', async () => {
    const backup = (await service.person.backups.create()).backup_path ?? '';
    await service.person.guard.lock({ body: { reason: 'after the backup' } });
    const stopped = { is_locked: true, lock_reason: 'after the backup', lifted_by: 'person' };
    expect(await service.person.backups.restore({ body: { path: backup } })).toMatchObject({ status: 'success' });
    expect(await service.person.guard.status()).toMatchObject(stopped);
    await service.service.stop();
    await restoreBook(service.home, backup, proof);
    expect(await guardAfterRestart()).toMatchObject(stopped);
  });

  it('that is missing while the backup has none either is recreated, locked', async () => {
    const made = (await service.person.backups.create()).backup_path ?? '';
    await service.service.stop();
    const old = await withoutControl(made);
    rmSync(join(service.home, 'control.db'));
    await restoreBook(service.home, old, proof);
    expect(await guardAfterRestart()).toMatchObject(lost);
  });

  it('is checked with the rest of a backup, and its copies are not left behind', async () => {
    const path = (await service.person.backups.create()).backup_path ?? '';
    expect(await service.person.backups.verify({ body: { path } })).toMatchObject({ status: 'valid' });
    expect(await service.person.backups.drill()).toMatchObject({ status: 'passed' });
    expect(readdirSync(join(service.home, 'backups')).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('gets the new data key with the book', async () => {
    await service.person.guard.lock({ body: { reason: 'before the rekey' } });
    await service.service.stop();
    const old = await dataKey();
    await rekeyBook(service.home, passphrase);
    expect(() => openConnection(join(service.home, 'control.db'), old)).toThrow(/not a database/);
    expect(await guardAfterRestart()).toMatchObject({ lock_reason: 'before the rekey', lifted_by: 'person' });
  });
});

describe('the log of control.db', () => {
  const log = () => join(service.home, 'control.db-wal');
  const tokens = () => {
    const { control } = service.service.app;
    return control.all(control.db.selectFrom('confirmation_tokens').select('token_hash')).length;
  };

  it('is never waited for by the thread that answers, nor moved by it', async () => {
    await service.client.accounts.list();
    const { connection } = service.service.app.control;
    expect(connection.pragma('synchronous', { simple: true })).toBe(0);
    expect(connection.pragma('wal_autocheckpoint', { simple: true })).toBe(0);
  });

  it('is moved into the file by another thread when it has grown, and nothing of it is lost', async () => {
    await service.client.accounts.list();
    const { control } = service.service.app;
    const write = (n: number) =>
      control.run(
        control.db.insertInto('confirmation_tokens').values({
          token_hash: `${n} ${'x'.repeat(3000)}`,
          action: 'delete_trade',
          params_summary: '',
          params_hash: null,
          holder: 'person',
          expires_at: Date.now() + 60_000,
          used_at: null,
          binds_arguments: null,
        }),
      );
    for (let n = 0; n < 600; n += 1) write(n);
    expect(statSync(log()).size).toBeGreaterThan(4 * 1024 * 1024);
    // Emptied, or started again by something the service itself wrote meanwhile: then the file keeps its size.
    await expect.poll(() => logState(control.connection).frames).toBeLessThan(1000);
    // The next write need not wait for the disk either.
    await expect.poll(() => control.connection.pragma('synchronous', { simple: true }), { timeout: 60_000 }).toBe(0);
    write(600);
    expect(tokens()).toBe(601);
    await service.service.stop();
    expect(existsSync(log())).toBe(false);
    service = await service.restart();
    await service.client.accounts.list();
    expect(tokens()).toBe(601);
  });

  it('holds what was answered when the service is killed', async () => {
    await service.person.guard.lock({ body: { reason: 'before the kill' } });
    // What the disk would hold: the files as they are, with nothing closed.
    const files = ['control.db', 'control.db-wal'].map(
      (name) => [name, readFileSync(join(service.home, name))] as const,
    );
    await service.person.guard.unlock();
    await service.service.stop();
    for (const [name, content] of files) writeFileSync(join(service.home, name), content);
    expect(await guardAfterRestart()).toMatchObject({ lock_reason: 'before the kill', lifted_by: 'person' });
  });

  it('of a file that is gone is not read as that of the new one', async () => {
    await service.person.guard.lock({ body: { reason: 'before it was lost' } });
    const copy = join(service.home, 'copy');
    cpSync(log(), copy);
    await service.service.stop();
    rmSync(join(service.home, 'control.db'));
    cpSync(copy, log());
    expect(await guardAfterRestart()).toMatchObject(lost);
    expect(modes()).toEqual([]);
  });
});

describe('a session of a key', () => {
  it('is marked in control.db: bootstrap.json, which waits for the disk, is not written for it', async () => {
    const bootstrap = () => readFileSync(join(service.home, 'bootstrap.json'), 'utf8');
    const before = bootstrap();
    await service.client.accounts.list();
    const [key] = await service.client.auth.listKeys();
    expect(Date.now() - Date.parse(key?.last_used_at ?? '')).toBeLessThan(3_600_000);
    expect(bootstrap()).toBe(before);
  });
});

/** The same backup as a program made it that knew no control.db. */
async function withoutControl(path: string): Promise<string> {
  const key = await dataKey();
  const sealing = (salt: Uint8Array) => subkey(key, KEY_DOMAIN, salt);
  const snapshot = join(service.home, 'snapshot');
  const backup = openBackup(path);
  backup.extract({ book: snapshot, control: null }, sealing);
  const { manifest } = backup;
  backup.close();
  const old = join(service.home, 'old.zvbak');
  const { bootstrap } = homeAt(service.home);
  await writeBackup({
    path: old,
    snapshot,
    control: null,
    bootstrap,
    bookId: manifest.book_id,
    key: sealing,
    random: randomBytes,
    now: new Date(),
    version: '0',
  });
  return old;
}

describe('a change of control.db', () => {
  it('is audited, but is no change of the book', async () => {
    await withAccount(service.client);
    const { results } = service.service.app;
    let computed = 0;
    const figure = () =>
      results.of('figure', () => {
        computed += 1;
        return 1;
      });
    await figure();
    await service.person.guard.lock();
    await service.person.guard.unlock();
    await figure();
    expect(computed).toBe(1);
    const { items } = await service.client.audit.list({ query: { resource_type: 'guard' } });
    expect(items.map(({ action, actor }) => [action, actor])).toEqual([
      ['guard.unlock', 'person'],
      ['guard.lock', 'person'],
    ]);
  });

  it('stands in one audit with those of the book: newest first, ids of its own, paged and filtered', async () => {
    await withAccount(service.client);
    for (let n = 0; n < 4; n += 1) {
      await service.client.trades.create({ body: { ...fill, exec_id: `E${n}` } });
      service.advance(1000);
      await service.client.guard.lock();
      service.advance(1000);
      await service.person.guard.unlock();
      service.advance(1000);
    }
    const whole = await service.client.audit.list({ query: { limit: 100 } });
    expect(whole.total).toBe(13);
    expect(new Set(whole.items.map(({ id }) => id)).size).toBe(13);
    expect(whole.items.slice(0, 3).map(({ action }) => action)).toEqual(['guard.unlock', 'guard.lock', 'trade.create']);
    const times = whole.items.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    const paged = [];
    for (let offset = 0; offset < 15; offset += 2) {
      paged.push(...(await service.client.audit.list({ query: { limit: 2, offset } })).items);
    }
    expect(paged).toEqual(whole.items);
    const persons = await service.client.audit.list({ query: { actor: 'person' } });
    expect(persons).toMatchObject({ total: 4 });
    expect(persons.items.every(({ action }) => action === 'guard.unlock')).toBe(true);
  });

  it('notes who locked the vault', async () => {
    await service.client.accounts.list();
    await service.client.auth.lock();
    const { items } = await service.client.audit.list({ query: { resource_type: 'vault' } });
    expect(items).toMatchObject([{ action: 'vault.lock', actor: `key:${service.keyId}` }]);
  });
});

describe('two audits read as one', () => {
  const sequenceOf = (entries: { at: string; id: number }[]) => ({
    count: () => Promise.resolve(entries.length),
    page: (offset: number, limit: number) => Promise.resolve(entries.slice(offset, offset + limit)),
  });
  const times = (base: number, text: string) => text.split('').map((at, index) => ({ at, id: base - index }));

  it.each([
    ['zyxwv', 'utsrq'],
    ['utsrq', 'zyxwv'],
    ['zxvtr', 'ywusq'],
    ['', 'zyx'],
    ['zyx', ''],
    ['zzzaa', 'zzaaa'],
    ['', ''],
  ])('%j and %j give each row once, at every place', async (a, b) => {
    const [rowsOfA, rowsOfB] = [times(10, a), times(1000, b)];
    const whole = await pageOfBoth(sequenceOf(rowsOfA), sequenceOf(rowsOfB), { offset: 0, limit: 20 });
    expect(whole.rows.map(({ at }) => at).join('')).toBe((a + b).split('').toSorted().toReversed().join(''));
    for (let offset = 0; offset < 12; offset += 1) {
      const { rows, total } = await pageOfBoth(sequenceOf(rowsOfA), sequenceOf(rowsOfB), { offset, limit: 3 });
      expect(rows).toEqual(whole.rows.slice(offset, offset + 3));
      expect(total).toBe(a.length + b.length);
    }
  });
});

describe('the service', () => {
  it('opens a book whose control.db was lost to the person, who can go on', async () => {
    await service.service.stop();
    rmSync(join(service.home, 'control.db'));
    await guardAfterRestart();
    expect(await service.person.guard.unlock()).toMatchObject({ is_locked: false });
    // The key hears what happened, not that the person has done it.
    const refused = await service.client.accounts.list().catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 403, code: 'key_off' });
    expect(String(refused)).toContain(`control.db was lost`);
    const params = { key_id: service.keyId };
    await service.person.auth.setMode({ params, body: { mode: 'off' } });
    await expect(service.client.accounts.list()).rejects.toThrow('the person has switched');
    await service.person.auth.setMode({ params, body: { mode: 'write' } });
    expect(await service.client.accounts.list()).toEqual([]);
    const client = createClient({ baseUrl: service.url, auth: { kind: 'passphrase', passphrase } });
    await withAccount(client);
    expect(await client.accounts.list()).toHaveLength(1);
  });
});
