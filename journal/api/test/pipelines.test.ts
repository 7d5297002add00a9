import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@zorivest/contract';
import { z } from 'zod';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fill, openTestService, withAccount, type TestService } from './test-service.ts';
import { outsideHttp, outsideMail, type OutsideHttp, type OutsideMail } from './outside.ts';

let service: TestService;
let outside: OutsideHttp;
let mail: OutsideMail;

beforeAll(async () => {
  outside = await outsideHttp({
    'GET finnhub.io /api/v1/quote': {
      body: { c: 190.5, o: 189, h: 191, l: 188, pc: 188, d: 2.5, dp: 1.33, t: 1772636400 },
    },
    'GET /prices.csv': { body: 'symbol,price\nAAPL,190.5\n', type: 'text/csv' },
    'GET /page.html': { body: '<html></html>', type: 'text/html' },
  });
  mail = await outsideMail();
  service = await openTestService({ fetch: outside.fetch, allowLocalDownloads: true });
  await withAccount(service.client);
  await service.client.trades.create({ body: { ...fill, account_id: 'U1' } });
  await service.person.market.configureProvider({ params: { name: 'finnhub' }, body: { api_key: 'k-0123456789' } });
  await service.person.mail.update({
    body: { smtp_host: '127.0.0.1', port: mail.port, security: 'NONE', from_email: 'journal@example.test' },
  });
});

afterAll(async () => {
  await service.close();
  await mail.close();
  await outside.close();
});

beforeEach(() => {
  mail.received.length = 0;
});

const trigger = { cron_expression: '0 22 * * 1-5', timezone: 'America/New_York' };
let count = 0;

/** A stored policy around these steps. */
async function policyWith(steps: readonly object[], over: object = {}) {
  const policy_json = { schema_version: 2, name: `Policy ${++count}`, trigger, steps, ...over };
  return service.client.scheduling.createPolicy({ body: { policy_json } });
}

async function createApproved(steps: readonly object[], over: object = {}) {
  const { id, content_hash } = await policyWith(steps, over);
  return service.person.scheduling.approvePolicy({ params: { policy_id: id }, body: { content_hash } });
}

const run = (id: string, dry_run = false) =>
  service.client.scheduling.runPolicy({ params: { policy_id: id }, body: { dry_run } });

const fetchQuotes = { id: 'quotes', type: 'fetch', params: { data_type: 'quote', criteria: { tickers: ['AAPL'] } } };
const keep = { id: 'keep', type: 'transform', params: { source_step_id: 'quotes', write_disposition: 'merge' } };
const read = {
  id: 'read',
  type: 'query',
  params: { queries: [{ name: 'quotes', sql: 'select ticker, last from market_quotes' }] },
};
const page = {
  id: 'page',
  type: 'render',
  params: {
    template: '# Quotes\n\n{% for q in data %}- {{ q.ticker }} {{ q.last }}\n{% endfor %}',
    data: { ref: 'ctx.read.results.quotes' },
  },
};
const store = {
  id: 'store',
  type: 'store_report',
  params: { report_name: 'Quotes', data: { ref: 'ctx.read.results' } },
};
const send = {
  id: 'send',
  type: 'send',
  params: {
    channel: 'email',
    recipients: ['trader@example.test'],
    html_body: { ref: 'ctx.page.html' },
    snapshot_hash: { ref: 'ctx.store.snapshot_hash' },
    report_id: { ref: 'ctx.store.report_id' },
  },
};

