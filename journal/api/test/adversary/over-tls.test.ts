// The service on another address than loopback, over TLS with a real certificate: the same promises as at home.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '@zorivest/kernel/test/certificate';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { usualLimits } from '../../http/limits.ts';
import { readListening } from '../../http/listening.ts';
import { openTestService, passphrase, type TestService } from '../test-service.ts';

let folder: string;
let certificate: string;
let key: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zorivest-tls-'));
  ({ certificate, key } = makeCertificate(folder));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The address on which others reach it says its port nowhere: one that was free a moment ago. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '0.0.0.0');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

let service: TestService;
let port: number;
let own: Agent;
const sockets: Socket[] = [];
beforeEach(async () => {
  port = await freePort();
  service = await openTestService({
    port,
    limits: { ...usualLimits, connections: 256, keepAliveMs: 50 },
    listening: readListening({ ZORIVEST_LISTEN: '0.0.0.0', ZORIVEST_TLS_CERT: certificate, ZORIVEST_TLS_KEY: key }),
  });
  own = new Agent({ ca: readFileSync(certificate), keepAlive: true, maxSockets: 1 });
});
afterEach(async () => {
  own.destroy();
  for (const socket of sockets.splice(0)) socket.destroy();
  await service.close();
});

interface Answer {
  readonly status: number;
  readonly isReused: boolean;
  readonly text: string;
}

/** Over TLS, with the certificate looked at. */
function ask(method: string, path: string, token?: string, body?: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const sent = request({ host: '127.0.0.1', port, path: `/api/v1${path}`, method, headers, agent: own }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, isReused: sent.reusedSocket, text }));
    });
    sent.once('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function enter(): Promise<string> {
  const { text } = await ask('POST', '/service/unlock', undefined, { passphrase });
  return (JSON.parse(text) as { readonly session_token: string }).session_token;
}

/** Connections that never say who they are. */
async function flood(count: number): Promise<void> {
  const more = Array.from({ length: count }, () =>
    connect(port, '127.0.0.1')
      .on('error', () => {})
      .resume(),
  );
  sockets.push(...more);
  await expect.poll(() => more.every((socket) => !socket.connecting)).toBe(true);
}

it('a flood of connections without a handshake leaves every stop answered', async () => {
  const token = await enter();
  await flood(400);
  for (let n = 0; n < 5; n += 1) {
    own.destroy();
    expect(await ask('POST', '/mcp-guard/lock', token)).toMatchObject({ status: 200, isReused: false });
    await flood(60);
  }
});

it('the person’s connection stays open, also over a flood', async () => {
  const token = await enter();
  expect((await ask('GET', '/service/status', token)).status).toBe(200);
  await flood(400);
  // A key's would have been ended.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  expect(await ask('POST', '/mcp-guard/lock', token)).toMatchObject({ status: 200, isReused: true });
});

it('what is not encrypted is not answered', async () => {
  await expect(fetch(`http://127.0.0.1:${port}/api/v1/health`)).rejects.toThrow('fetch failed');
});
