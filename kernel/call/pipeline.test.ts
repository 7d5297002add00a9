import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../log/logger.ts';
import { Answer } from '../tool/answer.ts';
import { createCatalogue } from '../tool/catalogue.ts';
import { defineTool } from './define.ts';
import type { AnyTool } from '../tool/definition.ts';
import { localTokens, type ConfirmationOptions } from './confirmation.ts';
import { InputRequired, type Caller } from './context.ts';
import { argumentDigest } from './digest.ts';
import { KernelError } from '../tool/errors.ts';
import { localGuard, type Guard } from './guard.ts';
import { MetricsCollector } from './metrics.ts';
import type { Outcome } from '../tool/outcome.ts';
import { createPipeline } from './pipeline.ts';
import { personWho, testCaller } from '../testing/caller.ts';

const base = {
  title: 'A tool',
  toolsets: ['things'],
  description: { minimal: '', rich: '' },
  synonyms: [],
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  guard: 'guarded',
  confirmation: 'none',
  cost: 'local',
} as const;

const add = defineTool({
  ...base,
  name: 'add',
  input: z.object({ a: z.number(), b: z.number().default(1) }),
  output: z.object({ sum: z.number() }),
  handler: ({ a, b }) => ({ sum: a + b }),
});

const deleted: unknown[] = [];
const remove = defineTool({
  ...base,
  name: 'remove',
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  confirmation: 'required',
  input: z.object({ id: z.string() }),
  output: z.object({ removed: z.string() }),
  effect: ({ id }) => `Delete ${id} for good?`,
  handler: ({ id }) => {
    deleted.push(id);
    return { removed: id };
  },
});

const status = defineTool({
  ...base,
  name: 'status',
  guard: 'offline_tolerant',
  input: z.object({}),
  output: z.object({ up: z.boolean() }),
  handler: () => ({ up: false }),
});

const diagnose = defineTool({
  ...base,
  name: 'diagnose',
  guard: 'unguarded',
  input: z.object({}),
  output: z.object({ fine: z.boolean() }),
  handler: () => ({ fine: true }),
});

const explode = defineTool({
  ...base,
  name: 'explode',
  input: z.object({}),
  output: z.object({}),
  handler: () => {
    throw new Error('ENOENT: /home/trader/secret.db, key sk_live_abcdefghijklmnop1234');
  },
});

const wait = defineTool({
  ...base,
  name: 'wait',
  input: z.object({}),
  output: z.object({}),
  handler: (_, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('stopped')));
    }),
});

const explodeLater = defineTool({
  ...base,
  name: 'explode_later',
  input: z.object({}),
  output: z.object({}),
  handler: () => Promise.reject(new Error('too late')),
});

const tag = defineTool({
  ...base,
  name: 'tag',
  input: z.object({}),
  handler: () => ({ rows: [{ tags: new Set(['a']) }] }),
});

const price = defineTool({
  ...base,
  name: 'price',
  input: z.object({}),
  handler: () => ({
    amount: {
      toJSON: () => {
        throw new Error('no connection string given');
      },
    },
  }),
});

const both = defineTool({
  ...base,
  name: 'both',
  input: z.object({}),
  output: z.object({ sums: z.array(z.unknown()) }),
  handler: async (_, { call }) => {
    const outcomes = await Promise.all([call('add', { a: 1 }), call('remove', { id: 'x' })]);
    return new Answer({ sums: outcomes.map((outcome) => (outcome.ok ? outcome.data : outcome.error.code)) });
  },
});

interface Over extends Partial<Pick<ConfirmationOptions, 'demand' | 'approvals'>> {
  readonly guard?: Guard;
  readonly timeouts?: { local: number };
}

