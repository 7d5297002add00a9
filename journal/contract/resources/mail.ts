// The mail server reports are sent through. The password goes in and never comes out.
import { z } from 'zod';
import { resource } from '../core/endpoint.ts';
import { text, nonBlankText } from '../core/fields.ts';

const security = z.enum(['STARTTLS', 'SSL', 'NONE']);

export const mail = resource('leaves-trades', {
  get: () => ({
    method: 'GET',
    path: '/settings/email',
    summary: 'Mail settings without the password',
    response: z.object({
      provider_preset: z.string().nullable(),
      smtp_host: z.string().nullable(),
      port: z.number().nullable(),
      security: security.nullable(),
      username: z.string().nullable(),
      has_password: z.boolean(),
      from_email: z.string().nullable(),
    }),
    role: 'read-only',
  }),
  update: () => ({
    method: 'PUT',
    path: '/settings/email',
    summary: 'Set up mail; a preset fills in the server, an empty password keeps the old one',
    body: z
      .strictObject({
        provider_preset: z.enum(['gmail', 'brevo', 'sendgrid', 'outlook', 'yahoo', 'custom']),
        smtp_host: nonBlankText(253),
        port: z.int().min(1).max(65_535),
        security,
        username: text(320),
        password: text(500),
        from_email: z.email(),
      })
      .partial(),
    response: z.object({ status: z.literal('updated') }),
    // Where a person's reports go is decided by the person.
    role: 'person',
    audit: 'mail.configure',
    write: 'book',
    wantsPassphrase: true,
  }),
  test: () => ({
    method: 'POST',
    path: '/settings/email/test',
    summary: 'Sign in to the mail server and sign out again',
    response: z.object({ success: z.boolean(), message: z.string() }),
    role: 'read-write',
    audit: 'mail.test',
    // The server that listens there learns that somebody signs in.
    write: 'outside',
  }),
  status: () => ({
    method: 'GET',
    path: '/settings/email/status',
    summary: 'Whether mail is set up',
    response: z.object({ configured: z.boolean(), provider: z.string().nullable(), host: z.string().nullable() }),
    role: 'read-only',
  }),
});
