// A mail server on loopback that keeps what it was given, and a program that hands mail over to it as sendmail does.
import { chmodSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

interface Mail {
  readonly to: readonly string[];
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded. */
  readonly body: string;
}

export interface MailServer {
  readonly port: number;
  readonly received: readonly Mail[];
  /** Mails that were offered, taken or not. */
  asked(): number;
  refuse(now: boolean): void;
  stop(): Promise<void>;
}

/** As much of RFC 5321 as one mail needs; a line that does not end with CR and LF is an error, as it is to strict servers. */
export async function startMailServer(): Promise<MailServer> {
  const received: Mail[] = [];
  let asked = 0;
  let refusing = false;
  const serve = (socket: Socket) => {
    let pending = '';
    let to: string[] = [];
    let data: string[] | null = null;
    const answer = (text: string) => socket.write(`${text}\r\n`);
    const take = (line: string) => {
      if (data !== null) {
        if (line !== '.') data.push(line.replace(/^\.\./, '.'));
        else {
          received.push(mailOf(to, data));
          data = null;
          answer('250 accepted');
        }
      } else if (/^(?:EHLO|HELO) \S+$/.test(line)) answer('250 mail.example');
      else if (/^MAIL FROM:<[^<>]*>$/.test(line)) {
        asked++;
        to = [];
        answer(refusing ? '451 try again later' : '250 ok');
      } else if (/^RCPT TO:<[^<>]+>$/.test(line)) {
        to.push(line.slice('RCPT TO:<'.length, -1));
        answer('250 ok');
      } else if (line === 'DATA') {
        data = [];
        answer('354 go on');
      } else if (line === 'QUIT') socket.end('221 bye\r\n');
      else answer('500 what?');
    };
    socket.setEncoding('utf8');
    socket.on('error', () => {});
    socket.on('data', (chunk: string) => {
      pending += chunk;
      for (let end = pending.indexOf('\n'); end !== -1; end = pending.indexOf('\n')) {
        const line = pending.slice(0, end);
        pending = pending.slice(end + 1);
        if (line.endsWith('\r')) take(line.slice(0, -1));
        else socket.end('500 a line ends with CR and LF\r\n');
      }
    });
    answer('220 mail.example');
  };
  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received,
    asked: () => asked,
    refuse: (now) => (refusing = now),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function mailOf(to: readonly string[], lines: readonly string[]): Mail {
  const gap = lines.indexOf('');
  const headers = Object.fromEntries(
    lines.slice(0, gap).map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const text = lines.slice(gap + 1).join('\n');
  const isBase64 = headers['content-transfer-encoding'] === 'base64';
  return { to, headers, body: isBase64 ? Buffer.from(text, 'base64').toString('utf8') : text };
}

const SENDMAIL = `
const { createConnection } = require('node:net');
const { readFileSync } = require('node:fs');
const address = process.argv[process.argv.indexOf('--') + 1];
const text = readFileSync(0, 'utf8').replace(/\\r?\\n/g, '\\r\\n').replace(/^\\./gm, '..');
const steps = ['EHLO host.example', 'MAIL FROM:<perf@host.example>', 'RCPT TO:<' + address + '>', 'DATA', text + '\\r\\n.', 'QUIT'];
const socket = createConnection(PORT, '127.0.0.1');
socket.setEncoding('utf8');
socket.on('error', () => process.exit(75));
socket.on('data', (reply) => {
  if (!/^[23]/.test(reply)) process.exit(75);
  const step = steps.shift();
  if (step === undefined) socket.end();
  else socket.write(step + '\\r\\n');
});
`;

/** The path of a program that takes a mail as Debian's sendmail does and gives it to this server; 75 is "try again later". */
export function sendmailTo(port: number, folder: string): string {
  const path = join(folder, 'sendmail');
  writeFileSync(path, `#!${process.execPath}\n${SENDMAIL.replace('PORT', String(port))}`);
  chmodSync(path, 0o755);
  return path;
}
