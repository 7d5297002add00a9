// A power cut in the middle of a run: it is marked, its mail is not doubled, and nothing of it lives on.
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { fill, openTestService, withAccount, type TestService } from './test-service.ts';
import { outsideMail, troubledMail } from './outside.ts';
import { childrenOf, endProcess, lives, serve } from './process.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let service: TestService;

beforeEach(async () => {
  service = await openTestService();
});

afterEach(() => service.close());

/**
 * The id of an approved policy that should have fired ten minutes ago, while nothing ran: the service that is started
 * next makes up for it immediately.
 */
async function overdue(steps: readonly object[]): Promise<string> {
  service.advance(-30 * MINUTE);
  const due = new Date(Date.now() - 10 * MINUTE);
  const cron_expression = `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`;
  const policy_json = { schema_version: 2, name: 'Overdue', trigger: { cron_expression }, steps };
  const { id, content_hash } = await service.client.scheduling.createPolicy({ body: { policy_json } });
  await service.person.scheduling.approvePolicy({ params: { policy_id: id }, body: { content_hash } });
  await service.service.stop();
  return id;
}

async function mailThrough(port: number): Promise<void> {
  const smtp = { smtp_host: '127.0.0.1', port, security: 'NONE', from_email: 'me@example.test' } as const;
  await service.person.mail.update({ body: smtp });
}

const post = (params: object = {}) => ({
  id: 'post',
  type: 'send',
  params: { channel: 'email', recipients: ['trader@example.test'], body_template: 'Hello', ...params },
});

async function serveBook() {
  const running = await serve(service.home, service.apiKey);
  onTestFinished(() => void running.child.kill('SIGKILL'));
  const runs = (policy_id: string) => running.client.scheduling.policyRuns({ params: { policy_id }, query: {} });
  return { ...running, pid: running.child.pid ?? 0, runs };
}

const interrupted = {
  status: 'failed',
  trigger_type: 'scheduled',
  error: expect.stringContaining('interrupted') as unknown,
};

test('killed while a query runs: the run is marked and not repeated, the query ends, and the next firing works', async () => {
  const mail = await outsideMail();
  onTestFinished(() => mail.close());
  await mailThrough(mail.port);
  await withAccount(service.client);
  await service.client.trades.create({ body: fill });
  // Endless as long as there is a trade.
  const sql = `with recursive n(i) as (
    select 1 union all select i + 1 from n where i < (select case count(*) when 0 then 3 else 1e15 end from trades)
  ) select max(i) as last from n`;
  const count = { id: 'count', type: 'query', params: { queries: [{ name: 'n', sql }] } };
  const id = await overdue([count, post()]);

  const first = await serveBook();
  await expect.poll(() => first.runs(id)).toMatchObject([{ status: 'running' }]);
  const queries = (pid: number) => childrenOf(pid, 'query-process');
  await expect.poll(() => queries(first.pid)).toHaveLength(1);
  const [query = 0] = queries(first.pid);
  // Time for the query to be at it, where it hears nothing.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(lives(query)).toBe(true);
  await endProcess(first.child, 'SIGKILL');
  await expect.poll(() => lives(query)).toBe(false);

  const second = await serveBook();
  expect(await second.runs(id)).toMatchObject([interrupted]);
  // The scheduler has looked by now, and found the firing handled.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await second.runs(id)).toMatchObject([interrupted]);
  expect(queries(second.pid)).toEqual([]);
  await endProcess(second.child, 'SIGTERM');
  expect(mail.received).toEqual([]);

  service = await service.restart();
  await service.client.trades.remove({ params: { exec_id: fill.exec_id } });
  service.advance(DAY);
  await service.client.scheduling.powerEvent({ body: { event_type: 'resume', timestamp: new Date().toISOString() } });
  await expect
    .poll(() => service.client.scheduling.policyRuns({ params: { policy_id: id }, query: {} }))
    .toMatchObject([{ status: 'success', trigger_type: 'scheduled' }, interrupted]);
  expect(mail.received).toHaveLength(1);
});

test('killed while a mail is on its way: it is not sent again, not even by hand', async () => {
  const mail = await troubledMail('never says whether it took the mail');
  onTestFinished(() => mail.close());
  await mailThrough(mail.port);
  const id = await overdue([post({ snapshot_hash: 'the same report' })]);

  const first = await serveBook();
  await first.runs(id);
  await expect.poll(() => mail.taken.length).toBe(1);
  await endProcess(first.child, 'SIGKILL');

  const second = await serveBook();
  expect(await second.runs(id)).toMatchObject([interrupted]);
  const again = await second.client.scheduling.runPolicy({ params: { policy_id: id }, body: { dry_run: false } });
  expect(again).toMatchObject({ status: 'failed', error: expect.stringContaining('may have arrived') as unknown });
  expect(mail.taken).toHaveLength(1);
  await endProcess(second.child, 'SIGTERM');
});
