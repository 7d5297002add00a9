import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createServer, defineTool, type HttpWire, type KernelServer } from '../index.ts';
import { silentLogger } from '../log/index.ts';
import { library, libraryPresentation } from '../testing/library.ts';

let calls = 0;
let left = 0;
const linger = defineTool({
  name: 'linger',
  title: 'Linger',
  toolsets: ['desk'],
  description: { minimal: 'Waits until the caller is gone.', rich: 'Waits until the caller is gone.' },
  synonyms: ['wait'],
  input: z.object({}),
  output: z.object({}),
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  guard: 'guarded',
  confirmation: 'none',
  cost: 'slow',
  handler: (_, { signal }) => {
    calls++;
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        left++;
        resolve({});
      });
    });
  },
});

let server: KernelServer;
let wire: HttpWire;
beforeAll(async () => {
  server = createServer({
    name: 'library',
    version: '1.0.0',
    presentation: libraryPresentation,
    tools: [...library.entries.map(({ tool }) => tool), linger],
    toolsets: library.toolsets,
    log: silentLogger,
  });
  wire = await server.http({ toolsetsHeader: 'x-library-toolsets' });
});
afterAll(() => server.close());

async function connect(path = '', name = 'goose'): Promise<Client> {
  const client = new Client({ name, version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(wire.url + path)));
  return client;
}

const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

test('a session grows its list, hears of it once, and another session does not', async () => {
  const [one, other] = [await connect(), await connect()];
  let heard = 0;
  one.setNotificationHandler('notifications/tools/list_changed', () => {
    heard++;
  });
  // The client opens its stream for notifications after the handshake, in its own time.
  await expect
    .poll(async () => {
      const { content } = await one.callTool({ name: 'enable_toolset', arguments: { toolset_name: 'members' } });
      return JSON.stringify(content);
    })
    .toContain('enabled');
  await one.callTool({ name: 'enable_toolset', arguments: { toolset_name: 'members' } });
  await expect.poll(() => heard).toBe(1);
  expect(await names(one)).toContain('get_member');
  expect(await names(other)).not.toContain('get_member');
  await one.close();
  await other.close();
});

test('the path says how much of the server is shown', async () => {
  const [fines, readonly] = [await connect('/x/fines'), await connect('/readonly')];
  expect(await names(fines)).toEqual(expect.arrayContaining(['get_fines', 'get_hours']));
  expect(await names(fines)).not.toContain('search_books');
  const risky = (await readonly.listTools()).tools.filter(({ annotations }) => annotations?.destructiveHint);
  expect(risky.map(({ name }) => name)).toEqual(['ring_alarm']);
  await expect(connect('/x/nothing')).rejects.toThrow('There is no toolset');
  await fines.close();
  await readonly.close();
});

test('a call of the stateless era ends when its caller vanishes', async () => {
  const gone = new AbortController();
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const call = fetch(wire.url, {
    method: 'POST',
    signal: gone.signal,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'linger',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'linger', arguments: {}, _meta: meta },
    }),
  });
  await expect.poll(() => calls).toBe(1);
  gone.abort();
  await expect(call).rejects.toThrow('aborted');
  await expect.poll(() => left).toBe(1);
});

test('a session that is deleted is gone', async () => {
  const client = new Client({ name: 'goose', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(wire.url));
  await client.connect(transport);
  await transport.terminateSession();
  await expect(client.listTools()).rejects.toThrow(/session/i);
  await client.close();
});

test('the address or a header names toolsets, in either era; an unknown one is not found', async () => {
  const fines = library.members('fines')?.map(({ tool }) => tool.name) ?? [];
  for (const mode of ['legacy', { pin: '2026-07-28' }] as const) {
    const listOf = async (path: string, headers: Record<string, string> = {}) => {
      const client = new Client({ name: 'cursor', version: '1.0.0' }, { versionNegotiation: { mode } });
      const address = new URL(wire.url + path);
      await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
      const list = await names(client);
      await client.close();
      return list;
    };
    const byAddress = await listOf('?toolsets=fines,members');
    expect(byAddress).toEqual(expect.arrayContaining(fines));
    expect(byAddress).not.toContain('search_books');
    expect(await listOf('', { 'x-library-toolsets': 'members, fines' })).toEqual(byAddress);
    expect(await listOf('?toolsets=all')).toContain('get_fines');
  }
  const wrong = await fetch(`${wire.url}?toolsets=gardening`, { method: 'POST' });
  expect([wrong.status, await wrong.text()]).toEqual([404, expect.stringContaining('gardening')]);
});
