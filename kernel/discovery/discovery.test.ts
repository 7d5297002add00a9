import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller, Enabling } from '../call/context.ts';
import { createPipeline, type Pipeline } from '../call/pipeline.ts';
import { localGuard } from '../call/guard.ts';
import { localTokens, type ConfirmationDemand } from '../call/confirmation.ts';
import { MetricsCollector } from '../call/metrics.ts';
import type { Outcome } from '../tool/outcome.ts';
import { testCaller } from '../testing/caller.ts';
import { createLogger } from '../log/logger.ts';
import { library, libraryPresentation, libraryWith } from '../testing/library.ts';
import type { OperatorConfig } from '../surface/model.ts';
import { surfaceFor } from '../surface/surface.ts';
import type { Catalogue } from '../tool/catalogue.ts';
import { searchTools } from './tool-search.ts';

let now = 0;
let pipeline: Pipeline;
let catalogue: Catalogue;

function start(demand: ConfirmationDemand = 'auto'): void {
  now = 0;
  const confirmation = { tokens: localTokens({ now: () => now }), demand };
  catalogue = libraryWith(confirmation);
  pipeline = createPipeline({
    catalogue,
    guard: localGuard(),
    confirmation,
    metrics: new MetricsCollector(),
    log: createLogger({ sink: () => {} }),
    app: () => undefined,
  });
}
beforeEach(() => start());

function callerOf(client: string, config: OperatorConfig = {}, enabling: Enabling = 'in_band', session = 's1'): Caller {
  const surface = surfaceFor(catalogue, libraryPresentation, config, {
    era: 'legacy',
    path: '/',
    headers: {},
    role: null,
    capabilities: {},
    client: { name: client, version: '1' },
  });
  const caller = testCaller({ surface, session });
  return { ...caller, session: { ...caller.session, enable: () => Promise.resolve(enabling) } };
}

async function call(caller: Caller, name: string, args: unknown = {}): Promise<Outcome> {
  return pipeline.call(catalogue.get(name)!, args, caller);
}
async function data(caller: Caller, name: string, args: unknown = {}): Promise<Record<string, unknown>> {
  const outcome = await call(caller, name, args);
  if (!outcome.ok) throw outcome.error;
  return outcome.data as Record<string, unknown>;
}
async function failure(caller: Caller, name: string, args: unknown = {}): Promise<string> {
  const outcome = await call(caller, name, args);
  if (outcome.ok) throw new Error('it should have failed');
  return `${outcome.error.code}: ${outcome.error.message}`;
}

describe('list_available_toolsets', () => {
  it('counts memberships by toolset and in all, and tools once', async () => {
    const answer = await data(callerOf('cursor'), 'list_available_toolsets');
    expect(answer).toMatchObject({ total_tools: 48, unique_tools: 47 });
    expect(answer.toolsets).toContainEqual({
      name: 'books',
      description: 'The books on the shelves.',
      tool_count: 13,
      loaded: true,
      always_loaded: false,
    });
  });

  it('counts only what the caller may use', async () => {
    expect(await data(callerOf('cursor', { readOnly: true }), 'list_available_toolsets')).toMatchObject({
      unique_tools: 28,
    });
  });
});

describe('describe_toolset', () => {
  it('shows purpose and hints of each tool, and how to call the ones not listed', async () => {
    const listed = await data(callerOf('claude-code'), 'describe_toolset', { toolset_name: 'fines' });
    expect(listed).toMatchObject({ name: 'fines', loaded: true });
    const [first] = listed.tools as Record<string, unknown>[];
    expect(first).toMatchObject({ name: 'get_fines', annotations: { readOnlyHint: true, destructiveHint: false } });
    expect(first).not.toHaveProperty('input_schema');

    const operator = { toolsets: 'all', layout: 'composite' } as const;
    const folded = await data(callerOf('cursor', operator), 'describe_toolset', { toolset_name: 'fines' });
    expect((folded.tools as unknown[])[0]).toMatchObject({
      call_with: 'fines_read',
      input_schema: { type: 'object' },
    });
  });

  it('refuses a toolset that does not exist, with those that do', async () => {
    const message = await failure(callerOf('cursor'), 'describe_toolset', { toolset_name: 'nope' });
    expect(message).toMatch(/^not_found: There is no toolset "nope"\. Known toolsets: desk, .*list_available_toolsets/);
  });
});

describe('enable_toolset', () => {
  const args = { toolset_name: 'fines' };

  it('says so when the list grows, and when it needs not to', async () => {
    expect(await data(callerOf('Cline', {}, 'listed'), 'enable_toolset', args)).toMatchObject({
      status: 'enabled',
      tool_count: 6,
    });
    expect(await data(callerOf('claude-code', {}, 'already'), 'enable_toolset', args)).toMatchObject({
      status: 'already_loaded',
    });
  });

  it('answers with arguments and dispatcher where the list cannot grow', async () => {
    const answer = await data(callerOf('zed', { toolsets: ['books'] }), 'enable_toolset', args);
    expect(answer).toMatchObject({ status: 'in_band' });
    expect((answer.tools as { call_with: string }[]).map((tool) => tool.call_with)).toEqual([
      'call_read',
      'call_read',
      'call_read',
      'call_write',
      'call_write',
      'call_destructive',
    ]);
  });
});