function setUp({ guard, timeouts, ...confirmation }: Over = {}) {
  deleted.length = 0;
  const tools: AnyTool[] = [add, remove, status, diagnose, explode, explodeLater, wait, tag, price, both];
  const catalogue = createCatalogue(tools, [{ name: 'things', description: 'Things.' }]);
  const metrics = new MetricsCollector();
  const tokens = localTokens();
  const lines: string[] = [];
  const pipeline = createPipeline({
    catalogue,
    guard: guard ?? localGuard(),
    confirmation: { tokens, ...confirmation },
    metrics,
    log: createLogger({ sink: (line) => lines.push(line) }),
    app: () => undefined,
    ...(timeouts === undefined ? {} : { timeouts }),
    newId: () => 'id-1',
  });
  const call = (name: string, args: unknown, caller: Caller = testCaller()): Promise<Outcome> => {
    const entry = catalogue.get(name);
    if (!entry) throw new Error(`no ${name}`);
    return pipeline.call(entry, args, caller);
  };
  return { call, metrics, tokens, lines };
}

const codeOf = (outcome: Outcome) => (outcome.ok ? 'ok' : outcome.error.code);

describe('an ordinary call', () => {
  test('gets its defaults, answers with data, and is counted', async () => {
    const { call, metrics } = setUp();
    expect(await call('add', { a: 2 })).toEqual({ ok: true, data: { sum: 3 }, attachments: [], text: undefined });
    expect(metrics.summary(true).per_tool?.add).toMatchObject({ call_count: 1, error_count: 0 });
  });

  test('with bad arguments gets every bad field in one answer, unknown ones by name', async () => {
    const { call } = setUp();
    const outcome = await call('add', { a: 'two', b: null, c: 1 });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'invalid_arguments' } });
    expect(outcome.ok ? [] : outcome.error.details?.errors).toEqual([
      { path: 'a', message: 'expected number, received string' },
      { path: 'b', message: 'expected number, received null' },
      { path: 'c', message: 'unknown field' },
    ]);
  });

  test.each([[null], [undefined], ['text'], [[1]], [7]])(
    'with %j for arguments is refused, not crashed',
    async (args) => {
      expect(codeOf(await setUp().call('add', args))).toBe('invalid_arguments');
    },
  );

  test('that fails unexpectedly says where to look, and keeps the cause for the log, without its secrets', async () => {
    const { call, lines } = setUp();
    const outcome = await call('explode', {});
    expect(outcome).toMatchObject({ ok: false, error: { code: 'internal', details: { correlation_id: 'id-1' } } });
    expect(outcome.ok ? '' : outcome.error.message).not.toContain('secret.db');
    expect(lines.join()).toContain('secret.db');
    expect(lines.join()).not.toContain('sk_live');
  });

  test('ends when the caller gives up, and when its time is up', async () => {
    const { call, metrics } = setUp({ timeouts: { local: 20 } });
    const abort = new AbortController();
    const cancelled = call('wait', {}, testCaller({ signal: abort.signal }));
    abort.abort();
    expect(codeOf(await cancelled)).toBe('cancelled');
    expect(codeOf(await call('wait', {}))).toBe('timeout');
    expect(metrics.summary(true).per_tool?.wait?.error_count).toBe(2);
  });

  test('made from inside another passes the same gates', async () => {
    const { call } = setUp();
    expect(await call('both', {})).toMatchObject({ data: { sums: [{ sum: 2 }, 'confirmation_required'] } });
    expect(deleted).toEqual([]);
  });
});

describe('the guard', () => {
  const down: Guard = { check: () => Promise.reject(new Error('ECONNREFUSED')) };

  test('once locked stops guarded tools and leaves unguarded ones alone', async () => {
    const guard = localGuard();
    const { call } = setUp({ guard });
    guard.lock('manual');
    expect(codeOf(await call('add', { a: 1 }))).toBe('guard_locked');
    expect(codeOf(await call('status', {}))).toBe('guard_locked');
    expect(codeOf(await call('diagnose', {}))).toBe('ok');
    guard.unlock();
    expect(codeOf(await call('add', { a: 1 }))).toBe('ok');
  });

  test('that cannot be asked is a no, except for tools that must be able to say so', async () => {
    const { call } = setUp({ guard: down });
    expect(codeOf(await call('add', { a: 1 }))).toBe('guard_unavailable');
    expect(codeOf(await call('status', {}))).toBe('ok');
  });

  test('locks itself when a limit is passed, and forgets old calls', async () => {
    let now = 0;
    const guard = localGuard({ perMinute: 2, now: () => now });
    const { call } = setUp({ guard });
    expect(codeOf(await call('add', { a: 1 }))).toBe('ok');
    expect(codeOf(await call('add', { a: 1 }))).toBe('ok');
    now = 60_001;
    expect(codeOf(await call('add', { a: 1 }))).toBe('ok');
    expect(codeOf(await call('add', { a: 1 }))).toBe('ok');
    const blocked = await call('add', { a: 1 });
    expect(blocked.ok ? '' : blocked.error.message).toContain('rate_limit_exceeded');
    expect(guard.locked).not.toBeNull();
  });
});

