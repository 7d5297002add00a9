// SQL written by others: it reads what it may, it can be ended, and it blocks no one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { homeAt } from '@zorivest/store';
import { QuerySandbox, renderApart } from '@zorivest/integrations';
import { fill, openWithTrade, type TestService } from './test-service.ts';
import { childrenRunning, largestChild } from './children.ts';

let service: TestService;
beforeAll(async () => {
  service = await openWithTrade();
});
afterAll(() => service.close());

const endless = 'with recursive n(x) as (select 1 union all select x + 1 from n) select count(*) as never from n';
const trigger = { cron_expression: '0 22 * * 1-5' };
let count = 0;

async function policy(steps: readonly object[], variables: object = {}) {
  const policy_json = { schema_version: 2, name: `Sandbox ${++count}`, trigger, steps, variables };
  const { id, content_hash } = await service.client.scheduling.createPolicy({ body: { policy_json } });
  await service.person.scheduling.approvePolicy({ params: { policy_id: id }, body: { content_hash } });
  return { policy_id: id };
}

const query = (sql: unknown, more: object = {}) => ({
  id: 'read',
  type: 'query',
  params: { queries: [{ name: 'rows', sql }] },
  ...more,
});

async function outputOf(run_id: string, step: string) {
  const steps = await service.client.scheduling.runSteps({ params: { run_id } });
  return steps.find(({ step_id }) => step_id === step)?.output;
}

const READER = 'query-process';

/** On a busy machine its time may be up before its memory is. */
const ended = expect.stringMatching(/too much memory|took longer/) as unknown;

/** Runs it until it has failed: an answer comes before that when it takes long. */
async function runUntilFailure(params: { readonly policy_id: string }): Promise<void> {
  const { run_id } = await service.client.scheduling.runPolicy({ params, body: {} });
  await expect
    .poll(() => service.client.scheduling.getRun({ params: { run_id } }))
    .toMatchObject({ status: 'failed', error: ended });
}

describe('a query that never ends', () => {
  it('is stopped when its time is up', async () => {
    const { app } = service.service;
    const within = (seconds: number) =>
      new QuerySandbox({
        database: homeAt(service.home).database,
        withDataKey: (work) => app.vault.withDataKey(work),
        seconds,
      });
    const options = { binds: {}, limit: 10, tried: [], signal: new AbortController().signal };
    await expect(within(2).query(endless, options)).rejects.toThrow('took longer than 2 s');
    expect(await within(100).query('select 1 as one', options)).toMatchObject({ rows: [{ one: 1 }] });
  });

  it('blocks no one, and ends with its run', async () => {
    const params = await policy([query(endless)]);
    const running = service.client.scheduling.runPolicy({ params, body: {} });
    const [started] = await expect
      .poll(() => service.client.scheduling.policyRuns({ params, query: {} }))
      .toMatchObject([{ status: 'running' }])
      .then(() => service.client.scheduling.policyRuns({ params, query: {} }));
    await service.client.trades.create({ body: { ...fill, exec_id: 'meanwhile' } });
    expect(await service.client.trades.list({ query: {} })).toMatchObject({ total: 2 });
    await service.client.scheduling.cancelRun({ params: { run_id: started?.run_id ?? '' } });
    expect(await running).toMatchObject({ status: 'cancelled' });
    await expect.poll(() => childrenRunning(READER)).toEqual([]);
  });
});

/** Doubles with every name: a kilobyte that SQLite compiles into more than there is memory for. */
function nestedSql(levels: number): string {
  const names = Array.from({ length: levels }, (_, n) =>
    n === 0 ? 'c0 as (select exec_id x from trades)' : `c${n} as (select a.x from c${n - 1} a, c${n - 1} b)`,
  );
  return `with ${names.join(', ')} select count(*) as n from c${levels - 1}`;
}

