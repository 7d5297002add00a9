import { describe, expect, test } from 'vitest';
import { runSteps, type StepRecord } from './runner.ts';
import type { StepContext } from './step.ts';
import { memoryContext, policyOf } from './testing.ts';

const fetchQuote = {
  id: 'quotes',
  type: 'fetch',
  params: { data_type: 'quote', criteria: { tickers: ['AAPL', 'MSFT'] } },
};

async function run(
  steps: readonly object[],
  over: Partial<StepContext> = {},
  policy: object = {},
  signal = new AbortController().signal,
) {
  const context = memoryContext(over);
  const records: StepRecord[] = [];
  const slept: number[] = [];
  const end = await runSteps(policyOf(steps, policy), {
    context,
    signal,
    now: () => new Date('2026-03-04T12:00:00Z'),
    random: () => 0.5,
    sleep: (ms) => {
      slept.push(ms);
      return Promise.resolve();
    },
    record: (record) => {
      records.push(record);
      return Promise.resolve();
    },
  });
  return { end, records, slept, memory: context.memory };
}

describe('a run', () => {
  test('hands the output of one step to the next', async () => {
    const { end, memory } = await run([
      fetchQuote,
      { id: 'keep', type: 'market_data_store', params: { data_type: 'quote', records: { ref: 'ctx.quotes.content' } } },
    ]);
    expect(end.status).toBe('warning');
    expect(memory.tables.get('market_quotes')).toBeUndefined();
    expect(end.outputs.get('keep')).toMatchObject({ count: 0, skipped: 2 });
  });

  test('stops at the first step that fails, and says which', async () => {
    const { end, records } = await run([
      { id: 'bad', type: 'compose', params: { sources: [{ step_id: 'unknown' }] } },
      fetchQuote,
    ]);
    expect(end).toMatchObject({ status: 'failed', error: 'step "bad": step "unknown" has no output' });
    expect(records).toHaveLength(1);
  });

  test('continues after a step that may fail, and ends with a warning', async () => {
    const { end, records } = await run([
      { id: 'bad', type: 'compose', params: { sources: [{ step_id: 'unknown' }] }, on_error: 'log_and_continue' },
      fetchQuote,
    ]);
    expect(end.status).toBe('warning');
    expect(records.map(({ stepId, status }) => `${stepId} ${status}`)).toEqual(['bad failed', 'quotes success']);
  });

  test('tries a passing failure again with growing pauses, and keeps every attempt', async () => {
    let tries = 0;
    const context = memoryContext();
    const market = {
      ...context.market,
      fetch: () => {
        tries++;
        return tries < 3
          ? Promise.reject(new Error('could not be reached'))
          : Promise.resolve({ provider: 'finnhub', source: 'miss' as const, records: [{ ticker: 'AAPL', price: 1 }] });
      },
    };
    const step = {
      ...fetchQuote,
      params: { data_type: 'quote', criteria: { symbol: 'AAPL' } },
      on_error: 'retry_then_fail',
    };
    const { end, records, slept } = await run([step], { market });
    expect(end.status).toBe('success');
    expect(records.map(({ attempt, status }) => `${attempt} ${status}`)).toEqual(['1 failed', '2 failed', '3 success']);
    expect(slept).toEqual([2000, 4000]);
  });

  test('does not try again what cannot get better', async () => {
    const { records } = await run([
      { id: 'a', type: 'render', params: { template: { ref: 'ctx.unknown.text' } }, on_error: 'retry_then_fail' },
    ]);
    expect(records).toHaveLength(1);
  });

  test('skips a step whose condition holds', async () => {
    const { records } = await run([
      fetchQuote,
      {
        id: 'mail',
        type: 'send',
        params: { channel: 'local_file' },
        skip_if: { field: 'ctx.quotes.content.0.price', operator: 'gt', value: 100 },
      },
    ]);
    expect(records.at(-1)).toMatchObject({ stepId: 'mail', status: 'skipped' });
  });

  test('ends between two steps when it is cancelled', async () => {
    const abort = new AbortController();
    abort.abort();
    const { end, records } = await run([fetchQuote], {}, {}, abort.signal);
    expect(end.status).toBe('cancelled');
    expect(records).toEqual([]);
  });

  test('fills variables in', async () => {
    const steps = [{ id: 'page', type: 'render', params: { template: 'Hello {{ data }}', data: { var: 'who' } } }];
    const { end } = await run(steps, {}, { variables: { who: 'trader' } });
    expect(JSON.stringify(end.outputs.get('page'))).toContain('Hello trader');
  });
});

