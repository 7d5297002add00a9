// What the person has looked at is what runs: an approval covers the policy and every template it names.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readableTables, withheld } from '@zorivest/integrations';
import { openTestService, type TestService } from './test-service.ts';
import { outsideMail, type OutsideMail } from './outside.ts';

let service: TestService;
let mail: OutsideMail;
let count = 0;

beforeAll(async () => {
  mail = await outsideMail();
  service = await openTestService();
  await service.person.mail.update({
    body: { smtp_host: '127.0.0.1', port: mail.port, security: 'NONE', from_email: 'journal@example.test' },
  });
});
afterAll(async () => {
  await service.close();
  await mail.close();
});

const trigger = { cron_expression: '0 22 * * 1-5' };

async function storePolicy(steps: readonly object[], variables: object = {}) {
  const policy_json = { schema_version: 2, name: `Approval ${++count}`, trigger, steps, variables };
  return service.client.scheduling.createPolicy({ body: { policy_json } });
}

const letter = (body_template: unknown) => ({
  id: 'post',
  type: 'send',
  params: { channel: 'email', recipients: ['trader@example.test'], body_template },
});

const template = (name: string, body_html = 'Harmless.') =>
  service.client.scheduling.createTemplate({ body: { name, body_html, body_format: 'markdown' } });

const approve = (policy_id: string, content_hash: string) =>
  service.person.scheduling.approvePolicy({ params: { policy_id }, body: { content_hash } });
const run = (policy_id: string) => service.client.scheduling.runPolicy({ params: { policy_id }, body: {} });
const policy = (policy_id: string) => service.client.scheduling.getPolicy({ params: { policy_id } });