describe('a policy', () => {
  test('does not run before the person has approved it, and no key can approve', async () => {
    const { id, content_hash, approved: isApproved } = await policyWith([fetchQuotes]);
    const approval = { params: { policy_id: id }, body: { content_hash } };
    expect(isApproved).toBe(false);
    await expect(run(id)).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('approved') as unknown,
    });
    await expect(service.client.scheduling.approvePolicy(approval)).rejects.toMatchObject({ status: 403 });
    expect(await service.person.scheduling.approvePolicy(approval)).toMatchObject({ approved: true });
    expect(await run(id)).toMatchObject({ status: 'success', trigger_type: 'manual' });
  });

  test('tells those who watch that it runs, of each step, and how it ended', async () => {
    const { id, name } = await createApproved([fetchQuotes, keep]);
    const feed = (await service.person.system.events())[Symbol.asyncIterator]();
    await feed.next();
    const { run_id } = await run(id);
    const notified: unknown[] = [];
    while (notified.length < 4) {
      const { value } = await feed.next();
      if (value?.type === 'run') notified.push(value.data);
    }
    await feed.return?.();
    const about = { run_id, policy_id: id, policy_name: name, dry_run: false, actor: `key:${service.keyId}` };
    expect(notified).toMatchObject([
      { ...about, status: 'running' },
      { ...about, step_id: 'quotes', step_status: 'success' },
      { ...about, step_id: 'keep', step_status: 'success' },
      { ...about, status: 'success' },
    ]);
  });

  test('loses its approval when it is changed, not when it is switched off', async () => {
    const { id } = await createApproved([fetchQuotes]);
    const params = { policy_id: id };
    const off = await service.client.scheduling.schedulePolicy({ params, query: { enabled: 'false' } });
    expect(off).toMatchObject({ enabled: false, approved: true, next_run: null });
    const later = await service.client.scheduling.schedulePolicy({ params, query: { cron_expression: '0 6 * * *' } });
    expect(later).toMatchObject({ approved: false });
  });

  test('that is wrong is refused with every fault by name', async () => {
    const policy_json = { name: 'Bad', trigger: { cron_expression: '99 * * * *' }, steps: [{ id: 'A', type: 'x' }] };
    await expect(service.client.scheduling.createPolicy({ body: { policy_json } })).rejects.toMatchObject({
      status: 422,
    });
  });

  test('of a name that is taken is refused', async () => {
    const { name } = await policyWith([fetchQuotes]);
    await expect(policyWith([fetchQuotes], { name })).rejects.toMatchObject({ status: 409 });
  });
});

