// The service was killed, and a program of another account has taken its port: what the shell and a server that was given the
// home would send there is the passphrase, and a key.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OVER_SOCKET, PROOF_HEADER, proofFor } from '@zorivest/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientOf, runningService } from '../../service.ts';

const SECRET = 'what only the home holds';
let home: string;
let server: Server;
let url: string;
let heard: string[] = [];
let prove: (request: IncomingMessage) => Promise<string>;
const portOf = () => (server.address() as AddressInfo).port;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'zorivest-port-'));
  server = createServer((request, answer) => {
    let text = `${request.method} ${request.url} ${JSON.stringify(request.headers)} `;
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      heard.push(text);
      const answered = { status: 'ok', state: 'unlocked', session_token: 'x', role: 'person', expires_in: 9 };
      void prove(request).then((proof) =>
        answer
          .setHeader(PROOF_HEADER, proof)
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify(answered)),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${portOf()}`;
  writeFileSync(join(home, 'local.secret'), `${SECRET}\n`);
});
afterEach(() => (heard = []));
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(home, { recursive: true, force: true });
});

const stop = () => clientOf(home, url, { kind: 'passphrase', passphrase: 'correct horse' }).guard.lock();

// A service that was killed leaves its note and its socket; one whose disk holds no socket has none.
it.each([['control.sock'], [null]])('hears neither passphrase nor secret from the shell (socket: %s)', async (name) => {
  const socket = name === null ? null : join(home, name);
  writeFileSync(join(home, 'service.json'), JSON.stringify({ pid: 1, url, socket }));
  prove = () => Promise.resolve('as if');
  expect(await runningService(home)).toBeNull();
  await expect(stop()).rejects.toThrow('does not answer');
  // It passes the question on to the service itself, which runs at another port.
  prove = ({ headers }) => proofFor(SECRET, String(headers['x-zorivest-challenge']), portOf() + 1);
  expect(await runningService(home)).toBeNull();
  await expect(stop()).rejects.toThrow('does not answer');
  expect(heard.length).toBeGreaterThan(0);
  expect(heard.filter((text) => text.includes('correct horse') || text.includes(SECRET))).toEqual([]);
});

it('and the service of the home, which can prove it, is spoken to', async () => {
  writeFileSync(join(home, 'service.json'), JSON.stringify({ pid: 1, url, socket: null }));
  prove = ({ headers }) => proofFor(SECRET, String(headers['x-zorivest-challenge']), portOf());
  expect(await runningService(home)).toBe(url);
  await stop();
  expect(heard.some((text) => text.includes('correct horse'))).toBe(true);
});

// Where the home's path is long its socket is in the folder for temporary files, which is empty after a restart: anyone who has
// seen the name can create it again. A server whose places are taken answers no one.
describe.skipIf(process.platform === 'win32')('at the socket that the note names', () => {
  let impostor: Server;
  let answered: string[];
  let answerAtSocket: (request: IncomingMessage) => Promise<string | null>;
  beforeAll(async () => {
    const socket = join(home, 'elsewhere.sock');
    impostor = createServer((request, answer) => {
      let text = `${request.method} ${request.url} ${JSON.stringify(request.headers)} `;
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        answered.push(text);
        const known = { status: 'ok', state: 'unlocked', session_token: 'x', role: 'person', expires_in: 9 };
        const say = (proof: string) =>
          answer
            .setHeader(PROOF_HEADER, proof)
            .setHeader('content-type', 'application/json')
            .end(JSON.stringify(known));
        void answerAtSocket(request).then((proof) => (proof === null ? request.socket.destroy() : say(proof)));
      });
    });
    await new Promise<void>((resolve) => impostor.listen(socket, resolve));
    writeFileSync(join(home, 'service.json'), JSON.stringify({ pid: 1, url, socket }));
  });
  beforeEach(() => {
    answered = [];
    prove = ({ headers }) => proofFor(SECRET, String(headers['x-zorivest-challenge']), portOf());
  });
  afterAll(() => impostor.close());

  it.each([
    ['who proves nothing', () => Promise.resolve('as if')],
    [
      'who passes the question on to the port',
      ({ headers }: IncomingMessage) => proofFor(SECRET, String(headers['x-zorivest-challenge']), portOf()),
    ],
    ['who hangs up', () => Promise.resolve(null)],
  ])('hears nothing: %s; the service is spoken to over its port', async (_who, answers) => {
    answerAtSocket = answers;
    expect(await runningService(home)).toBe(url);
    await stop();
    expect(answered.length).toBeGreaterThan(0);
    expect(answered.filter((text) => text.includes('correct horse') || text.includes(SECRET))).toEqual([]);
    expect(heard.some((text) => text.includes('correct horse'))).toBe(true);
  });

  it('the service itself is spoken to there', async () => {
    answerAtSocket = ({ headers }) => proofFor(SECRET, String(headers['x-zorivest-challenge']), OVER_SOCKET);
    await stop();
    expect(answered.some((text) => text.includes('correct horse'))).toBe(true);
    expect(heard).toEqual([]);
  });
});
