import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { localTokens } from '../call/confirmation.ts';
import { InputRequired, type CallContext, type Caller } from '../call/context.ts';
import { defineTool } from '../call/define.ts';
import { localGuard } from '../call/guard.ts';
import { MetricsCollector } from '../call/metrics.ts';
import { createPipeline } from '../call/pipeline.ts';
import { silentLogger } from '../log/logger.ts';
import { personWho, testCaller } from '../testing/caller.ts';
import { createCatalogue } from '../tool/catalogue.ts';
import type { AnyTool } from '../tool/definition.ts';
import { KernelError } from '../tool/errors.ts';
import { fileTasks } from './file-store.ts';
import { getTask } from './get-task.ts';
import type { TaskStore } from './store.ts';
import { Tasks, type TaskDemand } from './tasks.ts';

const base = {
  title: 'Work',
  toolsets: ['work'],
  description: { minimal: 'Works.', rich: 'Works.' },
  synonyms: [],
  input: z.object({ n: z.number() }),
  output: z.unknown(),
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  guard: 'guarded',
  confirmation: 'none',
  cost: 'slow',
  task: 'optional',
} as const;

const nameForm = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };

function work(run: (input: { n: number }, context: CallContext) => unknown, over: Partial<AnyTool> = {}): AnyTool {
  return { ...defineTool({ ...base, name: 'work', handler: run }), ...over };
}

function serverOf(tool: AnyTool, { store = fileTasks(':memory:'), pendingMs = 60_000, log = silentLogger } = {}) {
  const catalogue = createCatalogue(
    [tool, getTask(() => tasks)],
    [{ name: 'work', description: 'Work', always: true }],
  );
  const guard = localGuard();
  const pipeline = createPipeline({
    catalogue,
    guard,
    confirmation: { tokens: localTokens() },
    metrics: new MetricsCollector(),
    log: silentLogger,
    app: () => undefined,
  });
  const tasks: Tasks = new Tasks({
    store: () => store,
    pipeline,
    catalogue,
    guard,
    log,
    sessionOf: () => testCaller().session,
    pendingMs,
  });
  const entry = catalogue.get('work') ?? expect.fail('no tool');
  const run = (demand: TaskDemand, caller: Caller = testCaller(), args: unknown = { n: 2 }) =>
    tasks.run({ entry, args, via: 'direct', owner: OWNER, demand }, caller);
  const begin = async (caller?: Caller, demand: TaskDemand = { as: 'task' }) => {
    const ran = await run(demand, caller);
    return ran.kind === 'task' ? ran.task : expect.fail(`no task: ${JSON.stringify(ran)}`);
  };
  const end = async (id: string) =>
    (await tasks.until(id, OWNER, () => false, { signal: new AbortController().signal })) ?? expect.fail('gone');
  const fetch = (id: string, more: object = {}, caller: Caller = testCaller()) =>
    pipeline.call(catalogue.get('get_task') ?? expect.fail('no tool'), { id, ...more }, caller);
  return { tasks, guard, run, begin, end, fetch };
}

const OWNER = 'key:tester';

const createDeferred = () => Promise.withResolvers<unknown>();