describe('a run', () => {
  test('fetches, stores, reads, renders, keeps a report and mails it, with every step on record', async () => {
    const { id } = await createApproved([fetchQuotes, keep, read, page, store, send]);
    const { run_id, status, error } = await run(id);
    expect({ status, error }).toEqual({ status: 'success', error: null });
    const { steps } = await service.client.scheduling.getRun({ params: { run_id } });
    expect(steps.map((step) => `${step.step_id} ${step.status}`)).toEqual([
      'quotes success',
      'keep success',
      'read success',
      'page success',
      'store success',
      'send success',
    ]);
    expect(mail.received).toHaveLength(1);
    expect(mail.received[0]?.to).toEqual(['trader@example.test']);
    expect(mail.received[0]?.text).toContain('AAPL 190.5');
  });

  test('as a dry run leaves nothing behind and sends nothing, but shows the page', async () => {
    const clean = await service.client.scheduling.dbSamples({ params: { table: 'market_splits' }, query: {} });
    const splits = {
      id: 'splits',
      type: 'market_data_store',
      params: {
        data_type: 'splits',
        records: [{ ticker: 'X', execution_date: '2026-01-02', ratio_from: 1, ratio_to: 4, provider: 'p' }],
      },
    };
    const look = {
      id: 'look',
      type: 'query',
      params: { queries: [{ name: 'n', sql: 'select count(*) as n from market_splits' }] },
    };
    const html = {
      id: 'html',
      type: 'render',
      params: { template: 'Rows: {{ data }}', data: { ref: 'ctx.look.results.n.0.n' } },
    };
    const post = {
      ...send,
      params: { channel: 'email', recipients: ['a@example.test'], html_body: { ref: 'ctx.html.html' } },
    };
    const { id } = await policyWith([splits, look, html, post]);
    const tried = await run(id, true);
    expect(tried).toMatchObject({ status: 'success', dry_run: true });
    expect(tried.preview_html).toContain('Rows: 1');
    expect(await service.client.scheduling.dbSamples({ params: { table: 'market_splits' }, query: {} })).toEqual(clean);
    expect(mail.received).toEqual([]);
  });

  test('as a dry run does not move the mark an incremental fetch goes by', async () => {
    const since = {
      id: 'since',
      type: 'fetch',
      params: { data_type: 'quote', criteria: { symbol: 'AAPL', incremental: true } },
    };
    const { id } = await createApproved([since]);
    const marks = async () =>
      (await service.client.scheduling.dbSamples({ params: { table: 'pipeline_state' }, query: {} })).length;
    expect(await run(id, true)).toMatchObject({ status: 'success' });
    expect(await marks()).toBe(0);
    expect(await run(id)).toMatchObject({ status: 'success' });
    expect(await marks()).toBe(1);
  });

  test('writes a report into the home, and nowhere else', async () => {
    const write = {
      id: 'out',
      type: 'send',
      params: { channel: 'local_file', body_template: 'Hello', file_name: 'day.html' },
    };
    const { id } = await createApproved([write]);
    expect(await run(id)).toMatchObject({ status: 'success' });
    expect(readFileSync(join(service.home, 'reports', 'day.html'), 'utf8')).toContain('Hello');
    await expect(
      policyWith([{ ...write, params: { ...write.params, file_name: '../../out.html' } }]),
    ).rejects.toMatchObject({ status: 422 });
  });

  test('attaches a note of the reports folder, and nothing that only looks like one', async () => {
    writeFileSync(join(service.home, 'reports', 'note.md'), '# Note');
    symlinkSync(join(service.home, 'bootstrap.json'), join(service.home, 'reports', 'keys.md'));
    const post = (attachment_path: string) => ({
      id: 'post',
      type: 'send',
      params: { channel: 'email', recipients: ['a@example.test'], attachment_path },
    });
    expect(await run((await createApproved([post('note.md')])).id)).toMatchObject({ status: 'success' });
    expect(mail.received[0]?.text).toContain('filename=note.md');
    expect((await run((await createApproved([post('keys.md')])).id)).error).toContain('link out of');
    await expect(policyWith([post('../bootstrap.md')])).rejects.toMatchObject({ status: 422 });
    rmSync(join(service.home, 'reports', 'note.md'));
    rmSync(join(service.home, 'reports', 'keys.md'));
  });

  test('downloads files of an allowed type only', async () => {
    const get = (path: string) => ({ id: 'get', type: 'fetch', params: { urls: [`${outside.url}${path}`] } });
    const good = await createApproved([get('/prices.csv')]);
    expect(await run(good.id)).toMatchObject({ status: 'success' });
    const bad = await createApproved([get('/page.html')]);
    expect(await run(bad.id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('text/html') as unknown,
    });
  });

  test('says what is wrong when the mail server is gone', async () => {
    const smtp = { smtp_host: '127.0.0.1', security: 'NONE', from_email: 'journal@example.test' } as const;
    await service.person.mail.update({ body: { ...smtp, port: 1 } });
    const { id } = await createApproved([
      { id: 'm', type: 'send', params: { channel: 'email', recipients: ['a@example.test'] } },
    ]);
    expect((await run(id)).error).toContain('could not be reached');
    await service.person.mail.update({ body: { ...smtp, port: mail.port } });
    expect(await run(id)).toMatchObject({ status: 'success' });
  });
});

