// The edge of the service: who may ask, how slowly, and how many simultaneously.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usualLimits } from '../http/limits.ts';
import { initBook } from '../init.ts';
import { knockAt } from './knock.ts';
import { openTestService, passphrase, type TestService } from './test-service.ts';
import { quickKdf } from './quick-kdf.ts';
import { serve } from './process.ts';

const limits = {
  ...usualLimits,
  headersMs: 300,
  requestMs: 600,
  uploadMs: 2000,
  connections: 40,
  feedsOfKey: 3,
  feeds: 4,
};
const devOrigin = 'http://localhost:5173';

let service: TestService;
let host: string;
beforeAll(async () => {
  service = await openTestService({ limits, devOrigin });
  ({ host } = new URL(service.url));
});
afterAll(() => service.close());

const knock = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  knockAt(`${service.url}${path}`, headers, method);

/** A connection that has sent this much and no more; `closed` once the service has had enough of it. */
function dangling(text: string, at = host): { socket: Socket; closed: Promise<void> } {
  const { hostname, port } = new URL(`http://${at}`);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(text);
  socket.resume();
  return { socket, closed: new Promise((resolve) => socket.once('close', () => resolve())) };
}

const halfPost = (path = '/api/v1/trades', type = 'application/json') =>
  `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${type}\r\nContent-Length: 5000\r\n\r\n{"exec_id":`;

describe('who sends half', () => {
  it('is cut off: with half a header, half a body, and half a file', async () => {
    await Promise.all([
      dangling(`GET /api/v1/health HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `).closed,
      dangling('').closed,
      dangling(halfPost()).closed,
      dangling(halfPost('/nowhere')).closed,
      dangling(halfPost('/api/v1/import/broker-csv', 'multipart/form-data; boundary=x')).closed,
    ]);
    expect((await knock('/api/v1/health')).status).toBe(200);
  });

  it('is waited for by the figures that are stated', () => {
    expect(usualLimits).toMatchObject({
      headersMs: 10_000,
      requestMs: 30_000,
      connections: 3072,
      local: 64,
      feedsOfKey: 4,
      feeds: 64,
    });
  });
});

describe('many simultaneous connections', () => {
  it('are as many as there is room for; the others find the door closed, and it opens again', async () => {
    const held = Array.from({ length: 60 }, () => dangling(halfPost()));
    await Promise.all(held.map(({ closed }) => closed));
    await expect.poll(async () => (await knock('/api/v1/health')).status).toBe(200);
  });

  it('live feeds of the person have a count of their own, and a closed one gives its place back', async () => {
    const { session_token } = await service.person.system.unlock({ body: { passphrase } });
    const open = async () => {
      const abort = new AbortController();
      const headers = { authorization: `Bearer ${session_token}` };
      const { status } = await fetch(`${service.url}/api/v1/events`, { headers, signal: abort.signal });
      return { status, close: () => abort.abort() };
    };
    const feeds = [await open(), await open(), await open(), await open()];
    expect(feeds.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await open()).status).toBe(503);
    feeds[0]?.close();
    await expect.poll(async () => (await open()).status).toBe(200);
    for (const { close } of feeds) close();
  });
});