describe('confirmation', () => {
  const args = { id: 'trade-7' };
  const tokenFor = async ({ tokens }: ReturnType<typeof setUp>, digest: string | null, caller = testCaller()) =>
    (await tokens.issue({ action: 'remove', digest, caller, summary: '' })).token;

  test('is demanded before the handler runs, with what to do next', async () => {
    const outcome = await setUp().call('remove', args);
    expect(codeOf(outcome)).toBe('confirmation_required');
    expect(outcome.ok ? '' : outcome.error.message).toContain('get_confirmation_token');
    expect(deleted).toEqual([]);
  });

  test('by token works once, for the same arguments in any order of keys', async () => {
    const it = setUp();
    const token = await tokenFor(it, argumentDigest(args));
    expect(codeOf(await it.call('remove', { confirmation_token: token, ...args }))).toBe('ok');
    expect(codeOf(await it.call('remove', { ...args, confirmation_token: token }))).toBe('confirmation_invalid');
    expect(deleted).toEqual(['trade-7']);
  });

  test.each([
    ['for other arguments', argumentDigest({ id: 'trade-8' }), undefined],
    ['from another session', argumentDigest(args), testCaller({ session: 'session-2' })],
  ])('by a token %s is refused', async (_, digest, owner) => {
    const it = setUp();
    const token = await tokenFor(it, digest, owner);
    expect(codeOf(await it.call('remove', { ...args, confirmation_token: token }))).toBe('confirmation_invalid');
    expect(deleted).toEqual([]);
  });

  test('by a token older than a minute is refused', async () => {
    let now = 0;
    const tokens = localTokens({ now: () => now });
    const caller = testCaller();
    const { token } = await tokens.issue({ action: 'remove', digest: 'd', caller, summary: '' });
    now = 60_000;
    expect(await tokens.consume({ action: 'remove', digest: 'd', token, caller })).toBe(false);
  });

  test('asks the person where the client can, naming the effect and the arguments', async () => {
    const person = personWho({ action: 'accept', content: { confirm: true } });
    expect(codeOf(await setUp().call('remove', args, testCaller({ person })))).toBe('ok');
    expect(person.asked).toEqual(['Delete trade-7 for good?\n\nid: trade-7']);
  });

  test.each([
    [{ action: 'decline' } as const],
    [{ action: 'cancel' } as const],
    [{ action: 'accept', content: { confirm: false } } as const],
    [{ action: 'accept', content: {} } as const],
  ])('takes %j for a no', async (reply) => {
    const outcome = await setUp().call('remove', args, testCaller({ person: personWho(reply) }));
    expect(codeOf(outcome)).toBe('confirmation_declined');
    expect(deleted).toEqual([]);
  });

  test('never asks about arguments that could not run anyway', async () => {
    const person = personWho({ action: 'accept', content: { confirm: true } });
    expect(codeOf(await setUp().call('remove', { id: 7 }, testCaller({ person })))).toBe('invalid_arguments');
    expect(person.asked).toEqual([]);
  });

  test('asks the person where they can be asked, whatever token is shown', async () => {
    const it = setUp();
    const token = await tokenFor(it, argumentDigest(args));
    const person = personWho({ action: 'decline' });
    const outcome = await it.call('remove', { ...args, confirmation_token: token }, testCaller({ person }));
    expect(codeOf(outcome)).toBe('confirmation_declined');
    expect(person.asked).toHaveLength(1);
  });

  describe('in the app', () => {
    const approvals = (reach: 'must' | 'may' | 'no', yes = true) => ({
      reach: () => reach,
      ask: () =>
        yes
          ? Promise.resolve('apr_1')
          : Promise.reject(new KernelError('confirmation_declined', 'The person declined.')),
    });

    test("comes after the client's own question and before the token", async () => {
      const person = personWho({ action: 'decline' });
      const open = setUp({ approvals: approvals('may') });
      expect(codeOf(await open.call('remove', args))).toBe('ok');
      expect(codeOf(await open.call('remove', args, testCaller({ person })))).toBe('confirmation_declined');
      expect(codeOf(await setUp({ approvals: approvals('no') }).call('remove', args))).toBe('confirmation_required');
      const refused = setUp({ approvals: approvals('may', false) });
      const token = await tokenFor(refused, argumentDigest(args));
      expect(codeOf(await refused.call('remove', { ...args, confirmation_token: token }))).toBe(
        'confirmation_declined',
      );
    });

    test('is the only way when the owner or the key demands it', async () => {
      const person = personWho({ action: 'accept', content: { confirm: true } });
      const asked = setUp({ demand: 'app', approvals: approvals('no', false) });
      expect(codeOf(await asked.call('remove', args, testCaller({ person })))).toBe('confirmation_declined');
      const must = setUp({ approvals: approvals('must', false) });
      expect(codeOf(await must.call('remove', args, testCaller({ person })))).toBe('confirmation_declined');
      expect(person.asked).toEqual([]);
    });
  });

  test('can be demanded of a person only: tokens then count for nothing', async () => {
    const it = setUp({ demand: 'person' });
    const token = await tokenFor(it, argumentDigest(args));
    expect(codeOf(await it.call('remove', { ...args, confirmation_token: token }))).toBe('confirmation_blocked');
  });

  test('can be switched off altogether: the tool is then blocked for everyone', async () => {
    const person = personWho({ action: 'accept', content: { confirm: true } });
    const outcome = await setUp({ demand: 'block' }).call('remove', args, testCaller({ person }));
    expect(codeOf(outcome)).toBe('confirmation_blocked');
  });

  test('that comes with a second request leaves the pipeline as a question, not as an error', async () => {
    const { call, metrics } = setUp();
    const person = { ...personWho({ action: 'cancel' }), ask: () => Promise.reject(new InputRequired({})) };
    await expect(call('remove', args, testCaller({ person }))).rejects.toBeInstanceOf(InputRequired);
    expect(metrics.summary(false).total_tool_calls).toBe(0);
  });
});

