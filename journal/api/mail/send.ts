import type { Mail } from '../pipelines/ports.ts';
import type { MailSettings } from './settings.ts';

const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;

/** Sends one mail over one connection. A server that hangs is given up; the error never carries the password. */
export async function sendMail(settings: MailSettings, mail: Mail): Promise<void> {
  const transport = await transportFor(settings);
  try {
    await transport.sendMail({
      from: settings.from_email,
      to: mail.to,
      subject: mail.subject,
      html: mail.html,
      attachments: mail.attachments.map(({ filename, content, type }) => ({
        filename,
        content: Buffer.from(content),
        contentType: type,
      })),
    });
  } catch (error) {
    throw new Error(inWords(error), { cause: error });
  } finally {
    transport.close();
  }
}

/** Signs in and says good-bye. */
export async function tryMail(settings: MailSettings): Promise<{ success: boolean; message: string }> {
  const transport = await transportFor(settings);
  try {
    await transport.verify();
    return { success: true, message: `Signed in to ${settings.smtp_host}` };
  } catch (error) {
    return { success: false, message: inWords(error) };
  } finally {
    transport.close();
  }
}

async function transportFor({ smtp_host, port, security, username, password }: MailSettings) {
  // Loaded when it is needed: most services never send a mail.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host: smtp_host,
    port,
    secure: security === 'SSL',
    requireTLS: security === 'STARTTLS',
    ignoreTLS: security === 'NONE',
    ...(username ? { auth: { user: username, pass: password ?? '' } } : {}),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    // Templates are text: nothing in a mail may make the server read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const WORDS: Readonly<Record<string, string>> = {
  EAUTH: 'the mail server refused the user name or password',
  ECONNECTION: 'the mail server could not be reached',
  ESOCKET: 'the mail server could not be reached',
  ECONNREFUSED: 'the mail server could not be reached',
  EDNS: 'the name of the mail server is unknown',
  ETIMEDOUT: 'the mail server did not answer in time',
  EENVELOPE: 'the mail server refused the sender or the recipient',
  ETLS: 'the mail server does not offer the encryption asked for',
};

function inWords(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return (typeof code === 'string' ? WORDS[code] : undefined) ?? 'the mail server refused the mail';
}