describe('the clock', () => {
  // It continues only when a test says so: no firing comes between two looks because a minute ends.
  let letGo: () => void;
  beforeEach(() => {
    letGo = service.holdClock();
  });
  afterEach(() => letGo());

  const waitForRuns = async (id: string, runs: number) => {
    const runsOf = () => service.client.scheduling.policyRuns({ params: { policy_id: id }, query: {} });
    await expect
      .poll(async () => (await runsOf()).filter(({ status }) => status !== 'running').length)
      .toBeGreaterThanOrEqual(runs);
    return runsOf();
  };
  const wake = () =>
    service.client.scheduling.powerEvent({ body: { event_type: 'resume', timestamp: new Date().toISOString() } });

  test('runs a policy when its time has come, once for all the firings it slept through', async () => {
    const { id } = await createApproved([fetchQuotes], { trigger: { cron_expression: '*/10 * * * *' } });
    service.advance(35 * 60_000);
    await wake();
    expect(await waitForRuns(id, 1)).toMatchObject([{ status: 'success', trigger_type: 'scheduled' }]);
    await wake();
    expect(await waitForRuns(id, 1)).toHaveLength(1);
  });

  test('notes what was missed for longer than the policy forgives, instead of making up for it', async () => {
    const later = new Date(Date.now() + 10 * 3_600_000);
    const { id } = await createApproved([fetchQuotes], {
      trigger: { cron_expression: `0 ${later.getUTCHours()} * * *`, timezone: 'UTC', misfire_grace_time: 60 },
    });
    service.advance(30 * 3_600_000);
    await wake();
    const runs = await waitForRuns(id, 1);
    expect(runs).toMatchObject([{ status: 'skipped_locked', error: expect.stringContaining('missed') as unknown }]);
  });

  test('a firing whose run is in the book is not run again, whatever was forgotten in between', async () => {
    const { id } = await createApproved([fetchQuotes], { trigger: { cron_expression: '*/10 * * * *' } });
    service.advance(15 * 60_000);
    // Two looks at the same time, and one after a crash that lost the mark of the last firing.
    await Promise.all([wake(), wake(), wake()]);
    const runs = await waitForRuns(id, 1);
    await service.service.app.store.db
      .updateTable('policies')
      .set((eb) => ({ last_fired_at: eb.ref('approved_at') }))
      .where('id', '=', id)
      .execute();
    await wake();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await waitForRuns(id, 1)).toEqual(runs);
  });

  test('starts nothing while the assistants are stopped, and continues once that is lifted', async () => {
    const { id } = await createApproved([fetchQuotes], { trigger: { cron_expression: '*/10 * * * *' } });
    await service.person.guard.lock({ body: { reason: 'enough' } });
    service.advance(15 * 60_000);
    const resume = { event_type: 'resume', timestamp: new Date().toISOString() } as const;
    await service.person.scheduling.powerEvent({ body: resume });
    // The person's own run continues; by the time it is done the other would long have begun.
    const params = { policy_id: id };
    await service.person.scheduling.runPolicy({ params, body: {} });
    const runs = await service.person.scheduling.policyRuns({ params, query: {} });
    expect(runs.map(({ trigger_type }) => trigger_type)).toEqual(['manual']);
    await service.person.guard.unlock();
    await wake();
    expect((await waitForRuns(id, 2)).map(({ trigger_type }) => trigger_type)).toContain('scheduled');
  });

  test('a run that a crash cut off is marked, and not run again', async () => {
    const { id } = await createApproved([fetchQuotes]);
    const { run_id } = await run(id);
    await service.service.app.store.db
      .updateTable('pipeline_runs')
      .set({ status: 'running', completed_at: null })
      .where('id', '=', run_id)
      .execute();
    service = await service.restart();
    const found = await service.client.scheduling.getRun({ params: { run_id } });
    expect(found).toMatchObject({ status: 'failed', error: expect.stringContaining('interrupted') as unknown });
  });

  test('the status lists what will run next', async () => {
    const status = await service.client.scheduling.schedulerStatus();
    expect(status.running).toBe(true);
    expect(status.jobs.every(({ next_run }) => next_run !== null)).toBe(true);
    expect(status.job_count).toBe(status.jobs.length);
  });
});