test('an error of the kernel keeps its code and details through the pipeline', async () => {
  const error = new KernelError('budget_exceeded', 'Too dear.', { cap: 5 });
  const guard: Guard = { check: () => Promise.reject(error) };
  const outcome = await setUp({ guard }).call('add', { a: 1 });
  expect(outcome).toEqual({ ok: false, error });
});

test('a call given up before it began is cancelled, and a handler that fails late ends nothing', async () => {
  const outcome = await setUp().call('explode_later', {}, testCaller({ signal: AbortSignal.abort() }));
  expect(codeOf(outcome)).toBe('cancelled');
  // An unheard failure would end the process here.
  await new Promise((resolve) => setImmediate(resolve));
});

describe('an answer that JSON cannot carry', () => {
  test('names tool and place to the caller and in the log, and is counted', async () => {
    const { call, lines, metrics } = setUp();
    const outcome = await call('tag', {});
    expect(outcome.ok ? '' : outcome.error.message).toContain('The answer of tag holds a Set at rows.0.tags');
    expect(lines.join()).toContain('rows.0.tags');
    expect(metrics.summary(true).per_tool?.tag).toMatchObject({ call_count: 1, error_count: 1 });
  });

  test('because its toJSON fails is hidden and logged like every other', async () => {
    const { call, lines } = setUp();
    const outcome = await call('price', {});
    expect(outcome.ok ? '' : outcome.error.message).toContain('correlation id id-1');
    expect(JSON.stringify(outcome)).not.toContain('connection string');
    expect(lines.join()).toContain('a tool failed unexpectedly');
  });
});