describe('a long answer', () => {
  it('goes compressed to a page, and as it is to a program, which would only have to undo it', async () => {
    const { session_token } = await service.person.system.unlock({ body: { passphrase } });
    const ask = async (more: Record<string, string>) => {
      const headers = { authorization: `Bearer ${session_token}`, ...more };
      const answer = await fetch(`${service.url}/api/v1/settings/resolved`, { headers });
      expect((await answer.text()).length).toBeGreaterThan(2048);
      return answer.headers.get('content-encoding');
    };
    expect(await ask({})).toBeNull();
    expect(await ask({ 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip' })).toBe('gzip');
  });
});

describe('which pages may ask', () => {
  const statusOf = async (headers: Record<string, string>, path = '/api/v1/health') =>
    (await knock(path, headers)).status;

  it('our own, and no other on this machine', async () => {
    expect(await statusOf({ origin: `http://${host}` })).toBe(200);
    expect(await statusOf({ origin: `http://${host}`, 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await statusOf({ 'sec-fetch-site': 'none' })).toBe(200);
    const { port } = new URL(service.url);
    // Two names of one machine are two origins; another port is another program.
    expect(await statusOf({ origin: `http://localhost:${port}` })).toBe(403);
    expect(await statusOf({ origin: 'http://127.0.0.1:5173' })).toBe(403);
    expect(await statusOf({ origin: `https://${host}` })).toBe(403);
    expect(await statusOf({ origin: 'null' })).toBe(403);
    expect(await statusOf({ host: `localhost:${port}`, origin: `http://localhost:${port}` })).toBe(200);
  });

  it('none that the browser says is elsewhere, though it hides its origin', async () => {
    expect(await statusOf({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await statusOf({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await statusOf({ 'sec-fetch-site': 'cross-site' }, '/%61pi/v1/health')).not.toBe(200);
  });

  it('a page is opened from wherever the link was', async () => {
    for (const path of ['/', '/docs']) {
      expect(await statusOf({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, path)).toBe(200);
    }
  });

  it('no answer allows other origins to read, except the one under development', async () => {
    const own = await knock('/api/v1/health', { origin: `http://${host}` });
    expect(own.headers['access-control-allow-origin']).toBeUndefined();
    const dev = await knock('/api/v1/health', { origin: devOrigin, 'sec-fetch-site': 'same-site' });
    expect([dev.status, dev.headers['access-control-allow-origin']]).toEqual([200, devOrigin]);
    expect((await knock('/api/v1/trades', { origin: devOrigin }, 'OPTIONS')).status).toBe(204);
    expect((await knock('/api/v1/trades', { origin: 'http://localhost:5174' }, 'OPTIONS')).status).toBe(403);
  });
});

describe('the pages', () => {
  const policyOf = async (path: string) => {
    const { headers, body } = await knock(path);
    return { policy: String(headers['content-security-policy']), body };
  };
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

  it('/docs runs and shows only what its own hash allows', async () => {
    const { policy, body } = await policyOf('/docs');
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain(`style-src ${hashOf(/<style>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? '')}`);
    const script = /<script>([\s\S]*?)<\/script>/.exec(body)?.[1];
    if (script === undefined) expect(policy).not.toContain('script-src');
    else expect(policy).toContain(`script-src ${hashOf(script)}`);
    expect(body).not.toMatch(/\sstyle=|\son\w+=/);
  });

  it('/ runs only files of its own: nothing inline, and no text that becomes code', async () => {
    const { policy, body } = await policyOf('/');
    expect(policy).toContain("script-src 'self'; style-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    expect(policy).not.toContain('unsafe');
    expect(body).not.toMatch(/<style|<script>|\sstyle=|\son\w+=/);
  });

  it('name no folder', async () => {
    const { body } = await policyOf('/');
    expect(body).not.toContain(service.home);
    expect(body).not.toContain(tmpdir());
  });
});

describe('what is asked', () => {
  it('an unknown parameter is named, with those that are', async () => {
    const { session_token } = await service.client.auth.unlock({ body: { api_key: service.apiKey } });
    const ask = async (path: string) => {
      const { status, body } = await knock(`/api/v1${path}`, { authorization: `Bearer ${session_token}` });
      return { status, detail: (JSON.parse(body) as { detail: unknown }).detail };
    };
    expect(await ask('/trades?acount_id=U1')).toEqual({
      status: 422,
      detail: [{ field: 'acount_id', message: expect.stringContaining('account_id') as unknown }],
    });
    expect((await ask('/scheduling/policies/schema?x=1')).status).toBe(422);
    expect((await ask('/trades?limit=1&limit=2')).status).toBe(422);
  });

  it.skipIf(!existsSync('/dev/full'))('a key that does not fit on the disk is a 507, and there is none', async () => {
    const keys = async () => (await service.client.auth.listKeys()).map(({ key_id }) => key_id);
    const before = await keys();
    // The file the keys are written to, before it takes the place of the old one.
    const temporary = join(service.home, `bootstrap.json.${process.pid}.tmp`);
    symlinkSync('/dev/full', temporary);
    const body = { name: 'no room', role: 'read-only' } as const;
    await expect(service.client.auth.createKey({ body })).rejects.toMatchObject({
      status: 507,
      message: expect.stringContaining('disk is full') as unknown,
    });
    rmSync(temporary, { force: true });
    expect(await keys()).toEqual(before);
    expect((await service.client.auth.createKey({ body })).key_id).toMatch(/^key_/);
  });
});

it('a service that is asked to end does, whatever its clients have half sent', async () => {
  const home = mkdtempSync(join(tmpdir(), 'zorivest-edge-'));
  const { api_key: apiKey } = await initBook(home, passphrase, quickKdf);
  const { child, client, url } = await serve(home, apiKey);
  try {
    const { session_token } = await client.auth.unlock({ body: { api_key: apiKey } });
    const feed = await fetch(`${url}/api/v1/events`, { headers: { authorization: `Bearer ${session_token}` } });
    expect(feed.status).toBe(200);
    const at = new URL(url).host;
    const bearer = `Authorization: Bearer ${session_token}\r\n`;
    const half = Array.from({ length: 50 }, (_, n) =>
      dangling(
        `POST /api/v1/trades HTTP/1.1\r\nHost: ${at}\r\n${n % 2 ? bearer : ''}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`,
        at,
      ),
    );
    await client.system.health();
    child.kill('SIGTERM');
    // The promise is ten seconds; before, one of these could hold it open without limit.
    await expect.poll(() => child.exitCode).toBe(0);
    for (const { socket } of half) socket.destroy();
  } finally {
    child.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  }
});
