import { describe, expect, it } from 'vitest';
import { KernelError } from '../tool/errors.ts';
import type { DirectDialect } from './direct.ts';
import { encodeFrame, type Framing } from './framing.ts';
import { converse, lines } from '../testing/converse.ts';

const call = (id: unknown, method: string, params?: unknown) => ({ jsonrpc: '2.0', id, method, params });
const initialize = (protocolVersion = '2025-11-25') =>
  call('hello', 'initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } });

describe('direct methods on stdio', () => {
  it.each<Framing>(['lines', 'headers'])('answer before any handshake, in %s', async (framing) => {
    const request = JSON.stringify(call(1, 'talk.echo', { message: 'hé' }));
    expect(await converse(encodeFrame(framing, request))).toEqual([
      { jsonrpc: '2.0', id: 1, result: { message: 'hé' } },
    ]);
  });

  it('answer even when the input ends immediately, and never a notification', async () => {
    const slow = call('s', 'echo', { message: 'late', wait_ms: 30 });
    const answers = await converse(lines({ jsonrpc: '2.0', method: 'echo', params: { message: 'x' } }, slow));
    expect(answers).toEqual([{ jsonrpc: '2.0', id: 's', result: { message: 'late' } }]);
  });

  it('learn what is wrong, in plain JSON-RPC unless the server has its own dialect', async () => {
    const answers = await converse(
      lines(
        'not json',
        '{"jsonrpc":"2.0","id":1.5,"method":"echo"}',
        '{"jsonrpc":"2.0","id":2,"method":"echo","params":[1]}',
        '{"id":3,"method":"echo"}',
        call(4, 'nothing'),
        call(5, 'echo', { massage: 'typo' }),
        call(6, 'echo', { message: 'fail' }),
        '"a string"',
        '[]',
      ),
    );
    const byId = answers.map((answer) => answer as { id: unknown; error: { code: number; message: string } });
    const codes = byId.map(({ id, error }) => [id, error.code]).toSorted((a, b) => Number(a[0]) - Number(b[0]));
    expect(codes).toEqual([
      [null, -32700],
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [2, -32600],
      [3, -32600],
      [4, -32601],
      [5, -32602],
      [6, -32603],
    ]);
    expect(JSON.stringify(answers)).not.toContain('hunter2');
  });

  it('speak the dialect of the server for every fault, also after a handshake', async () => {
    const dialect: DirectDialect = {
      lenient: true,
      admit: ({ params: { key, ...params } }) => {
        if (key !== 'secret') throw new KernelError('unauthorized', 'Wrong key.');
        return { params };
      },
      error: (fault, raw) => ({ code: fault.kind.toUpperCase(), raw }),
      result: ({ data }, { method }) => ({ method, data }),
    };
    const answers = await converse(
      lines(
        initialize(),
        'oops',
        { id: 1, method: 'echo', params: { message: 'x', key: 'secret' } },
        { id: 2, method: 'echo', params: { message: 'x' } },
      ),
      dialect,
    );
    expect(answers).toContainEqual({ jsonrpc: '2.0', id: null, error: { code: 'PARSE', raw: 'oops' } });
    expect(answers).toContainEqual({ jsonrpc: '2.0', id: 1, result: { method: 'echo', data: { message: 'x' } } });
    expect(answers).toContainEqual({
      jsonrpc: '2.0',
      id: 2,
      error: expect.objectContaining({ code: 'REFUSED' }) as unknown,
    });
  });

  it('come in batches, each answered in its place, and run in order where the dialect says so', async () => {
    const batch = [
      call(1, 'echo', { message: 'slow', wait_ms: 20 }),
      { jsonrpc: '2.0', method: 'echo', params: { message: 'quiet' } },
      call(2, 'nothing'),
      7,
    ];
    const [answer] = await converse(lines(batch), { inOrder: true });
    expect(answer).toMatchObject([
      { id: 1, result: { message: 'slow' } },
      { id: 2, error: {} },
      { id: null, error: {} },
    ]);
  });

  it('are answered even when what the tool or the dialect made cannot be', async () => {
    const [unsayable] = await converse(lines(call(1, 'echo', { message: 'no json' })));
    expect(unsayable).toMatchObject({ id: 1, error: { code: -32603 } });
    const broken: DirectDialect = {
      result: () => {
        throw new Error('a fault of the dialect');
      },
    };
    const [answer] = await converse(lines(call(2, 'echo', { message: 'x' })), broken);
    expect(answer).toMatchObject({ id: 2, error: { code: -32603 } });
  });

  it('can be cancelled', async () => {
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    const [answer] = await converse(lines(call(1, 'echo', { message: 'x', wait_ms: 10_000 }), cancel));
    expect(answer).toMatchObject({ id: 1, error: { data: { code: 'cancelled' } } });
  });

  it('survive a line that is too long', async () => {
    const long = `{"jsonrpc":"2.0","id":1,"method":"echo","params":{"message":"${'x'.repeat(9000)}"}}`;
    const answers = await converse(lines(long, call(2, 'echo', { message: 'on' })), {}, 1000);
    expect(answers).toMatchObject([
      { id: null, error: { code: -32600 } },
      { id: 2, result: { message: 'on' } },
    ]);
  });
});

describe('MCP on stdio', () => {
  it('keeps its own names and answers unknown ones itself once hands are shaken', async () => {
    const answers = await converse(lines(initialize(), call(1, 'ping'), call(2, 'nothing'), call(3, 'tools/list')));
    expect(answers).toContainEqual({ jsonrpc: '2.0', id: 1, result: {} });
    expect(answers).toContainEqual({ jsonrpc: '2.0', id: 2, error: { code: -32601, message: 'Method not found' } });
    expect(answers).toContainEqual(expect.objectContaining({ id: 3 }));
  });

  it('takes batches from 2025-03-26 clients and answers them as one', async () => {
    const answers = await converse(
      lines(initialize('2025-03-26'), [
        call(1, 'ping'),
        call(2, 'tools/call', { name: 'echo', arguments: { message: 'b' } }),
        call(3, 'echo', { message: 'direct' }),
      ]),
    );
    const batch = answers.find((answer) => Array.isArray(answer)) as { id: number }[];
    expect(batch.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it('answers a request in the stateless era without any handshake', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const [answer] = await converse(
      lines(call(1, 'tools/call', { name: 'echo', arguments: { message: 'now' }, _meta: meta })),
    );
    expect(answer).toMatchObject({ id: 1, result: { resultType: 'complete', structuredContent: { message: 'now' } } });
  });

  it('answers both of two requests with the same id', async () => {
    const twice = call(1, 'tools/call', { name: 'echo', arguments: { message: 'x' } });
    const answers = await converse(lines(initialize(), twice, twice));
    expect(answers.filter((answer) => (answer as { id: unknown }).id === 1)).toHaveLength(2);
  });
});

it('marks that an answer put around foreign text are gone when it comes back as an argument', async () => {
  const params = { message: '⟦foreign⟧a ⟦U+27E6⟧memo⟧ of others⟦/foreign⟧' };
  const [answer] = await converse(lines({ jsonrpc: '2.0', id: 1, method: 'talk.echo', params }));
  expect(answer).toMatchObject({ result: { message: 'a ⟦memo⟧ of others' } });
});
