// The person approves what the command has shown, and nothing that came later.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type JournalClient } from '@zorivest/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';

const program = join(import.meta.dirname, '..', 'bin', 'zorivest.js');
const folder = mkdtempSync(join(tmpdir(), 'zorivest-policies-'));
const passphrase = 'correct horse battery staple';
const env = { PATH: process.env['PATH'] ?? '', HOME: folder, ZORIVEST_HOME: join(folder, 'book') };

const start = (args: readonly string[]) => spawn(process.execPath, [program, ...args], { stdio: 'pipe', env });

async function run(args: readonly string[], stdin = passphrase) {
  const child = start(args);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.end(stdin);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, err };
}

let service: ReturnType<typeof start>;
let client: JournalClient;
beforeAll(async () => {
  const made = JSON.parse((await run(['init', '--json'])).out) as { api_key: string };
  service = start(['up', '--json', '--api-port', '0', '--mcp-port', '0']);
  const line = await new Promise<string>((resolve) => {
    service.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()));
  });
  const { api } = JSON.parse(line) as { api: string };
  client = createClient({ baseUrl: api, auth: { kind: 'key', apiKey: made.api_key } });
});
afterAll(async () => {
  const ended = new Promise((resolve) => service.once('exit', resolve));
  service.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
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