describe('the steps', () => {
  test('query reads the book and says when it was cut', async () => {
    const step = {
      id: 'q',
      type: 'query',
      params: {
        queries: [{ name: 'fills', sql: 'select exec_id from trades where instrument = :s', binds: { s: 'AAPL' } }],
      },
    };
    expect((await run([step])).end.outputs.get('q')).toEqual({ results: { fills: [{ exec_id: 'e1' }] } });
    const all = {
      id: 'q',
      type: 'query',
      params: { queries: [{ name: 'a', sql: 'select * from trades' }], row_limit: 1 },
    };
    expect((await run([all])).end).toMatchObject({ status: 'warning' });
  });

  const raw = (records: Record<string, unknown>[]) => ({
    ...memoryContext().market,
    fetch: () => Promise.resolve({ provider: 'x', source: 'miss' as const, records }),
  });

  test("transform keeps a company's figures one by one, by quarter", async () => {
    const company = { ticker: 'A', market_cap: 5e9, pe_ratio: 18.5, eps: null, sector: 'Energy', provider: 'x' };
    const { memory } = await run(
      [
        { id: 'raw', type: 'fetch', params: { data_type: 'fundamentals', criteria: { symbol: 'A' } } },
        { id: 'in', type: 'transform', params: { source_step_id: 'raw' } },
      ],
      { market: raw([company]) },
    );
    const figure = { ticker: 'A', provider: 'x', period: '2026-Q1' };
    expect(memory.tables.get('market_fundamentals')).toEqual([
      { ...figure, metric: 'market_cap', value: 5e9 },
      { ...figure, metric: 'pe_ratio', value: 18.5 },
    ]);
  });

  test('transform writes sound records, quarantines the rest, and refuses a bad batch whole', async () => {
    const bar = { ticker: 'A', timestamp: '2026-01-02', open: 1, high: 2, low: 1, close: 2, volume: 5, provider: 'x' };
    const steps = [
      { id: 'raw', type: 'fetch', params: { data_type: 'ohlcv', criteria: { symbol: 'A' } } },
      { id: 'in', type: 'transform', params: { source_step_id: 'raw', write_disposition: 'merge' } },
    ];
    const good = await run(steps, { market: raw([bar, bar, bar, bar, { ...bar, close: 0 }]) });
    expect(good.end.outputs.get('in')).toMatchObject({
      count: 4,
      quarantined: [{ record: 4, reason: '"close" must be above zero' }],
    });
    expect(good.memory.tables.get('market_ohlcv')).toHaveLength(4);
    const bad = await run(steps, { market: raw([bar, { ...bar, open: -1 }]) });
    expect(bad.end).toMatchObject({ status: 'failed' });
    expect(bad.memory.tables.size).toBe(0);
  });

  test('an assertion that does not hold ends the run, or warns', async () => {
    const check = (severity: string) => ({
      id: 'check',
      type: 'transform',
      params: {
        kind: 'assertion',
        assertions: [{ field_ref: 'ctx.quotes.content.0.price', operator: 'lt', expected: 100, severity }],
      },
    });
    expect((await run([fetchQuote, check('fatal')])).end.error).toContain('is 190.5, not lt 100');
    expect((await run([fetchQuote, check('warning')])).end.status).toBe('warning');
  });

  test('render knows templates by name, escapes values, and draws charts', async () => {
    const rows = [
      { day: 'Mon', pnl: 5 },
      { day: 'Tue', pnl: -3 },
    ];
    const { end } = await run([
      {
        id: 'page',
        type: 'render',
        params: {
          template: 'daily',
          data: { note: '<script>alert(1)</script>' },
          chart_settings: [{ kind: 'bar', title: 'P&L', rows, x: 'day', y: 'pnl' }],
        },
      },
    ]);
    const { html } = end.outputs.get('page') as { html: string };
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain('<script>');
    expect(html).toContain('<svg');
    expect(html).toContain('P&amp;L');
  });

  test('render makes a PDF that is one', async () => {
    const template = '# Report\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nText.';
    const { end } = await run([{ id: 'page', type: 'render', params: { template, output_format: 'pdf' } }]);
    const { rendered } = end.outputs.get('page') as { rendered: string };
    expect(Buffer.from(rendered, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  });

  test.each([
    ['an endless loop', '{% for i in (1..100000000) %}x{% endfor %}'],
    ['a way out', '{{ "".constructor.constructor("return process")() }}'],
    ['a file', '{% include "/etc/passwd" %}'],
    ['a template that does not exist', 'nowhere'],
  ])('render refuses %s', async (_, template) => {
    const { end } = await run([{ id: 'page', type: 'render', params: { template } }]);
    expect(end.status === 'failed' || !JSON.stringify([...end.outputs]).includes('process')).toBe(true);
    expect(JSON.stringify([...end.outputs])).not.toContain('root:');
  });

  test('send mails each recipient once, however often the run is repeated', async () => {
    const context = memoryContext();
    const step = {
      id: 'mail',
      type: 'send',
      params: {
        channel: 'email',
        recipients: ['a@example.test', 'b@example.test'],
        body_template: 'Hi',
        snapshot_hash: 'h1',
      },
    };
    const shared = { deliveries: context.deliveries, outbox: context.outbox };
    await run([step], shared);
    await run([step], shared);
    expect(context.memory.mails.map(({ to }) => to)).toEqual(['a@example.test', 'b@example.test']);
  });

  test('send that asks for the person waits until the person starts the run', async () => {
    const step = {
      id: 'mail',
      type: 'send',
      params: { channel: 'email', recipients: ['a@example.test'], requires_confirmation: true },
    };
    const alone = await run([step]);
    expect(alone.end).toMatchObject({ status: 'failed', error: expect.stringContaining('the person') as unknown });
    expect(alone.memory.mails).toEqual([]);
    expect((await run([step], { confirmed: true })).memory.mails).toHaveLength(1);
  });

  test('send does not send again what may have arrived', async () => {
    const step = { id: 'mail', type: 'send', params: { channel: 'email', recipients: ['a@example.test'] } };
    const { deliveries } = memoryContext();
    const { end, memory } = await run([step], {
      deliveries: { ...deliveries, claim: () => Promise.resolve('unsettled' as const) },
    });
    expect(end).toMatchObject({ status: 'failed', error: expect.stringContaining('may have arrived') as unknown });
    expect(memory.mails).toEqual([]);
  });

  test('fetch asks for its tickers together and tells where they came from', async () => {
    const asked: unknown[] = [];
    const { market } = memoryContext();
    const { end } = await run(
      [
        {
          id: 'q',
          type: 'fetch',
          params: { data_type: 'quote', use_cache: false, criteria: { tickers: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] } },
        },
      ],
      {
        market: {
          ...market,
          fetch: (type, query, options) => {
            asked.push(options.useCache);
            return query.ticker === 'C'
              ? Promise.reject(new Error('unknown symbol'))
              : market.fetch(type, query, options);
          },
        },
      },
    );
    expect(asked).toEqual(Array(7).fill(false));
    expect(end.outputs.get('q')).toMatchObject({ cache_status: 'miss', warnings: ['C: unknown symbol'] });
    expect(
      (end.outputs.get('q') as { content: { ticker: string }[] }).content.map(({ ticker }) => ticker).join(''),
    ).toBe('ABDEFG');
  });

  test('send in a dry run sends nothing and shows what it would', async () => {
    const step = {
      id: 'mail',
      type: 'send',
      params: { channel: 'email', recipients: ['a@example.test'], body_template: 'Hi' },
    };
    const { end, memory } = await run([step], { dryRun: true });
    expect(memory.mails).toEqual([]);
    expect(end.outputs.get('mail')).toMatchObject({ would_send_to: ['a@example.test'] });
  });
});