describe('a call as a task', () => {
  test('answers immediately and stores the result', async () => {
    const { promise, resolve } = createDeferred();
    const { begin, end } = serverOf(work(() => promise));
    const task = await begin();
    expect(task).toMatchObject({ status: 'working', tool: 'work', owner: OWNER, ttlMs: 86_400_000 });
    expect(task.id.length).toBeGreaterThanOrEqual(22);
    resolve({ four: 4 });
    expect(await end(task.id)).toMatchObject({ status: 'completed', outcome: { ok: true, data: { four: 4 } } });
  });

  test('writes down its arguments only where a later process needs them', async () => {
    expect(await serverOf(work(() => ({}))).begin()).not.toHaveProperty('args');
    expect(await serverOf(work(() => ({}), { onRestart: 'run_again' })).begin()).toMatchObject({ args: { n: 2 } });
  });

  test('is none when the call is refused before it begins', async () => {
    const { run, guard } = serverOf(work(() => ({})));
    expect(await run({ as: 'task' }, testCaller(), { n: 'two' })).toMatchObject({
      kind: 'outcome',
      outcome: { ok: false, error: { code: 'invalid_arguments' } },
    });
    guard.lock('stop');
    expect(await run({ as: 'task' })).toMatchObject({ kind: 'outcome', outcome: { error: { code: 'guard_locked' } } });
  });

  test('asks what it must know before it begins, while the caller still waits', async () => {
    const prepare = async (_: unknown, { person }: CallContext) =>
      person.ask({ id: 'who', message: 'Who?', schema: nameForm });
    const { begin, end, run } = serverOf(work((_, { prepared }) => prepared, { prepare }));
    const asking = { ...personWho({ action: 'cancel' }), ask: () => Promise.reject(new InputRequired({})) };
    await expect(run({ as: 'task' }, testCaller({ person: asking }))).rejects.toBeInstanceOf(InputRequired);
    const reply = { action: 'accept', content: { name: 'Ada' } } as const;
    const { id } = await begin(testCaller({ person: personWho(reply) }));
    expect(await end(id)).toMatchObject({ outcome: { ok: true, data: reply } });
  });

  test('says how far it is, and is cancelled', async () => {
    let stopped = false;
    const { begin, tasks, end } = serverOf(
      work(async (_, { progress, signal }) => {
        progress({ done: 3, total: 9 });
        await sleep(60_000, undefined, { signal }).catch(() => (stopped = true));
        return {};
      }),
    );
    const { id } = await begin();
    await expect.poll(async () => (await tasks.get(id, OWNER))?.message).toBe('3 of 9');
    expect(await tasks.cancel(id, 'key:other')).toBeUndefined();
    expect(await tasks.cancel(id, OWNER)).toMatchObject({ status: 'cancelled' });
    await expect.poll(() => stopped).toBe(true);
    expect(await end(id)).toMatchObject({ status: 'cancelled' });
    expect(await tasks.cancel(id, OWNER)).toMatchObject({ status: 'cancelled' });
  });

  test('keeps the time the client asks for, within reason', async () => {
    const { begin } = serverOf(work(() => ({})));
    const ttl = async (ttlMs: number) => (await begin(undefined, { as: 'task', ttlMs })).ttlMs;
    expect(await ttl(60_000)).toBe(60_000);
    expect(await ttl(-1)).toBe(1000);
    expect(await ttl(1e15)).toBe(7 * 86_400_000);
    expect(await ttl(Number.NaN)).toBe(86_400_000);
  });

  test('distinguishes an error of the tool from one of the call, and hides unforeseen errors', async () => {
    const failing = async (error: Error) => {
      const fail = async () => {
        throw error;
      };
      const { begin, end } = serverOf(work(fail));
      return end((await begin()).id);
    };
    expect(await failing(new KernelError('no_data', 'There is none.'))).toMatchObject({
      status: 'completed',
      outcome: { ok: false, error: { code: 'no_data' } },
    });
    expect(await failing(new KernelError('interrupted', 'The worker died.'))).toMatchObject({ status: 'failed' });
    expect(JSON.stringify(await failing(new Error('the password is hunter2')))).not.toContain('hunter2');
  });

  test('whose result has no JSON has failed as the server', async () => {
    const { begin, end } = serverOf(work(() => ({ big: 1n })));
    expect(await end((await begin()).id)).toMatchObject({ outcome: { ok: false, error: { code: 'internal' } } });
  });
});