describe('get_confirmation_token', () => {
  const params = { copy_id: 'c1', reason: 'mould' };

  it('lets the destructive call run once, with the arguments it was made for in any order', async () => {
    const caller = callerOf('cursor');
    expect(await failure(caller, 'discard_copy', params)).toMatch(/^confirmation_required/);
    const { token, expires_in_seconds } = await data(caller, 'get_confirmation_token', {
      action: 'discard_copy',
      params,
    });
    expect(expires_in_seconds).toBe(60);
    const again = { reason: 'mould', copy_id: 'c1', confirmation_token: token };
    expect((await call(caller, 'discard_copy', again)).ok).toBe(true);
    expect(await failure(caller, 'discard_copy', again)).toMatch(/^confirmation_invalid/);
  });

  it.each([
    ['other arguments', { ...params, copy_id: 'c2' }, 's1', 0],
    ['another session', params, 's2', 0],
    ['after a minute', params, 's1', 60_000],
  ])('is not good for %s', async (_, args, session, wait) => {
    const issued = await data(callerOf('cursor'), 'get_confirmation_token', { action: 'discard_copy', params });
    now += wait;
    const caller = callerOf('cursor', {}, 'in_band', session);
    expect(await failure(caller, 'discard_copy', { ...args, confirmation_token: issued.token })).toMatch(
      /^confirmation_invalid/,
    );
  });

  it('binds to action and session alone when it only got a summary, and recommends params', async () => {
    const caller = callerOf('cursor');
    const ask = { action: 'discard_copy', params_summary: 'throw away c1' };
    const issued = await data(caller, 'get_confirmation_token', ask);
    expect(issued.recommendation).toContain('params');
    expect((await call(caller, 'discard_copy', { ...params, confirmation_token: issued.token })).ok).toBe(true);
  });

  it('works for a tool called without any arguments', async () => {
    const caller = callerOf('cursor');
    const issued = await data(caller, 'get_confirmation_token', { action: 'ring_alarm', params: {} });
    expect((await call(caller, 'ring_alarm', { confirmation_token: issued.token })).ok).toBe(true);
  });

  it('refuses what needs no confirmation, what cannot run, and a request without arguments', async () => {
    const ask = (args: unknown) => failure(callerOf('cursor'), 'get_confirmation_token', args);
    expect(await ask({ action: 'get_book', params: {} })).toContain(
      'ring_alarm, discard_copy, delete_member, waive_fine',
    );
    expect(await ask({ action: 'discard_copy', params: { copy: 'c1' } })).toMatch(/^invalid_arguments.*copy_id/);
    expect(await ask({ action: 'discard_copy' })).toMatch(/^invalid_arguments: Give params/);
  });

  it('is refused where the owner wants a person', async () => {
    start('person');
    const ask = { action: 'discard_copy', params };
    expect(await failure(callerOf('cursor'), 'get_confirmation_token', ask)).toMatch(/^confirmation_blocked/);
  });
});

describe('tool_search', () => {
  const best = (query: string): string | undefined => searchTools(library, query)[0]?.tool.name;

  it.each([
    ['loans past their date', 'list_overdue'],
    ['throw away a damaged copy', 'discard_copy'],
    ['lending a book to somebody', 'lend_copy'],
    ['which books does a member owe for', 'get_fines'],
    ['opening hours on holidays', 'get_hours'],
    ['partner librarys books', 'search_partner'],
    ['waiting list', 'list_holds'],
    ['overdu loan', 'list_overdue'],
    ['searchMembers', 'search_members'],
  ])('finds the tool for "%s"', (query, name) => {
    expect(
      searchTools(library, query)
        .slice(0, 3)
        .map(({ tool }) => tool.name),
    ).toContain(name);
  });

  it('answers best first, at most as many as asked, and five by default', async () => {
    const answer = await data(callerOf('claude-code'), 'tool_search', { query: 'list the copies of a book' });
    const results = answer.results as { name: string }[];
    expect(results.length).toBe(5);
    expect(results[0]?.name).toBe('list_copies');
    const two = await data(callerOf('claude-code'), 'tool_search', { query: 'book', limit: 2 });
    expect((two.results as unknown[]).length).toBe(2);
  });

  it('says how to call what is not listed', async () => {
    const { results } = await data(callerOf('zed', { layout: 'dispatch' }), 'tool_search', { query: 'waive a fine' });
    expect((results as unknown[])[0]).toMatchObject({
      name: 'waive_fine',
      risk: 'destructive',
      call_with: 'call_destructive',
      input_schema: { properties: { amount: { type: 'number' } } },
    });
  });

  it('has nothing to say about what is not there, and never shows what is not allowed', async () => {
    expect(await data(callerOf('zed'), 'tool_search', { query: 'zzzz qqqq' })).toEqual({ results: [] });
    const { results } = await data(callerOf('zed', { readOnly: true }), 'tool_search', { query: 'waive a fine' });
    expect((results as { name: string }[]).map(({ name }) => name)).not.toContain('waive_fine');
  });

  it('takes a pattern, and survives a bad one', async () => {
    expect(best('/^list_.*requests/')).toBe('list_requests');
    expect(best('/LIST_REQUESTS/i')).toBe('list_requests');
    expect(await failure(callerOf('zed'), 'tool_search', { query: '/(/' })).toMatch(
      /^invalid_arguments.*cannot be used/,
    );
    expect(searchTools(library, '/^nothing$/')).toEqual([]);
  });
});
