import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileTasks } from './file-store.ts';
import type { TaskRecord } from './record.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'task-file-'));

function clock(at = 1_000_000) {
  return { now: () => at, advance: (ms: number) => (at += ms) };
}

const record = (over: Partial<TaskRecord> = {}): TaskRecord => ({
  id: 'a',
  owner: 'home',
  tool: 'work',
  via: 'direct',
  principal: { id: 'local', role: null },
  asks: { person: true, page: false, model: false, workspace: false },
  status: 'working',
  questions: {},
  answers: {},
  createdAt: 1_000_000,
  updatedAt: 1_000_000,
  ttlMs: 60_000,
  version: 1,
  ...over,
});

const question = (id: string) => ({ kind: 'ask', question: { id, message: 'Who?', schema: {} } }) as const;
const yes = { action: 'accept', content: {} };
const done = { ok: true, data: { n: 1 }, attachments: [] } as const;

describe('the file of tasks', () => {
  test('is readable by its owner alone, and so are the files next to it', async () => {
    const file = join(folder(), 'deep', 'tasks.db');
    const store = fileTasks(file);
    await store.create(record({ createdAt: Date.now() }), 'me');
    for (const each of [file, `${file}-wal`, `${file}-shm`]) expect(statSync(each).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
  });

  test('gives a task to its owner only, and to no one when its time is over', async () => {
    const time = clock();
    const store = fileTasks(':memory:', time);
    await store.create(record(), 'me');
    expect(await store.get('a', 'home')).toEqual(record());
    expect(await store.get('a', 'key:other')).toBeUndefined();
    expect(await store.list('key:other', { limit: 10 })).toEqual([]);
    time.advance(60_000);
    expect(await store.get('a', 'home')).toBeUndefined();
    expect(await store.change('a', { message: 'late' })).toBeUndefined();
  });

  test('holds nothing of a task whose time is over', async () => {
    const file = join(folder(), 'tasks.db');
    const time = clock();
    const store = fileTasks(file, time);
    await store.create(record({ message: 'a secret of the task' }), 'me');
    time.advance(60_000);
    await store.renew('me');
    await store.close?.();
    expect(readFileSync(file).includes('a secret of the task')).toBe(false);
  });

  test('never changes a task that is over', async () => {
    const store = fileTasks(':memory:', clock());
    await store.create(record(), 'me');
    await store.change('a', { status: 'cancelled' });
    expect(await store.change('a', { status: 'completed', outcome: done })).toBeUndefined();
    expect(await store.get('a', 'home')).toMatchObject({ status: 'cancelled' });
  });

  test('takes answers to what is asked and to nothing else, one by one', async () => {
    const store = fileTasks(':memory:', clock());
    await store.create(record(), 'me');
    expect(await store.change('a', { questions: { x: question('x'), y: question('y') } })).toMatchObject({
      status: 'input_required',
    });
    expect(await store.answer('a', { x: yes, z: yes })).toMatchObject({
      status: 'input_required',
      questions: { y: question('y') },
      answers: { x: yes },
    });
    const all = await store.answer('a', { x: 'again', y: yes });
    expect(all).toMatchObject({ status: 'working', questions: {}, answers: { x: yes, y: yes } });
  });

  test('lists the newest first, in pages', async () => {
    const store = fileTasks(':memory:', clock());
    for (const [at, id] of ['a', 'b', 'c', 'd'].entries()) {
      await store.create(record({ id, createdAt: 1_000_000 + Math.min(at, 2) }), 'me');
    }
    const ids = async (after?: string) =>
      (await store.list('home', { limit: 2, ...(after === undefined ? {} : { after }) })).map(({ id }) => id);
    expect(await ids()).toEqual(['d', 'c']);
    expect(await ids('c')).toEqual(['b', 'a']);
  });

  test('says what to do when the file is none', () => {
    const file = join(folder(), 'tasks.db');
    writeFileSync(
      file,
      'this is a letter, and a long one, so that it cannot be taken for an empty database '.repeat(20),
    );
    expect(() => fileTasks(file)).toThrow(/Move it away/);
  });
});

describe('who works on a task', () => {
  const here = (pid: number) => `${hostname()}/${pid}/x`;

  test('a task of a living runner is not claimed, that of one that ended here is claimed immediately', async () => {
    const store = fileTasks(':memory:', clock());
    await store.create(record({ id: 'living' }), here(process.pid));
    // Process numbers do not go that high.
    await store.create(record({ id: 'dead' }), here(2 ** 22 + 1));
    const claimed = await store.claim('me');
    expect(claimed.map(({ id }) => id)).toEqual(['dead']);
    expect(await store.claim('another')).toEqual([]);
  });

  test('a runner elsewhere is taken for gone when it has been silent', async () => {
    const time = clock();
    const store = fileTasks(':memory:', time);
    await store.create(record({ ttlMs: 600_000 }), 'other-machine/1/x');
    time.advance(20_000);
    expect(await store.renew('other-machine/1/x')).toHaveLength(1);
    time.advance(20_000);
    expect(await store.claim('me')).toEqual([]);
    time.advance(20_000);
    expect(await store.claim('me')).toHaveLength(1);
    expect(await store.renew('other-machine/1/x')).toEqual([]);
  });

  test('what is released can be claimed immediately, what is over never', async () => {
    const store = fileTasks(':memory:', clock());
    await store.create(record({ id: 'over' }), here(process.pid));
    await store.create(record({ id: 'left' }), here(process.pid));
    await store.change('over', { status: 'completed', outcome: done });
    await store.release(here(process.pid));
    expect((await store.claim('me')).map(({ id }) => id)).toEqual(['left']);
  });
});
