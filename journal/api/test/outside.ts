// Outside services for tests, played by real servers on this machine: HTTP with recorded answers, and SMTP.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface Answer {
  readonly status?: number;
  readonly type?: string;
  readonly body: unknown;
}

export interface OutsideHttp {
  readonly url: string;
  readonly requests: { method: string; path: string; headers: IncomingMessage['headers'] }[];
  /** Sends all requests for a provider's host to this server instead. */
  readonly fetch: typeof globalThis.fetch;
  close(): Promise<void>;
}

/** What is recorded, by `METHOD host path`, or one that plays its part; null where it has no answer. */
type Outside = Readonly<Record<string, Answer>> | ((asked: ReceivedRequest) => Answer | null);

interface ReceivedRequest {
  readonly host: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

/** What has no answer is 501, so that a test that forgot a recording fails. */
export async function outsideHttp(answers: Outside): Promise<OutsideHttp> {
  const requests: OutsideHttp['requests'] = [];
  const answerRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const host = String(request.headers['x-meant-for'] ?? '');
    requests.push({ method: request.method ?? '', path, headers: request.headers });
    const query = new URLSearchParams((request.url ?? '').split('?')[1] ?? '');
    const answer =
      typeof answers === 'function'
        ? answers({ host, path, query, body: await text(request) })
        : (answers[`${request.method} ${host} ${path}`] ?? answers[`${request.method} ${path}`]);
    const { status = 200, type = 'application/json', body } = answer ?? { status: 501, body: 'not recorded' };
    response.writeHead(status, { 'content-type': type });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const server: Server = createServer((request, response) => void answerRequest(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    requests,
    fetch: (input, init) => {
      const meant = new URL(input instanceof Request ? input.url : input);
      const headers = new Headers(init?.headers);
      headers.set('x-meant-for', meant.host);
      return globalThis.fetch(new URL(meant.pathname + meant.search, url), { ...init, headers });
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export interface OutsideMail {
  readonly port: number;
  readonly received: { from: string; to: string[]; text: string }[];
  close(): Promise<void>;
}

/** A mail server that takes everything; `secure`, behind an untrusted certificate. */
export async function outsideMail({ secure = false } = {}): Promise<OutsideMail> {
  const received: OutsideMail['received'] = [];
  const server = new SMTPServer({
    secure,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  // A client that hangs up on it is what some tests are about.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { port, received, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

export type MailTrouble =
  | 'never greets'
  | 'never stops talking'
  | 'never answers DATA'
  | 'never says whether it took the mail'
  | 'closes in the middle'
  | 'refuses the login'
  | 'refuses the mail';

interface TroubledMail {
  readonly port: number;
  /** Whole mails that arrived, whatever the server answered. */
  readonly taken: string[];
  readonly connections: ReadonlySet<Socket>;
  close(): Promise<void>;
}

/** A mail server that misbehaves at one point of the conversation. */
export async function troubledMail(trouble: MailTrouble): Promise<TroubledMail> {
  const connections = new Set<Socket>();
  const taken: string[] = [];
  const server = createTcpServer((socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket)).on('error', () => {});
    const say = (line: string) => socket.write(`${line}\r\n`);
    let body: string[] | undefined;
    const hear = (line: string) => {
      if (body && line !== '.') return body.push(line);
      if (body) {
        taken.push(body.join('\n'));
        body = undefined;
        return trouble === 'refuses the mail' ? say('554 this is spam') : undefined;
      }
      if (/^EHLO/i.test(line) && trouble === 'never stops talking') {
        const talk = setInterval(() => say('250-and another thing'), 100);
        return socket.once('close', () => clearInterval(talk));
      }
      if (/^EHLO/i.test(line)) return say('250-mail.test\r\n250 AUTH PLAIN');
      if (/^AUTH PLAIN/i.test(line)) {
        // Some servers say too much.
        const sent = Buffer.from(line.split(' ')[2] ?? '', 'base64')
          .toString()
          .replaceAll('\0', ' ');
        return say(trouble === 'refuses the login' ? `535 wrong:${sent} (${line})` : '235 welcome');
      }
      if (!/^DATA/i.test(line)) return say('250 yes');
      if (trouble === 'never answers DATA') return undefined;
      if (trouble === 'closes in the middle') return socket.destroy();
      body = [];
      return say('354 go on');
    };
    let rest = '';
    socket.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) hear(line);
    });
    if (trouble !== 'never greets') say('220 mail.test');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    taken,
    connections,
    close: () =>
      new Promise((resolve) => {
        for (const socket of connections) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** A reviewer that costs money, as a person would set it. */
export const paidModel = {
  protocol: 'anthropic' as const,
  endpoint: 'http://model.test/v1/messages',
  model: 'careful-1',
  api_key: 'sk-secret',
  input_cents_per_million: 300,
  output_cents_per_million: 1500,
};
