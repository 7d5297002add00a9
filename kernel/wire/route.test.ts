import { describe, expect, it } from 'vitest';
import { type ConnectionFacts, routeOf } from './route.ts';

const stranger: ConnectionFacts = {
  isLenient: false,
  isHandshaken: false,
  version: undefined,
  isInBatch: false,
  hasMethod: (name) => name === 'talk.echo',
};
const message = (fields: object) => ({ jsonrpc: '2.0', ...fields });

describe('a message on a stream', () => {
  it('of a name MCP knows is a request or a notification of MCP', () => {
    expect(routeOf(message({ id: 1, method: 'tools/list' }), stranger)).toMatchObject({ to: 'mcp-request' });
    expect(routeOf(message({ method: 'notifications/initialized' }), stranger)).toMatchObject({
      to: 'mcp-notification',
    });
  });

  it('of another name is a direct call, until hands are shaken and the name is unknown here', () => {
    const known = message({ id: 1, method: 'talk.echo' });
    const unknown = message({ id: 1, method: 'no.such' });
    const friend = { ...stranger, isHandshaken: true };
    expect([known, unknown].map((each) => routeOf(each, stranger).to)).toEqual(['direct', 'direct']);
    expect([known, unknown].map((each) => routeOf(each, friend).to)).toEqual(['direct', 'mcp-request']);
  });

  it('without a version is a direct call where the server is lenient, and never one of MCP', () => {
    const lenient = { ...stranger, isLenient: true };
    expect(routeOf({ id: 1, method: 'talk.echo' }, stranger)).toMatchObject({ to: 'fault', id: 1 });
    expect(routeOf({ id: 1, method: 'talk.echo' }, lenient).to).toBe('direct');
    expect(routeOf({ id: 1, method: 'tools/list' }, lenient)).toMatchObject({ to: 'fault', id: 1 });
  });

  it('of MCP in a batch is refused by everybody who agreed on a revision without batches', () => {
    const request = message({ id: 1, method: 'tools/list' });
    const inBatch = (version?: string) => routeOf(request, { ...stranger, isInBatch: true, version }).to;
    expect([inBatch(), inBatch('2025-03-26'), inBatch('2025-06-18')]).toEqual(['mcp-request', 'mcp-request', 'fault']);
  });

  it('that answers is routed to the asker', () => {
    expect(routeOf(message({ id: 'ours', result: {} }), stranger)).toMatchObject({ to: 'asker', id: 'ours' });
  });

  it.each([null, 'text', 7, {}, [], { jsonrpc: '2.0', id: {}, method: 'tools/list' }])(
    'like %j is a fault',
    (value) => {
      expect(routeOf(value, stranger).to).toBe('fault');
    },
  );
});
