// Mail servers that misbehave: a run says so in time, and nothing else notices.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openTestService, type TestService } from './test-service.ts';
import { outsideMail, troubledMail, type MailTrouble } from './outside.ts';

const password = 'mail-password-that-must-stay-secret';
const patience = { connect: 1500, answer: 1500 };
const trigger = { cron_expression: '0 22 * * 1-5' };

let service: TestService;

beforeAll(async () => {
  service = await openTestService({ mailPatience: patience });
});

afterAll(() => service.close());

async function serverThat(trouble: MailTrouble, to = service) {
  const server = await troubledMail(trouble);
  onTestFinished(() => server.close());
  await mailThrough(server.port, 'NONE', to);
  return server;
}

async function mailThrough(port: number, security: 'NONE' | 'SSL' = 'NONE', { person } = service): Promise<void> {
  const smtp = { smtp_host: '127.0.0.1', port, security, from_email: 'me@example.test' };
  await person.mail.update({ body: { ...smtp, username: 'me', password } });
}

/** The id of an approved policy that sends one mail. */
async function mailing(name: string, params: object = {}): Promise<string> {
  const send = { channel: 'email', recipients: ['trader@example.test'], body_template: 'Hello', ...params };
  const policy_json = { schema_version: 2, name, trigger, steps: [{ id: 'post', type: 'send', params: send }] };
  const { id, content_hash } = await service.client.scheduling.createPolicy({ body: { policy_json } });
  await service.person.scheduling.approvePolicy({ params: { policy_id: id }, body: { content_hash } });
  return id;
}

const run = (policy_id: string) =>
  service.client.scheduling.runPolicy({ params: { policy_id }, body: { dry_run: false } });

/** Whatever the book and its logs tell anyone. */
async function everythingReported(): Promise<string> {
  const runs = await service.client.scheduling.listRuns({ query: { limit: 100 } });
  const steps = await Promise.all(runs.map(({ run_id }) => service.client.scheduling.runSteps({ params: { run_id } })));
  const logs = readdirSync(join(service.home, 'logs')).map((name) =>
    readFileSync(join(service.home, 'logs', name), 'utf8'),
  );
  return JSON.stringify([runs, steps, await service.client.audit.list(), logs]);
}

test('before there is a server, the emulator warns and a run says what to do', async () => {
  const send = { id: 'post', type: 'send', params: { channel: 'email', recipients: ['trader@example.test'] } };
  const write = { id: 'file', type: 'send', params: { channel: 'local_file', file_name: 'day.html' } };
  const warningsOf = async (step: object) => {
    const policy_json = { schema_version: 2, name: 'Try', trigger, steps: [step] };
    const { valid, warnings } = await service.client.scheduling.emulate({ body: { policy_json } });
    return { valid, kinds: warnings.map(({ error_type }) => error_type) };
  };
  expect(await warningsOf(send)).toEqual({ valid: true, kinds: ['SMTP_NOT_CONFIGURED'] });
  expect(await warningsOf(write)).toEqual({ valid: true, kinds: [] });
  expect(await run(await mailing('too early'))).toMatchObject({
    status: 'failed',
    error: 'step "post": mail is not set up: give it a server in the mail settings',
  });
  await serverThat('never greets');
  expect(await warningsOf(send)).toEqual({ valid: true, kinds: [] });
});

test.each([
  ['never greets', 'did not answer in time'],
  ['never answers DATA', 'did not answer in time'],
  ['never says whether it took the mail', 'may have arrived'],
  ['closes in the middle', 'closed the connection'],
  ['refuses the login', 'refused the user name or password'],
  ['refuses the mail', 'refused the mail'],
] as const)('a server that %s fails the run, with the reason: it %s', async (trouble, reason) => {
  const server = await serverThat(trouble);
  const id = await mailing(trouble);
  const running = run(id);
  // Asked while the mail is on its way.
  expect(await service.client.scheduling.schedulerStatus()).toMatchObject({ running: true });
  const { run_id, status, error } = await running;
  expect({ status, error }).toEqual({ status: 'failed', error: expect.stringContaining(reason) as unknown });
  const steps = await service.client.scheduling.runSteps({ params: { run_id } });
  expect(steps).toMatchObject([
    { step_id: 'post', status: 'failed', error: expect.stringContaining(reason) as unknown },
  ]);
  await expect.poll(() => server.connections.size).toBe(0);
  const reported = await everythingReported();
  expect(reported).not.toContain(password);
  expect(reported).not.toContain(Buffer.from(`\0me\0${password}`).toString('base64'));
});

test('a run that waits for a server can be cancelled, and lets go of the connection immediately', async () => {
  const server = await serverThat('never greets');
  const id = await mailing('cancelled');
  const running = run(id);
  await expect.poll(() => server.connections.size).toBe(1);
  const [found] = await service.client.scheduling.policyRuns({ params: { policy_id: id }, query: {} });
  const cancelled = await service.client.scheduling.cancelRun({ params: { run_id: found?.run_id ?? '' } });
  expect(cancelled).toMatchObject({ status: 'cancelled' });
  expect(await running).toMatchObject({ status: 'cancelled' });
  await expect.poll(() => server.connections.size).toBe(0);
});

test('a mail that may have arrived is not sent again; one that was refused may be', async () => {
  const report = { snapshot_hash: 'the same report' };
  const silent = await serverThat('never says whether it took the mail');
  const once = await mailing('once', report);
  await run(once);
  expect((await run(once)).error).toContain('may have arrived');
  expect(silent.taken).toHaveLength(1);
  const refusing = await serverThat('refuses the mail');
  const again = await mailing('again', report);
  await run(again);
  await run(again);
  expect(refusing.taken).toHaveLength(2);
});

test('trying the settings on a server that never greets comes to an end', async () => {
  const server = await serverThat('never greets');
  expect(await service.client.mail.test()).toEqual({
    success: false,
    message: 'the mail server did not answer in time',
  });
  await expect.poll(() => server.connections.size).toBe(0);
});

test('trying the settings on a server that never stops talking comes to an end', async () => {
  // More time for each answer: on a busy machine words that come every tenth of a second may stop for more than one.
  const patient = await openTestService({ mailPatience: { connect: 3000, answer: 4000 } });
  onTestFinished(() => patient.close());
  const server = await serverThat('never stops talking', patient);
  expect(await patient.client.mail.test()).toEqual({
    success: false,
    message: 'the mail server had not come to an answer when it was given up',
  });
  await expect.poll(() => server.connections.size).toBe(0);
});

test('an untrusted server gets neither the password nor the mail', async () => {
  const server = await outsideMail({ secure: true });
  onTestFinished(() => server.close());
  await mailThrough(server.port, 'SSL');
  expect((await run(await mailing('not trusted'))).error).toContain('certificate of the mail server cannot be trusted');
  expect(server.received).toEqual([]);
});