describe('looking before leaping', () => {
  test('the emulator tells what is wrong without storing anything', async () => {
    const before = await service.client.scheduling.listPolicies({ query: {} });
    const policy_json = {
      schema_version: 2,
      name: 'Try',
      trigger,
      steps: [read, { ...page, params: { ...page.params, template: '{{ data | nonsense }}' } }],
    };
    const tried = await service.client.scheduling.emulate({ body: { policy_json } });
    expect(tried).toMatchObject({ valid: false, errors: [{ step_id: 'page', error_type: 'RENDER_ERROR' }] });
    expect((await service.client.scheduling.listPolicies({ query: {} })).total).toBe(before.total);
  });

  test('the emulator names the kind of each mistake, and is not for guessing', async () => {
    const emulate = (steps: readonly object[], more: object = {}) =>
      service.client.scheduling.emulate({
        body: { policy_json: { schema_version: 2, name: 'Try', trigger, steps, ...more } },
      });
    const kinds = async (steps: readonly object[], more: object = {}) =>
      (await emulate(steps, more)).errors.map(({ error_type }) => error_type);
    const sql = (text: string) => [{ ...read, params: { queries: [{ name: 'q', sql: text }] } }];
    expect(await kinds(sql('select * from nowhere'))).toEqual(['SQL_SCHEMA_ERROR']);
    expect(await kinds(sql('delete from trades'))).toEqual(['SQL_BLOCKED']);
    expect(await kinds([page])).toEqual(['REF_UNRESOLVED']);
    expect(await kinds([{ id: 'p', type: 'render', params: { template: 'unknown-template' } }])).toEqual([
      'TEMPLATE_MISSING',
    ]);
    expect(await kinds([{ id: 'c', type: 'compose', params: { sources: [{ step_id: 'x' }] } }])).toEqual([
      'STEP_WIRING_ERROR',
    ]);
    expect((await emulate([read], { variables: { x: 1 } })).warnings).toMatchObject([
      { error_type: 'VARIABLE_UNUSED' },
    ]);
    const letGo = service.holdClock();
    for (let n = 0; n < 10; n++) await emulate(sql('select 1 as again from nowhere'));
    await expect(emulate(sql('select 1 as again from nowhere'))).rejects.toMatchObject({ status: 429 });
    letGo();
  });

  test('SQL is checked against the real book', async () => {
    const check = async (sql: string) => (await service.client.scheduling.validateSql({ body: { sql } })).errors;
    expect(await check('select instrument, sum(quantity) from trades group by 1')).toEqual([]);
    expect(await check('select * from market_providers')).not.toEqual([]);
    expect(await check('select * from audit_log')).not.toEqual([]);
    expect(await check('update trades set price = 0')).not.toEqual([]);
  });

  test('the schema shows what can be read and nothing secret', async () => {
    const tables = (await service.client.scheduling.dbSchema()).map(({ name }) => name);
    expect(tables).toContain('trades');
    expect(tables.filter((name) => /key|token|provider|audit|settings/.test(name))).toEqual([]);
    await expect(
      service.client.scheduling.dbSamples({ params: { table: 'market_providers' }, query: {} }),
    ).rejects.toMatchObject({ status: 403 });
  });

  test('there is a sample of each kind of data, as a fetch step gives it and as the real tables take it', async () => {
    const samples = await service.client.scheduling.mockData();
    const fetch = (await service.client.scheduling.stepTypes()).find(({ type }) => type === 'fetch');
    const kinds = samples.map(({ data_type }) => data_type);
    expect(fetch?.params_schema).toMatchObject({ properties: { data_type: { enum: kinds } } });

    const stored = samples.filter(({ table }) => table !== null);
    const steps = stored.map(({ data_type, record }) => ({
      id: data_type,
      type: 'market_data_store',
      params: { data_type, records: [record] },
    }));
    const tried = await service.client.scheduling.emulate({
      body: { policy_json: { schema_version: 2, name: 'Samples', trigger, steps } },
    });
    expect(tried).toMatchObject({ valid: true, errors: [] });
    const taken = stored.map(({ data_type, table, rows }) => [
      data_type,
      { table, count: rows.length, written: rows.length, skipped: 0 },
    ]);
    expect(tried.outputs).toEqual(Object.fromEntries(taken));
    expect(stored.every(({ rows }) => rows.length > 0)).toBe(true);

    const { quote, news, search, secFilings } = contract.market;
    const answers = [
      ['quote', z.array(quote.response)],
      ['news', news.response],
      ['search', search.response],
      ['sec_filings', secFilings.response],
    ] as const;
    for (const [kind, answer] of answers) {
      const rows = [{ ...samples.find(({ data_type }) => data_type === kind)?.record, age_seconds: 0 }];
      expect(answer.parse(rows)).toEqual(rows);
    }
  });

  test('documents describe themselves', async () => {
    expect(await service.client.scheduling.policySchema()).toHaveProperty('properties.steps');
    const types = (await service.client.scheduling.stepTypes()).map(({ type }) => type);
    expect(types).toEqual([
      'fetch',
      'transform',
      'query',
      'compose',
      'store_report',
      'render',
      'send',
      'market_data_store',
      'week_report',
    ]);
  });
});