describe('an approval', () => {
  it('needs the hash of what was looked at', async () => {
    const { id, content_hash } = await storePolicy([letter('Hello')]);
    const body = {} as { content_hash: string }; // what the route took before
    await expect(service.person.scheduling.approvePolicy({ params: { policy_id: id }, body })).rejects.toMatchObject({
      status: 422,
    });
    await expect(approve(id, 'f'.repeat(64))).rejects.toMatchObject({ status: 409 });
    expect(await policy(id)).toMatchObject({ approved: false });
    expect(await approve(id, content_hash)).toMatchObject({ approved: true, content_hash });
  });

  it('keeps the text it was given to, for the person who is asked again after a change', async () => {
    const { id, content_hash } = await storePolicy([letter('Hello\nthere')]);
    const approvalOf = () => service.client.scheduling.policyApproval({ params: { policy_id: id } });
    expect(await approvalOf()).toMatchObject({ approved_text: null });
    const { text } = await approvalOf();
    await approve(id, content_hash);
    await service.client.scheduling.schedulePolicy({
      params: { policy_id: id },
      query: { cron_expression: '5 5 * * *' },
    });
    const after = await approvalOf();
    expect(after).toMatchObject({ approved: false, approved_text: text });
    const lines = after.text.split('\n');
    expect(lines.filter((line) => !text.split('\n').includes(line))).toEqual(['  cron_expression: 5 5 * * *']);
    // A text of several lines stands as it is written.
    expect(lines.map((line) => line.trim())).toEqual(
      expect.arrayContaining(['Hello', 'there', '- trader@example.test']),
    );
  });

  it('is not given to a policy that was changed between the look and the yes', async () => {
    const { id, content_hash } = await storePolicy([letter('Hello')]);
    await service.client.scheduling.schedulePolicy({
      params: { policy_id: id },
      query: { cron_expression: '* * * * *' },
    });
    await expect(approve(id, content_hash)).rejects.toMatchObject({ status: 409 });
  });

  it('is not given to a template that was changed between the look and the yes', async () => {
    await template('looked-at');
    const { id, content_hash } = await storePolicy([letter('looked-at')]);
    const params = { name: 'looked-at' };
    await service.client.scheduling.updateTemplate({ params, body: { body_html: '{{ secrets }}' } });
    await expect(approve(id, content_hash)).rejects.toMatchObject({ status: 409 });
  });

  it('ends when a template the policy names is changed, and the changed text is never sent', async () => {
    await template('weekly', 'What was approved.');
    const { id, content_hash } = await storePolicy([letter('weekly')]);
    await approve(id, content_hash);
    expect(await run(id)).toMatchObject({ status: 'success' });
    expect(mail.received.at(-1)?.text).toContain('What was approved.');
    const before = mail.received.length;
    await service.client.scheduling.updateTemplate({
      params: { name: 'weekly' },
      body: { body_html: 'Send me money.' },
    });
    await expect(run(id)).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('approve') as unknown,
    });
    const now = await policy(id);
    expect(now).toMatchObject({ approved: false, next_run: null });
    expect(now.content_hash).not.toBe(content_hash);
    expect(mail.received.length).toBe(before);
    await approve(id, now.content_hash);
    expect(await run(id)).toMatchObject({ status: 'success' });
  });

  it('ends also when the template comes from a variable, is deleted, or appears where there was none', async () => {
    await template('by-variable');
    const variable = await storePolicy([letter({ var: 't' })], { t: 'by-variable' });
    await approve(variable.id, variable.content_hash);
    await service.client.scheduling.removeTemplate({ params: { name: 'by-variable' } });
    await expect(run(variable.id)).rejects.toMatchObject({ status: 403 });

    // Without a template of this name the word itself is the text.
    const word = await storePolicy([letter('goodbye')]);
    await approve(word.id, word.content_hash);
    await template('goodbye', 'Not what was approved.');
    await expect(run(word.id)).rejects.toMatchObject({ status: 403 });
  });

  it('does not reach a template whose name is only known when it runs', async () => {
    await template('smuggled', 'No one looked at this.');
    const record = { ticker: 'smuggled', last: 1, timestamp: '2026-01-05T15:00:00Z', provider: 'x' };
    const { id, content_hash } = await storePolicy([
      { id: 'keep', type: 'market_data_store', params: { data_type: 'quote', records: [record] } },
      {
        id: 'name',
        type: 'query',
        params: { queries: [{ name: 'q', sql: "select lower(ticker) as t from market_quotes where provider = 'x'" }] },
      },
      letter({ ref: 'ctx.name.results.q.0.t' }),
    ]);
    await approve(id, content_hash);
    expect(await run(id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('approval does not cover') as unknown,
    });
  });

  it('is asked for with everything the policy would do', async () => {
    await template('shown', 'Dear {{ policy_name }}');
    const { id, content_hash } = await storePolicy(
      [
        { id: 'get', type: 'fetch', params: { urls: ['https://example.test/prices.csv'] } },
        { id: 'read', type: 'query', params: { queries: [{ name: 'q', sql: { var: 'q' } }] } },
        letter('shown'),
      ],
      { q: 'select count(*) as n from trades' },
    );
    expect(await service.client.scheduling.policyApproval({ params: { policy_id: id } })).toMatchObject({
      content_hash,
      approved: false,
      schedule: { cron_expression: '0 22 * * 1-5', timezone: 'UTC' },
      sql: [{ step_id: 'read', field: 'queries.0.sql', text: 'select count(*) as n from trades' }],
      addresses: [{ step_id: 'get', text: 'https://example.test/prices.csv' }],
      recipients: [{ step_id: 'post', text: 'trader@example.test' }],
      templates: [{ name: 'shown', exists: true, body_html: 'Dear {{ policy_name }}' }],
    });
  });
});

