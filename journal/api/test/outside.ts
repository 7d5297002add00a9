// Outside services for tests, played by real servers on this machine: HTTP with recorded answers, and SMTP.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Answer {
  readonly status?: number;
  readonly type?: string;
  readonly body: unknown;
}

export interface OutsideHttp {
  readonly url: string;
  readonly requests: { method: string; path: string; headers: IncomingMessage['headers'] }[];
  /** Sends whatever is meant for a provider's host to this server instead. */
  readonly fetch: typeof globalThis.fetch;
  close(): Promise<void>;
}

/** Answers by `METHOD host path`; anything else is 501, so that a test that forgot a recording fails. */
export async function outsideHttp(answers: Readonly<Record<string, Answer>>): Promise<OutsideHttp> {
  const requests: OutsideHttp['requests'] = [];
  const server: Server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const host = String(request.headers['x-meant-for'] ?? '');
    requests.push({ method: request.method ?? '', path, headers: request.headers });
    const answer = answers[`${request.method} ${host} ${path}`] ?? answers[`${request.method} ${path}`];
    const { status = 200, type = 'application/json', body } = answer ?? { status: 501, body: 'not recorded' };
    response.writeHead(status, { 'content-type': type });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
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

/** A mail server that takes everything, or (`hang`) accepts the connection and says nothing more. */
export async function outsideMail(): Promise<OutsideMail> {
  const received: OutsideMail['received'] = [];
  const server = new SMTPServer({
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { port, received, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
