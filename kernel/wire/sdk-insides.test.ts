// The kernel leans on two protected members of the SDK's server and answers calls past its general machinery. When a
// release of the SDK changes either, this fails before a client notices.
import { describe, expect, it } from 'vitest';
import { LegacySession, LOCAL } from '../session/session.ts';
import { McpServer } from './mcp-server.ts';
import { converse, lines } from '../testing/converse.ts';

const call = (id: unknown, params: object) => ({ jsonrpc: '2.0', id, method: 'tools/call', params });
const hello = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 'hello',
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});
const calls: readonly object[] = [
  { name: 'echo', arguments: { message: 'hi' } },
  { name: 'echo', arguments: {} },
  { name: 'nosuch', arguments: {} },
  { name: 7 },
  { name: 'echo', arguments: [] },
];
const byId = (answers: readonly unknown[], id: string) => {
  const found = answers.flat().find((answer) => (answer as { readonly id: unknown }).id === id);
  const { id: _own, ...rest } = (found ?? expect.fail(`no answer to ${id}`)) as Record<string, unknown>;
  return rest;
};

describe('a call that takes the short way is answered as the SDK answers it', () => {
  it.each(calls)('in the handshake era: %j', async (params) => {
    // Calls in a batch go through the SDK.
    const answers = await converse(lines(hello('2025-03-26'), [call('sdk', params)], call('short', params)));
    expect(byId(answers, 'short')).toEqual(byId(answers, 'sdk'));
  });

  it.each(calls)('in the stateless era: %j', async (params) => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    };
    const stateless = { ...params, _meta };
    // The first call of a connection goes through the SDK, which settles the era.
    const answers = await converse(lines(call('sdk', stateless), call('next', stateless), call('short', stateless)));
    expect(byId(answers, 'short')).toEqual(byId(answers, 'sdk'));
  });
});

describe('what the kernel uses of the SDK beyond its public face', () => {
  const info = { name: 'test', title: 'Test', version: '1.0.0' };
  const options = { capabilities: { tools: {} } };

  it('hands every handler to _wrapHandler, so that calls can be answered by the kernel', () => {
    const wrapped: string[] = [];
    class WatchedServer extends McpServer {
      protected override _wrapHandler(...[method, handler]: Parameters<McpServer['_wrapHandler']>) {
        wrapped.push(method);
        return super._wrapHandler(method, handler);
      }
    }
    new WatchedServer(info, options).answerCalls(() => Promise.resolve({ content: [] }));
    expect(wrapped).toContain('tools/call');
  });

  it('has a handler of the handshake to build on', () => {
    const session = new LegacySession({
      surfaces: () => expect.fail('no client has shaken hands'),
      source: LOCAL,
      reachable: () => false,
      announce: () => {},
    });
    expect(() => new McpServer(info, options).introduceTo(session)).not.toThrow();
  });
});
