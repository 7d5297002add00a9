/** What follows from an endpoint, and what a tool's file changes of it. */
import { createClient } from '@zorivest/contract';
import { createCatalogue, type CallContext } from '@zorivest/kernel';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { endpointTool } from './endpoint-tool.ts';
import { READS, WRITES, type JournalApp, type JournalTool } from './tool.ts';

const about = {
  title: 'Try',
  toolsets: [],
  description: { minimal: 'Tries an endpoint.', rich: 'Tries an endpoint.' },
};

const schemaOf = (tool: JournalTool) => createCatalogue([tool], []).get(tool.name)?.input.minimal;

/** The request a tool makes of these arguments, and what it makes of the answer. */
async function run(tool: JournalTool, args: unknown, answer: unknown = {}) {
  const requests: { method: string; path: string; body: unknown }[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    requests.push({ method: init?.method ?? 'GET', path: pathname.replace('/api/v1', '') + search, body });
    return Promise.resolve(Response.json(answer));
  };
  const api = createClient({ baseUrl: 'http://127.0.0.1:1', fetch });
  const { signal } = new AbortController();
  // All of the context that a tool over an endpoint looks at.
  const context = {
    app: { api, page: 'http://127.0.0.1:1/', isDemo: () => false },
    signal,
    session: {},
  } as unknown as CallContext<JournalApp>;
  const input: unknown = (tool.input as () => z.ZodObject)().strict().parse(args);
  return { answer: (await tool.handler(input, context)) as unknown, requests };
}

const listPlans = endpointTool({ ...about, endpoint: 'plans.list', name: 'list_plans', hints: READS });

it('takes what the endpoint takes, in the words all tools share for a name', () => {
  expect(schemaOf(listPlans)).toMatchObject({
    properties: {
      limit: { type: 'integer', default: 100 },
      status: { enum: ['draft', 'active', 'executed', 'expired', 'cancelled'] },
      ticker: { type: 'string' },
    },
  });
});

it('refuses a number that is none, though JavaScript would count it', async () => {
  for (const limit of [true, [2], null, '']) await expect(run(listPlans, { limit })).rejects.toThrow(/number/);
  expect((await run(listPlans, { limit: 2 }, { items: [] })).requests[0]?.path).toContain('limit=2');
});

it('asks the endpoint and passes its answer on, when nothing else is declared', async () => {
  const { requests, answer } = await run(listPlans, { status: 'draft' }, { items: [], total: 0 });
  expect(requests).toEqual([{ method: 'GET', path: '/trade-plans?limit=100&offset=0&status=draft', body: undefined }]);
  expect(answer).toEqual({ items: [], total: 0 });
});

const review = endpointTool({
  ...about,
  endpoint: 'reports.create',
  name: 'review',
  rename: { exec_id: 'trade_id' },
  omit: { trade_id: 'the path names it', tags: 'not wanted here' },
  describe: { followed_plan: 'Followed?', lessons_learned: ['', 'In a sentence.'] },
  narrow: () => ({ setup_quality: z.enum(['A', 'B']) }),
  omitFromAnswer: { created_at: 'not needed' },
  hints: WRITES,
});

it('leaves out, renames, describes and narrows as its file says, and sends each argument where the endpoint has it', async () => {
  expect(Object.keys(schemaOf(review)?.properties as object)).toEqual([
    'trade_id',
    'setup_quality',
    'execution_quality',
    'followed_plan',
    'emotional_state',
    'lessons_learned',
  ]);
  expect(schemaOf(review)).toMatchObject({
    properties: { followed_plan: { description: 'Followed?' }, setup_quality: { enum: ['A', 'B'] } },
  });
  const args = { trade_id: 'E 1', setup_quality: 'A', execution_quality: 'B', followed_plan: true };
  const { requests, answer } = await run(review, args, { id: 1, created_at: 'then' });
  expect(requests).toMatchObject([
    { method: 'POST', path: '/trades/E%201/report', body: { setup_quality: 'A', emotional_state: 'neutral' } },
  ]);
  expect(requests[0]?.body).not.toHaveProperty('trade_id');
  expect(answer).toEqual({ id: 1 });
});

it('says what it is a view of', () => {
  expect(review.source).toMatchObject({ endpoint: 'reports.create', omit: { tags: 'not wanted here' } });
  expect(review.source?.fields).toContain('tags');
});

it('does not offer null for a field that may be left out of something new', () => {
  const plan = endpointTool({ ...about, endpoint: 'plans.create', name: 'plan', hints: WRITES });
  expect(schemaOf(plan)?.properties).toMatchObject({ shares_planned: { type: 'integer' } });
});