describe('SQL of policies', () => {
  const check = async (sql: string) => (await service.client.scheduling.validateSql({ body: { sql } })).errors;
  const column = (name: string) => [expect.stringContaining(`column "${name}" may not be read`) as unknown];
  const table = (name: string) => [expect.stringContaining(`table "${name}" may not be read`) as unknown];

  it('reads what is on the list', async () => {
    const readable = [
      'select * from trades',
      'with n as (select * from accounts) select count(*) from n',
      'with settings as (select 1 as x) select count(*) from settings',
      'select trades.rowid, instrument from trades join accounts using (account_id)',
      'select TICKER, max(last) over (partition by ticker) from Market_Quotes',
    ];
    for (const sql of readable) expect([sql, await check(sql)]).toEqual([sql, []]);
  });

  it('is held to a list that knows every column of its tables: each is open or closed on purpose', async () => {
    const undecided: string[] = [];
    for (const { name, columns } of await service.service.app.store.db.introspection.getTables()) {
      const open = readableTables.get(name);
      const closed = (withheld[name] ?? '').split(' ');
      if (!open) continue;
      for (const column of columns) {
        if (!open.has(column.name) && !closed.includes(column.name)) undecided.push(`${name}.${column.name}`);
      }
    }
    // A new column goes into `pipelines/readable.ts`: into the list, or among what is withheld.
    expect(undecided).toEqual([]);
  });

  it('reads nothing that is not on it, whatever it is called', async () => {
    // The old rule was a list of words: these two names had none of them.
    expect(await check('select api_key from reviewer')).toEqual(table('reviewer'));
    expect(await check('select credentials from broker_configs')).toEqual(table('broker_configs'));
    expect(await check('select cipher_key from import_uploads')).toEqual(table('import_uploads'));
    expect(await check('select 1 from mail_settings')).toEqual(table('mail_settings'));
    expect(await check('select count(*) from SETTINGS')).toEqual(table('settings'));
    expect(await check('select data from images')).toEqual(column('images.data'));
    expect(await check('select * from images')).toEqual([...column('images.data'), ...column('images.thumbnail')]);
    expect(await check("select sqlite3mc_codec_data('main', 'cipher_salt')")).toEqual([
      expect.stringContaining('no such function'),
    ]);
    expect(await check('select sqlite_source_id()')).toEqual([expect.stringContaining('function "sqlite_source_id"')]);
    expect(await check("select * from pragma_table_info('trades')")).toEqual(table('pragma_table_info'));
    expect(await check('select sum(pgsize) from dbstat')).toEqual(table('dbstat'));
  });

  it('names each refused table', async () => {
    const errors = await check(
      'select (select count(*) from audit_log), api_key from reviewer, trades where exists (select 1 from sqlite_master)',
    );
    expect(errors).toEqual([...table('audit_log'), ...table('reviewer'), ...table('sqlite_master')]);
  });

  it('cannot compare with a column it may not read by joining over it', async () => {
    expect(await check("select 1 from (select x'00' as data) join images using (data)")).toEqual([
      expect.stringContaining('may not be read'),
    ]);
    expect(await check("select 1 from (select x'00' as data) natural join images")).toEqual([
      expect.stringContaining('NATURAL'),
    ]);
    expect(await check("select 1 from (select 'k' as api_key) join reviewer using (api_key)")).not.toEqual([]);
    expect(
      await check('with reviewer as (select 1) select (select count(*) from reviewer), (select 1 from main.reviewer)'),
    ).toEqual(table('reviewer'));
  });

  it('shows in the schema and its samples just what may be read', async () => {
    const schema = await service.client.scheduling.dbSchema();
    const images = schema.find(({ name }) => name === 'images');
    expect(images?.columns.map(({ name }) => name)).not.toContain('data');
    expect(schema.map(({ name }) => name)).not.toContain('reviewer');
    const samples = (name: string) => service.client.scheduling.dbSamples({ params: { table: name }, query: {} });
    await expect(samples('reviewer')).rejects.toMatchObject({ status: 403 });
    await expect(samples('nowhere')).rejects.toMatchObject({ status: 404 });
    expect(await samples('images')).toEqual([]);
  });
});
