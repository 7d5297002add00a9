import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createServer, defineTool, type HttpOptions, type HttpWire } from '../index.ts';
import { exampleServer } from '../example/server.ts';
import { silentLogger } from '../log/index.ts';
import { Pipe, residentMb, startHttp, type RunningHttp } from './example.ts';

const echo = (id: unknown, message: string) => ({ jsonrpc: '2.0', id, method: 'echo', params: { message } });

describe('on stdio', () => {
  let pipe: Pipe;
  afterEach(() => pipe.kill());

  test.each(['lines', 'headers'] as const)('a message of 100 MB in %s is passed over, not held', async (framing) => {
    pipe = new Pipe(framing);
    await pipe.ask(echo(0, 'warm'));
    const before = residentMb(pipe.process.pid);
    const answers: unknown[] = [];
    pipe.take = (message) => answers.push(message);
    if (framing === 'headers') pipe.process.stdin.write(`Content-Length: ${100 * 1024 * 1024}\r\n\r\n`);
    const block = Buffer.alloc(1024 * 1024, 'x');
    for (let sent = 0; sent < 100; sent++) {
      if (!pipe.process.stdin.write(block)) await once(pipe.process.stdin, 'drain');
    }
    if (framing === 'lines') pipe.process.stdin.write('\n');
    expect(await pipe.ask(echo(1, 'after'))).toMatchObject({ result: { message: 'after' } });
    expect(answers).toMatchObject([{ id: null, error: { code: -32600 } }]);
    // The limit for one message is 16 MB; the rest is the runtime's own slack.
    expect(residentMb(pipe.process.pid) - before).toBeLessThan(80);
  });

  test('nesting a million deep is refused', async () => {
    pipe = new Pipe();
    const answered = new Promise((resolve) => (pipe.take = resolve));
    pipe.process.stdin.write(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}\n`);
    expect(await answered).toMatchObject({ id: null, error: { code: -32600 } });
    expect(await pipe.ask(echo(1, 'after'))).toMatchObject({ result: { message: 'after' } });
  });

  test('a client that stops reading makes the server stop reading, and loses nothing', async () => {
    pipe = new Pipe();
    pipe.process.stdout.pause();
    const message = 'x'.repeat(10_000);
    const count = 3000;
    let sent = 0;
    // Far more than the pipes and the server's bounds hold: the writes must come to a halt.
    for (; sent < count; sent++) {
      if (!pipe.process.stdin.write(`${JSON.stringify(echo(sent, message))}\n`)) {
        const more = await Promise.race([once(pipe.process.stdin, 'drain'), sleep(1000, 'halted')]);
        if (more === 'halted') break;
      }
    }
    expect(sent).toBeLessThan(count);
    const answers = new Set<unknown>();
    const all = new Promise<void>((resolve) => {
      pipe.take = (answer) => {
        answers.add((answer as { id: unknown }).id);
        if (answers.size === sent + 1) resolve();
      };
    });
    pipe.process.stdout.resume();
    await all;
  });

  test('a client that vanishes mid-call ends the process, cleanly', async () => {
    pipe = new Pipe();
    const slow = { jsonrpc: '2.0', id: 1, method: 'count_slowly', params: { to: 1000, pause_ms: 1000 } };
    pipe.write(slow);
    await pipe.ask(echo(2, 'running'));
    const exit = once(pipe.process, 'exit');
    pipe.process.stdout.destroy();
    pipe.write(echo(3, 'is anyone there?'));
    pipe.process.stdin.end();
    expect((await exit)[0]).toBe(0);
  });

  test('an unknown revision is refused on every request, also after others were accepted', async () => {
    pipe = new Pipe();
    const request = (id: number, version: string, method = 'tools/call') => ({
      jsonrpc: '2.0',
      id,
      method,
      params: {
        ...(method === 'tools/call' ? { name: 'echo', arguments: { message: 'hi' } } : {}),
        _meta: {
          'io.modelcontextprotocol/protocolVersion': version,
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    });
    const refused = {
      error: { code: -32022, data: { requested: '3000-01-01', supported: ['2026-07-28'] } },
    };
    expect(await pipe.ask(request(1, '3000-01-01'))).toMatchObject(refused);
    // The first goes through the SDK, the second and third by the short way.
    for (const id of [2, 3, 4]) expect(await pipe.ask(request(id, '2026-07-28'))).toHaveProperty('result');
    expect(await pipe.ask(request(5, '3000-01-01'))).toMatchObject(refused);
    expect(await pipe.ask(request(6, '3000-01-01', 'tools/list'))).toMatchObject(refused);
    expect(await pipe.ask(request(7, '2026-07-28', 'tools/list'))).toHaveProperty('result.tools');
  });

  test('a server asked to stop gives up what is running and ends', async () => {
    pipe = new Pipe();
    pipe.write({ jsonrpc: '2.0', id: 1, method: 'count_slowly', params: { to: 1000, pause_ms: 1000 } });
    await pipe.ask(echo(2, 'running'));
    const exit = once(pipe.process, 'exit');
    pipe.process.kill('SIGTERM');
    expect((await exit)[0]).toBe(0);
  });
});

describe('on HTTP', () => {
  let example: RunningHttp;
  let port: number;
  beforeAll(async () => {
    example = await startHttp();
    port = Number(new URL(example.url).port);
  });
  afterAll(() => example.stop());

  const post = (body: string, headers: Record<string, string> = {}, path = '/mcp') =>
    send(port, 'POST', path, { 'content-type': 'application/json', ...headers }, body);

  test.each([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a name that is not ours (DNS rebinding)', { host: 'evil.example' }],
    ['an opaque origin', { origin: 'null' }],
  ])('%s is refused before anything is read', async (_, headers) => {
    expect(await post(JSON.stringify(echo(1, 'x')), headers)).toMatchObject({ status: 403 });
  });

  test.each([
    ['no JSON', '{"a":', {}, 400, -32700],
    ['too deep', `${'['.repeat(70)}${']'.repeat(70)}`, {}, 400, -32600],
    ['no message', '{"a":1}', {}, 400, -32600],
    ['an empty batch', '[]', {}, 400, -32600],
    ['another type', 'a=b', { 'content-type': 'text/plain' }, 415, -32000],
    ['too large', `"${'x'.repeat(5 * 1024 * 1024)}"`, {}, 413, -32000],
    [
      'an unknown revision',
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"3000-01-01","io.modelcontextprotocol/clientCapabilities":{}}}}',
      { 'mcp-protocol-version': '3000-01-01', 'mcp-method': 'tools/list' },
      400,
      -32022,
    ],
    ['no session', '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', {}, 400, -32000],
    ['a stranger session', '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', { 'mcp-session-id': 'nope' }, 404, -32001],
  ])('%s gets that error', async (_, body, headers, status, code) => {
    const accept = { accept: 'application/json, text/event-stream' };
    const answer = await post(body, { ...accept, ...headers });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code } });
  });

  test('other paths and methods are refused, a direct method answers', async () => {
    expect(await post('{}', {}, '/elsewhere')).toMatchObject({ status: 404 });
    expect(await post('{}', {}, '/mcp/x/no_such_toolset')).toMatchObject({ status: 404 });
    expect(await send(port, 'PUT', '/mcp', {}, '')).toMatchObject({ status: 405 });
    const direct = await post(JSON.stringify(echo(7, 'hi')));
    expect(JSON.parse(direct.body)).toEqual({ jsonrpc: '2.0', id: 7, result: { message: 'hi' } });
  });

  test('headers without measure are refused by the runtime', async () => {
    expect(await post('{}', { 'x-much': 'x'.repeat(20_000) })).toMatchObject({ status: 431 });
  });
});

describe('an HTTP server with tight limits', () => {
  let wire: HttpWire;
  afterEach(() => wire.close(100));
  const start = async (options: HttpOptions) => {
    wire = await exampleServer({ log: silentLogger }).http(options);
  };
  const initialize = JSON.stringify({
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  });
  const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const open = (headers: Record<string, string> = {}) =>
    send(wire.port, 'POST', '/mcp', { ...json, ...headers }, initialize);

  test('drops a peer that sends its request a byte at a time', async () => {
    await start({ requestTimeoutMs: 400 });
    const socket = connect(wire.port, '127.0.0.1');
    socket.on('error', () => {});
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write('POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n');
    const drip = setInterval(() => socket.write('X-A: b\r\n'), 50);
    await closed;
    clearInterval(drip);
    expect((await open()).status).toBe(200);
  });

  test('forgets the session unused for longest when there are too many', async () => {
    await start({ maxSessions: 2 });
    const [first, , third] = [await open(), await open(), await open()];
    const list = (session: string | undefined) =>
      send(
        wire.port,
        'POST',
        '/mcp',
        { ...json, 'mcp-session-id': session ?? '' },
        '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      );
    expect((await list(first.headers['mcp-session-id'])).status).toBe(404);
    expect((await list(third.headers['mcp-session-id'])).status).toBe(200);
  });

  test('knows its callers by the hook, and keeps sessions apart', async () => {
    await start({
      authenticate: ({ authorization }) =>
        authorization?.startsWith('Bearer ') ? { id: authorization.slice(7), role: null } : null,
    });
    expect(await open()).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
    const session = (await open({ authorization: 'Bearer ann' })).headers['mcp-session-id'] ?? '';
    const requestAs = (who: string) =>
      send(
        wire.port,
        'POST',
        '/mcp',
        { ...json, authorization: `Bearer ${who}`, 'mcp-session-id': session },
        '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      );
    expect((await requestAs('ann')).status).toBe(200);
    expect((await requestAs('bob')).status).toBe(404);
  });

  test('refuses a second request with an id that is still being answered', async () => {
    await start({});
    const session = (await open()).headers['mcp-session-id'] ?? '';
    // Far from its end when the other arrives, on however slow a machine; closing the server ends it.
    const slow =
      '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"count_slowly","arguments":{"to":600,"pause_ms":1000}}}';
    const headers = { ...json, 'mcp-session-id': session };
    const both = [slow, slow].map((body) => send(wire.port, 'POST', '/mcp', headers, body));
    for (const answer of both) answer.catch(() => undefined);
    expect(await Promise.race(both)).toMatchObject({ status: 400 });
  });

  test('answers what is in flight before it closes', async () => {
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const wait = defineTool({
      name: 'wait',
      title: 'Wait',
      toolsets: ['all'],
      description: { minimal: 'Waits.', rich: 'Waits until it is let go.' },
      synonyms: ['linger'],
      input: z.object({}),
      output: z.object({ waited: z.boolean() }),
      hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
      guard: 'guarded',
      confirmation: 'none',
      cost: 'slow',
      handler: async () => {
        reached.resolve();
        await released.promise;
        return { waited: true };
      },
    });
    const toolsets = [{ name: 'all', description: 'All', always: true }];
    wire = await createServer({ name: 'x', version: '1', tools: [wait], toolsets, log: silentLogger }).http();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'wait', params: {} });
    const slow = send(wire.port, 'POST', '/mcp', json, body);
    await reached.promise;
    const closed = wire.close();
    released.resolve();
    expect(JSON.parse((await slow).body)).toMatchObject({ result: { waited: true } });
    await closed;
    await expect(send(wire.port, 'POST', '/mcp', json, body)).rejects.toThrow('ECONNREFUSED');
  });

  test('does not open itself to the network without knowing its callers', async () => {
    await start({});
    const server = createServer({ name: 'x', version: '1', tools: [], toolsets: [], log: silentLogger });
    await expect(server.http({ host: '0.0.0.0' })).rejects.toThrow('authenticate');
  });
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** A request as raw as Node lets one make it: any Host, any header. */
function send(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, host: '127.0.0.1', method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          headers: response.headers as Record<string, string | undefined>,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
