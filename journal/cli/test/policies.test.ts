// The person approves what the command has shown, and nothing that came later.
import { createClient, type JournalClient } from '@zorivest/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createShell } from './shell.ts';

const shell = createShell();
const { run } = shell;
afterAll(() => shell.end());

let client: JournalClient;
beforeAll(async () => {
  const apiKey = await shell.makeBook();
  const { api } = await shell.up();
  client = createClient({ baseUrl: api, auth: { kind: 'key', apiKey } });
});

it('shows schedule, recipients, SQL and the text of the template before it approves', async () => {
  const body_html = 'Dear trader,\u001b[2K\rnothing to see here';
  await client.scheduling.createTemplate({ body: { name: 'weekly', body_html, body_format: 'markdown' } });
  const { id, content_hash } = await client.scheduling.createPolicy({
    body: {
      policy_json: {
        schema_version: 2,
        name: 'Weekly',
        trigger: { cron_expression: '0 22 * * 5', timezone: 'America/New_York' },
        steps: [
          { id: 'read', type: 'query', params: { queries: [{ name: 'n', sql: 'select count(*) as n from trades' }] } },
          {
            id: 'post',
            type: 'send',
            params: { channel: 'email', recipients: ['someone@example.test'], body_template: 'weekly' },
          },
        ],
      },
    },
  });
  const approve = ['policy', 'approve', id];
  const stale = await run([...approve, '--hash', 'f'.repeat(64)]);
  expect([stale.code, stale.err]).toEqual([1, expect.stringContaining('changed')]);
  expect((await client.scheduling.getPolicy({ params: { policy_id: id } })).approved).toBe(false);

  const { code, out } = await run(approve);
  expect(code).toBe(0);
  for (const shown of [
    '0 22 * * 5 (America/New_York)',
    'someone@example.test',
    'select count(*) as n from trades',
    // A text cannot rub itself out on the terminal.
    'Dear trader,\\u{1b}[2K\\u{d}nothing to see here',
    content_hash,
  ]) {
    expect(out).toContain(shown);
    expect(out.indexOf(shown)).toBeLessThan(out.indexOf('is approved'));
  }
  expect((await client.scheduling.getPolicy({ params: { policy_id: id } })).approved).toBe(true);
});