describe('templates', () => {
  const body = { name: 'mine', body_html: '<p>{{ who }}</p>', sample_data: { who: '<b>' } };

  test('are stored, previewed with their sample data, changed and deleted', async () => {
    await service.client.scheduling.createTemplate({ body });
    await expect(service.client.scheduling.createTemplate({ body })).rejects.toMatchObject({ status: 409 });
    const preview = await service.client.scheduling.previewTemplate({ params: { name: 'mine' } });
    expect(preview.body_rendered).toContain('<p>&lt;b&gt;</p>');
    const changed = await service.client.scheduling.updateTemplate({
      params: { name: 'mine' },
      body: { description: 'x' },
    });
    expect(changed).toMatchObject({ description: 'x', body_html: body.body_html });
    expect(await service.client.scheduling.getTemplate({ params: { name: 'mine' } })).toMatchObject({ name: 'mine' });
    await service.client.scheduling.removeTemplate({ params: { name: 'mine' } });
    expect((await service.client.scheduling.listTemplates()).map(({ name }) => name)).not.toContain('mine');
  });

  test('that come with the house stay, and broken ones are refused', async () => {
    const [first] = await service.client.scheduling.listTemplates();
    await expect(
      service.client.scheduling.removeTemplate({ params: { name: first?.name ?? '' } }),
    ).rejects.toMatchObject({
      status: 403,
    });
    await expect(
      service.client.scheduling.createTemplate({ body: { ...body, name: 'broken', body_html: '{% if %}' } }),
    ).rejects.toMatchObject({ status: 422 });
  });
});

test('policies and runs can be looked up and removed', async () => {
  const { id, policy_json } = await policyWith([fetchQuotes]);
  const params = { policy_id: id };
  expect(await service.client.scheduling.getPolicy({ params })).toMatchObject({ id });
  await service.client.scheduling.updatePolicy({
    params,
    body: { policy_json: { ...policy_json, name: `Renamed ${id}` } },
  });
  const { run_id } = await run(id, true);
  expect(await service.client.scheduling.cancelRun({ params: { run_id } })).toMatchObject({ status: 'success' });
  expect((await service.client.scheduling.runSteps({ params: { run_id } }))[0]?.output).toMatchObject({
    data_type: 'quote',
  });
  expect((await service.client.scheduling.listRuns({ query: { limit: 1 } })).length).toBe(1);
  await service.client.scheduling.removePolicy({ params });
  await expect(service.client.scheduling.getPolicy({ params })).rejects.toMatchObject({ status: 404 });
  expect(existsSync(join(service.home, 'reports'))).toBe(true);
  expect(readdirSync(join(service.home, 'reports'))).toEqual(['day.html']);
});

test('mail is set up by the person, tested, and never shows its password', async () => {
  await service.person.mail.update({ body: { username: 'u', password: 'mail-password-1' } });
  const shown = await service.client.mail.get();
  expect(shown).toMatchObject({ has_password: true, username: 'u' });
  expect(JSON.stringify([shown, await service.client.audit.list()])).not.toContain('mail-password-1');
  expect(await service.client.mail.status()).toMatchObject({ configured: true, host: '127.0.0.1' });
  expect((await service.client.mail.test()).success).toBeTypeOf('boolean');
});