describe('a statement that is only there to be heavy', () => {
  it('is compiled elsewhere: a read-only key stalls no one with it', async () => {
    const reader = service.as(await service.keyFor('read-only'));
    await reader.system.health();
    const busyBefore = process.cpuUsage();
    const { valid, errors } = await reader.scheduling.validateSql({ body: { sql: nestedSql(19) } });
    const busy = process.cpuUsage(busyBefore);
    expect(valid).toBe(false);
    expect(errors.join()).toMatch(/too much memory|longer than|too many|limit|at most/);
    // Compiling it takes seconds; this process, which answers everybody, had none of them.
    expect((busy.user + busy.system) / 1e6).toBeLessThan(1.5);
  });

  it('ends before it has taken the memory: a sort of blobs', async () => {
    const sort = `with recursive n(x) as (select 1 union all select x + 1 from n limit 3000)
      select length(b) as l from (select cast(hex(zeroblob(500000 + x)) as blob) as b from n) order by b`;
    const params = await policy([query(sort)]);
    expect(await largestChild(READER, () => runUntilFailure(params))).toBeLessThan(512);
  });

  it('ends before it has taken the memory: one value of a gigabyte', async () => {
    const params = await policy([query('select length(hex(zeroblob(499000000))) as l')]);
    expect(await largestChild(READER, () => runUntilFailure(params))).toBeLessThan(512);
  });

  it('does not make a long line: the last caller is refused immediately, one that gives up leaves it', async () => {
    const waiting = new AbortController();
    const { app } = service.service;
    const sandbox = new QuerySandbox({
      database: homeAt(service.home).database,
      withDataKey: (work) => app.vault.withDataKey(work),
    });
    const options = { binds: {}, limit: 1, tried: [], signal: waiting.signal };
    const all = Array.from({ length: 18 }, () => sandbox.query(endless, options).catch((error: unknown) => error));
    await expect(sandbox.query(endless, options)).rejects.toMatchObject({ status: 503 });
    waiting.abort();
    expect((await Promise.all(all)).every((end) => (end as Error).message === 'cancelled')).toBe(true);
    const free = { ...options, signal: new AbortController().signal };
    expect(await sandbox.query('select 1 as one', free)).toMatchObject({ rows: [{ one: 1 }] });
  });
});

it('an abandoned report is not rendered to the end', async () => {
  const template = '{% for a in (1..3000) %}{% for b in (1..3000) %}{{ a | times: b }}{% endfor %}{% endfor %}';
  const gone = new AbortController();
  const job = { title: 'Endless', scope: {}, body: { template, format: 'html' as const } };
  const rendering = renderApart(job, gone.signal).catch((error: unknown) => error);
  await expect.poll(() => childrenRunning('render-process')).toHaveLength(1);
  gone.abort();
  expect(await rendering).toMatchObject({ message: 'cancelled' });
  await expect.poll(() => childrenRunning('render-process')).toEqual([]);
  const free = new AbortController().signal;
  // Left alone it ends by its own limit, and says so.
  await expect(renderApart(job, free)).rejects.toThrow('the template cannot be rendered');
  const report = await renderApart(
    { title: 'Day', scope: { n: 3 }, body: { template: '{{ n }} **trades**', format: 'markdown' }, pdf: true },
    free,
  );
  expect(report).toMatchObject({
    text: '3 **trades**',
    html: expect.stringContaining('<strong>trades</strong>') as unknown,
  });
  expect(
    Buffer.from(report.pdf ?? [])
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});

describe('what a query may see', () => {
  it('is not widened by a text that comes from a variable', async () => {
    for (const [q, reason] of [
      ["delete from trades returning '2026-01-01' as a, '2026-01-02' as b", 'only SELECT'],
      ['select api_key, api_secret from market_provider_settings', 'market_provider'],
    ] as const) {
      const steps = [
        { id: 'get', type: 'fetch', params: { data_type: 'quote', criteria: { symbol: 'A', db_query: { var: 'q' } } } },
      ];
      const run = await service.client.scheduling.runPolicy({ params: await policy(steps, { q }), body: {} });
      expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining(reason) as unknown });
    }
    expect(await service.client.trades.list({ query: {} })).toMatchObject({ total: 2 });
  });

  it('ends at a limit of bytes, also inside one row', async () => {
    const long = `with recursive n(x) as (select 'abcdefgh' union all select x || x from n limit 23) select x from n`;
    const run = await service.client.scheduling.runPolicy({ params: await policy([query(long)]), body: {} });
    expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining('10 MB') as unknown });
  });

  it('in a dry run is what the steps before would have written, and afterwards it is gone', async () => {
    const record = { ticker: 'ACME', last: 12.5, timestamp: '2026-01-05T15:00:00Z', provider: 'test' };
    const store = (id: string, last: number) => ({
      id,
      type: 'market_data_store',
      params: { data_type: 'quote', records: [{ ...record, last }] },
    });
    const params = await policy([
      store('one', 12.5),
      store('two', 13),
      query("select ticker, last from market_quotes where ticker = 'ACME'"),
    ]);
    const dry = await service.client.scheduling.runPolicy({ params, body: { dry_run: true } });
    expect(dry).toMatchObject({ status: 'success', dry_run: true, error: null });
    expect(await outputOf(dry.run_id, 'one')).toMatchObject({ written: 1 });
    expect(await outputOf(dry.run_id, 'read')).toEqual({ results: { rows: [{ ticker: 'ACME', last: 13 }] } });

    const look = await service.client.scheduling.runPolicy({
      params: await policy([query("select count(*) as rows from market_quotes where ticker = 'ACME'")]),
      body: {},
    });
    expect(await outputOf(look.run_id, 'read')).toEqual({ results: { rows: [{ rows: 0 }] } });
  });
});
