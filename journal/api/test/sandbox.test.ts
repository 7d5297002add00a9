// SQL written by others: it reads what it may, it can be ended, and nobody waits for it.
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { homeAt } from '../home/home.ts';
import { QuerySandbox } from '../pipelines/sandbox/sandbox.ts';
import { fill, openBook, withAccount, type Book } from './book.ts';

let book: Book;
beforeAll(async () => {
  book = await openBook();
  await withAccount(book.client);
  await book.client.trades.create({ body: fill });
});
afterAll(() => book.close());

const endless = 'with recursive n(x) as (select 1 union all select x + 1 from n) select count(*) as never from n';
const trigger = { cron_expression: '0 22 * * 1-5' };
let count = 0;

async function policy(steps: readonly object[], variables: object = {}) {
  const policy_json = { schema_version: 2, name: `Sandbox ${++count}`, trigger, steps, variables };
  const { id } = await book.client.scheduling.createPolicy({ body: { policy_json } });
  await book.person.scheduling.approvePolicy({ params: { policy_id: id } });
  return { policy_id: id };
}

const query = (sql: unknown, more: object = {}) => ({
  id: 'read',
  type: 'query',
  params: { queries: [{ name: 'rows', sql }] },
  ...more,
});

async function outputOf(run_id: string, step: string) {
  const steps = await book.client.scheduling.runSteps({ params: { run_id } });
  return steps.find(({ step_id }) => step_id === step)?.output;
}

/** Processes of this one that read the book for a query; only where the system tells. */
function readers(): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return (
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('query-process') &&
        readFileSync(`/proc/${pid}/status`, 'utf8').includes(`PPid:\t${process.pid}\n`)
      );
    } catch {
      return false;
    }
  });
}

describe('a query that never ends', () => {
  it('is stopped when its time is up', async () => {
    const { app } = book.service;
    const within = (seconds: number) =>
      new QuerySandbox({
        database: homeAt(book.home).database,
        withDataKey: (work) => app.vault.withDataKey(work),
        seconds,
      });
    const options = { binds: {}, limit: 10, tried: [], signal: new AbortController().signal };
    await expect(within(2).query(endless, options)).rejects.toThrow('took longer than 2 s');
    expect(await within(100).query('select 1 as one', options)).toMatchObject({ rows: [{ one: 1 }] });
  });

  it('keeps nobody waiting, and ends with its run', async () => {
    const params = await policy([query(endless)]);
    const running = book.client.scheduling.runPolicy({ params, body: {} });
    const [started] = await expect
      .poll(() => book.client.scheduling.policyRuns({ params, query: {} }))
      .toMatchObject([{ status: 'running' }])
      .then(() => book.client.scheduling.policyRuns({ params, query: {} }));
    await book.client.trades.create({ body: { ...fill, exec_id: 'meanwhile' } });
    expect(await book.client.trades.list({ query: {} })).toMatchObject({ total: 2 });
    await book.client.scheduling.cancelRun({ params: { run_id: started?.run_id ?? '' } });
    expect(await running).toMatchObject({ status: 'cancelled' });
    if (process.platform === 'linux') await expect.poll(readers).toEqual([]);
  });
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
      const run = await book.client.scheduling.runPolicy({ params: await policy(steps, { q }), body: {} });
      expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining(reason) as unknown });
    }
    expect(await book.client.trades.list({ query: {} })).toMatchObject({ total: 2 });
  });

  it('ends at so many bytes, also inside one row', async () => {
    const long = `with recursive n(x) as (select 'abcdefgh' union all select x || x from n limit 23) select x from n`;
    const run = await book.client.scheduling.runPolicy({ params: await policy([query(long)]), body: {} });
    expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining('10 MB') as unknown });
  });

  it('in a dry run is what the steps before would have written, and afterwards nobody sees it', async () => {
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
    const dry = await book.client.scheduling.runPolicy({ params, body: { dry_run: true } });
    expect(dry).toMatchObject({ status: 'success', dry_run: true, error: null });
    expect(await outputOf(dry.run_id, 'one')).toMatchObject({ written: 1 });
    expect(await outputOf(dry.run_id, 'read')).toEqual({ results: { rows: [{ ticker: 'ACME', last: 13 }] } });

    const look = await book.client.scheduling.runPolicy({
      params: await policy([query("select count(*) as rows from market_quotes where ticker = 'ACME'")]),
      body: {},
    });
    expect(await outputOf(look.run_id, 'read')).toEqual({ results: { rows: [{ rows: 0 }] } });
  });
});
