import { z } from 'zod';
import { sha256 } from '../canonical.ts';
import { type Mail, MayHaveArrived } from '../../mail/mail.ts';
import type { ReportJob } from '../ports.ts';
import { reportPage } from '../render/template.ts';
import { defineStep, StepError, type StepContext } from '../step.ts';
import { templateScope } from './render.ts';

const params = z
  .strictObject({
    channel: z.enum(['email', 'local_file']),
    recipients: z.array(z.email()).max(5).default([]),
    subject: z.string().max(256).default('{{ policy_name }}'),
    body_template: z.string().max(65_536).optional(),
    html_body: z.string().optional(),
    report_id: z.string().optional(),
    snapshot_hash: z.string().optional(),
    file_name: z
      .string()
      .regex(/^[\w][\w .-]{0,120}$/, 'must be a plain file name')
      .optional()
      .describe('A name that ends in .pdf is written as one'),
    attach_pdf: z.boolean().default(false),
    attachment_path: z
      .string()
      .regex(/^[\w][\w .-]{0,120}\.md$/, 'must be the name of an .md file in the reports folder')
      .optional(),
    requires_confirmation: z.boolean().default(false),
  })
  .refine(({ channel, recipients }) => channel !== 'email' || recipients.length > 0, 'email needs recipients');

type Params = z.output<typeof params>;

export const sendStep = defineStep({
  type: 'send',
  summary: 'Sends a rendered report by e-mail or writes it to the reports folder. Never twice to the same recipient.',
  sideEffects: true,
  since: 1,
  params,
  async run(input, context) {
    const title = context.policyName;
    const body = await bodyOf(input, context);
    const rendered = await context.render(
      { title, scope: templateScope(context), subject: input.subject, body },
      context.signal,
    );
    const { html } = rendered;
    const subject = (rendered.subject ?? '').trim();
    const recipients = input.channel === 'email' ? input.recipients : ['reports folder'];
    const results: { recipient: string; status: string; detail?: string }[] = [];
    if (context.dryRun) {
      return { output: { preview_html: html, subject, would_send_to: recipients } };
    }
    if (input.requires_confirmation && !context.confirmed) {
      throw new StepError(
        'this is sent only when the person starts the run: `zorivest policy run <policy_id>`, or in the app',
      );
    }
    if (input.channel === 'email') {
      const fault = await context.outbox.mailFault();
      if (fault !== null) throw new StepError(`mail is not set up: ${fault}`);
      await context.spend('email', recipients.length);
    }
    for (const recipient of recipients) results.push(await deliver(input, subject, html, recipient, context));
    const failed = results.filter(({ status }) => status === 'failed');
    if (failed.length === results.length) throw new StepError(failed.map(({ detail }) => detail).join('; '));
    return {
      output: { deliveries: results, subject },
      warnings: failed.map(({ recipient, detail }) => `${recipient}: ${detail}`),
    };
  },
});

/** The same report to the same recipient has one key, and a key is delivered once, whatever crashes in between. */
async function deliver(input: Params, subject: string, html: string, recipient: string, context: StepContext) {
  const { channel, report_id: reportId = null, snapshot_hash: snapshot = context.runId } = input;
  const key = sha256([reportId ?? context.policyId, channel, recipient, snapshot].join('\n'));
  const claim = await context.deliveries.claim({ reportId, channel, recipient, key });
  if (claim === 'delivered') return { recipient, status: 'skipped' };
  if (claim === 'unsettled') {
    const detail = 'an earlier try did not come to an end, so it may have arrived; it is not sent again';
    return { recipient, status: 'failed', detail };
  }
  try {
    if (channel === 'email') {
      const attachments = await attachmentsOf(input, subject, html, context);
      await context.outbox.mail({ to: recipient, subject, html, attachments }, context.signal);
      await context.deliveries.settle(key, null);
      return { recipient, status: 'sent' };
    }
    const name = input.file_name ?? `${slug(subject)}-${context.runId.slice(0, 8)}.html`;
    const content = name.endsWith('.pdf') ? await pdfOf(subject, html, context) : Buffer.from(html);
    const path = await context.outbox.file(name, content);
    await context.deliveries.settle(key, null);
    return { recipient, status: 'written', detail: path };
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'failed';
    // Left unsettled, as a crash would leave it.
    if (error instanceof MayHaveArrived) {
      return { recipient, status: 'failed', detail: `${detail}; it may have arrived, so it is not sent again` };
    }
    await context.deliveries.settle(key, detail);
    return { recipient, status: 'failed', detail };
  }
}

async function attachmentsOf(input: Params, subject: string, html: string, context: StepContext) {
  const attachments: Mail['attachments'][number][] = [];
  if (input.attach_pdf) {
    attachments.push({
      filename: `${slug(subject)}.pdf`,
      content: await pdfOf(subject, html, context),
      type: 'application/pdf',
    });
  }
  if (input.attachment_path !== undefined) {
    const content = await context.outbox.read(input.attachment_path);
    attachments.push({ filename: input.attachment_path, content, type: 'text/markdown' });
  }
  return attachments;
}

async function pdfOf(title: string, html: string, { render, signal }: StepContext): Promise<Uint8Array> {
  const { pdf } = await render({ title, scope: {}, body: { html }, pdf: true }, signal);
  if (pdf === null) throw new StepError('the report could not be written as a PDF');
  return pdf;
}

/** First that there is: given HTML, a named or written template, the report's own data, a plain sentence. */
async function bodyOf(input: Params, context: StepContext): Promise<ReportJob['body']> {
  if (input.html_body !== undefined) return { html: input.html_body };
  if (input.body_template !== undefined) {
    const named = await context.templates.find(input.body_template);
    return { template: named?.body ?? input.body_template, format: named?.format ?? 'by_text' };
  }
  const rendered = [...context.outputs.values()]
    .toReversed()
    .find((output): output is { html: string } => typeof (output as { html?: unknown } | null)?.html === 'string');
  return { html: rendered?.html ?? reportPage(context.policyName, '<p>Your report is ready in Zorivest.</p>') };
}

function slug(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'report'
  );
}