describe('a client that knows no tasks', () => {
  test('gets the answer when it comes soon', async () => {
    const { run } = serverOf(work(({ n }) => sleep(5, n * 2)));
    expect(await run({ as: 'call' })).toMatchObject({ kind: 'outcome', outcome: { ok: true, data: 4 } });
  });

  test('learns where to fetch it when it does not, and get_task gives what the call would have given', async () => {
    const { promise, resolve } = createDeferred();
    const { begin, fetch } = serverOf(
      work(() => promise),
      { pendingMs: 10 },
    );
    const { id } = await begin(undefined, { as: 'call' });
    expect(await fetch(id, { wait_seconds: 0 })).toMatchObject({ ok: true, data: { status: 'working', tool: 'work' } });
    resolve({ four: 4 });
    expect(await fetch(id)).toMatchObject({ ok: true, data: { four: 4 }, of: 'work' });
    expect(await fetch('x'.repeat(24))).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });

  test('that gives up before it is a task ends the work', async () => {
    const gone = new AbortController();
    const { run } = serverOf(work((_, { signal }) => sleep(60_000, undefined, { signal })));
    const ran = run({ as: 'call' }, testCaller({ signal: gone.signal }));
    gone.abort();
    expect(await ran).toMatchObject({ outcome: { ok: false, error: { code: 'cancelled' } } });
  });

  test('that gives up later does not, and can cancel by get_task', async () => {
    const gone = new AbortController();
    const { begin, fetch } = serverOf(
      work((_, { signal }) => sleep(60_000, undefined, { signal })),
      { pendingMs: 5 },
    );
    const { id } = await begin(testCaller({ signal: gone.signal }), { as: 'call' });
    gone.abort();
    expect(await fetch(id, { wait_seconds: 0 })).toMatchObject({ data: { status: 'working' } });
    expect(await fetch(id, { cancel: true })).toMatchObject({ data: { status: 'cancelled' } });
  });

  test('is asked by get_task what the task asks', async () => {
    const reply = { action: 'accept', content: { name: 'Ada' } } as const;
    const person = personWho(reply);
    const { begin, fetch } = serverOf(
      work(async (_, context) => {
        await sleep(30);
        return context.person.ask({ id: 'who', message: 'Who?', schema: nameForm });
      }),
      { pendingMs: 5 },
    );
    const { id } = await begin(testCaller({ person: { ...person, canAsk: true } }), { as: 'call' });
    expect(await fetch(id, {}, testCaller({ person }))).toMatchObject({ ok: true, data: reply });
    expect(person.asked).toEqual(['Who?']);
  });
});

test('a result is handed over only while its tool may run', async () => {
  const { begin, end, fetch, guard } = serverOf(work(() => ({ secret: 1 })));
  const { id } = await begin();
  await end(id);
  guard.lock('stop');
  expect(await fetch(id)).toMatchObject({ ok: false, error: { code: 'guard_locked' } });
  guard.unlock();
  expect(await fetch(id)).toMatchObject({ ok: true, data: { secret: 1 } });
});

test('a handler that continues after the end is not reported as an error of the store', async () => {
  const errors: string[] = [];
  let say: () => void = () => {};
  const { begin, tasks } = serverOf(
    work((_, { progress }) => new Promise(() => (say = () => progress({ done: 1, message: 'still here' })))),
    { log: { ...silentLogger, error: (message) => void errors.push(message) } },
  );
  await begin();
  await tasks.close();
  say();
  await sleep(5);
  expect(errors).toEqual([]);
});

describe('a later process', () => {
  /** A server that has ended in order, with a task in progress. */
  async function leave(tool: AnyTool, caller?: Caller): Promise<{ store: TaskStore; id: string }> {
    const backingStore = fileTasks(':memory:');
    const store: TaskStore = Object.assign(Object.create(backingStore) as TaskStore, {
      ...Object.fromEntries(
        (['create', 'get', 'list', 'change', 'answer', 'renew', 'claim', 'release'] as const).map((name) => [
          name,
          (...args: unknown[]) => (backingStore[name] as (...all: unknown[]) => unknown)(...args),
        ]),
      ),
      close: () => {},
    });
    const { begin, tasks } = serverOf(tool, { store });
    const { id } = await begin(caller);
    await sleep(5);
    await tasks.close();
    return { store, id };
  }
  const never = () => new Promise(() => {});

  test('runs again what may be run again, without asking again what was answered', async () => {
    const prepare = () => 'prepared';
    const { store, id } = await leave(work(never, { onRestart: 'run_again', prepare }));
    const next = serverOf(
      work(({ n }, { prepared }) => [n, prepared], { onRestart: 'run_again', prepare: () => 'again' }),
      { store },
    );
    await next.tasks.start();
    expect(await next.end(id)).toMatchObject({ outcome: { data: [2, 'prepared'] } });
  });

  test('takes up by its handle what lives elsewhere', async () => {
    const elsewhere = work(
      async (_, { task }) => {
        await task?.keep({ job: 7 });
        return never();
      },
      { onRestart: () => never() },
    );
    const { store, id } = await leave(elsewhere);
    const next = serverOf(
      work(() => 'started again', { onRestart: (handle: unknown) => ({ took: handle }) }),
      { store },
    );
    await next.tasks.start();
    expect(await next.end(id)).toMatchObject({ outcome: { data: { took: { job: 7 } } } });
  });

  test('finds as interrupted what died', async () => {
    const { store, id } = await leave(work(never));
    const next = serverOf(work(never), { store });
    await next.tasks.start();
    expect(await next.end(id)).toMatchObject({ status: 'failed', outcome: { error: { code: 'interrupted' } } });
  });
});
