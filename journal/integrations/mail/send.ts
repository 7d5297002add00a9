import { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { type Mail, MayHaveArrived } from './mail.ts';
import type { MailSettings } from './settings.ts';

/** How long a mail server may take, in milliseconds. */
export interface MailPatience {
  /** To be reached and to greet. */
  readonly connect: number;
  /** For each of its answers. */
  readonly answer: number;
}

export const usualPatience: MailPatience = { connect: 10_000, answer: 30_000 };

/** Sends one mail over one connection. A server that hangs is given up; the error never carries the password. */
export async function sendMail(
  settings: MailSettings,
  mail: Mail,
  { patience, signal }: { readonly patience: MailPatience; readonly signal: AbortSignal },
): Promise<void> {
  const { transport, close } = await transportFor(settings, patience, signal);
  // Once the server has the whole mail, only its own "no" tells that it will not be delivered.
  let handedOver = false;
  transport.use('stream', ({ message }, done) => {
    message.transform(() => new PassThrough().once('end', () => (handedOver = true)));
    done();
  });
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
    const message = describeMailError(error, signal);
    if (handedOver && !wasAnswered(error)) throw new MayHaveArrived(message, { cause: error });
    throw new Error(message, { cause: error });
  } finally {
    close();
  }
}

/** Signs in and says good-bye. */
export async function tryMail(
  settings: MailSettings,
  patience: MailPatience,
): Promise<{ success: boolean; message: string }> {
  // In all, too: a server that keeps talking without getting anywhere never exceeds the time for one answer.
  const signal = AbortSignal.timeout(patience.connect + patience.answer);
  const { transport, close } = await transportFor(settings, patience, signal);
  try {
    await transport.verify();
    return { success: true, message: `Signed in to ${settings.smtp_host}` };
  } catch (error) {
    return { success: false, message: describeMailError(error, signal) };
  } finally {
    close();
  }
}

/** The socket is ours, because a transport does not let go of a connection in use when it is asked to close. */
async function transportFor(
  { smtp_host, port, security, username, password }: MailSettings,
  patience: MailPatience,
  signal: AbortSignal,
) {
  // Loaded when it is needed: most services never send a mail.
  const { createTransport } = await import('nodemailer');
  signal.throwIfAborted();
  const socket = new Socket();
  const hangUp = () => socket.destroy();
  signal.addEventListener('abort', hangUp);
  // Stopped while the name was looked up: there was no connection yet to hang up.
  socket.once('connect', () => signal.aborted && hangUp());
  const transport = createTransport({
    socket,
    host: smtp_host,
    port,
    secure: security === 'SSL',
    requireTLS: security === 'STARTTLS',
    ignoreTLS: security === 'NONE',
    ...(username ? { auth: { user: username, pass: password ?? '' } } : {}),
    connectionTimeout: patience.connect,
    greetingTimeout: patience.connect,
    socketTimeout: patience.answer,
    // Templates are text: nothing in a mail may make the server read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const close = () => {
    signal.removeEventListener('abort', hangUp);
    transport.close();
  };
  return { transport, close };
}

const WORDS: Readonly<Record<string, string>> = {
  EAUTH: 'the mail server refused the user name or password',
  ECONNECTION: 'the mail server closed the connection',
  ESOCKET: 'the mail server could not be reached',
  ECONNREFUSED: 'the mail server could not be reached',
  EDNS: 'the name of the mail server is unknown',
  ETIMEDOUT: 'the mail server did not answer in time',
  EENVELOPE: 'the mail server refused the sender or the recipient',
  ETLS: 'the mail server does not offer the encryption asked for',
};

/** The server answered, as opposed to nothing. */
function wasAnswered(error: unknown): boolean {
  return typeof (error as { responseCode?: unknown } | null)?.responseCode === 'number';
}

function describeMailError(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'the mail server had not come to an answer when it was given up';
  // Distinguished only by its text: the transport gives every fault of the socket one code.
  if (error instanceof Error && /certificate|altnames/i.test(error.message)) {
    return 'the certificate of the mail server cannot be trusted';
  }
  const code = (error as { code?: unknown } | null)?.code;
  return (typeof code === 'string' ? WORDS[code] : undefined) ?? 'the mail server refused the mail';
}
