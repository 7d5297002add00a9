// Reports on paper, made by the service as people run it: built, in a process of its own.
import { onTestFinished, expect, test } from 'vitest';
import { openTestService } from './test-service.ts';
import { outsideMail } from './outside.ts';
import { endProcess, serve } from './process.ts';

test('the built service renders a PDF and attaches one to a mail', async () => {
  const mail = await outsideMail();
  onTestFinished(() => mail.close());
  const service = await openTestService();
  onTestFinished(() => service.close());
  const smtp = { smtp_host: '127.0.0.1', port: mail.port, security: 'NONE', from_email: 'me@example.test' } as const;
  await service.person.mail.update({ body: smtp });
  const steps = [
    { id: 'page', type: 'render', params: { template: '# The day\n\nNothing was *lost*.', output_format: 'pdf' } },
    {
      id: 'post',
      type: 'send',
      params: { channel: 'email', recipients: ['trader@example.test'], body_template: '# Hello', attach_pdf: true },
    },
  ];
  const trigger = { cron_expression: '0 22 * * 1-5' };
  const { id, content_hash } = await service.client.scheduling.createPolicy({
    body: { policy_json: { schema_version: 2, name: 'On paper', trigger, steps } },
  });
  await service.person.scheduling.approvePolicy({ params: { policy_id: id }, body: { content_hash } });
  await service.service.stop();

  const { child, client } = await serve(service.home, service.apiKey);
  onTestFinished(() => void child.kill('SIGKILL'));
  const run = await client.scheduling.runPolicy({ params: { policy_id: id }, body: { dry_run: false } });
  expect(run).toMatchObject({ status: 'success', error: null });
  const [sent] = mail.received;
  const [, attached = ''] = /application\/pdf[^]*?\r\n\r\n([\w+/=\r\n]+)/.exec(sent?.text ?? '') ?? [];
  expect(Buffer.from(attached, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  await endProcess(child, 'SIGTERM');
});
