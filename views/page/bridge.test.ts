import { expect, it } from 'vitest';
import { bridge, type Messages } from './bridge.ts';

function host() {
  const sent: Record<string, unknown>[] = [];
  let take: (message: unknown) => void = () => {};
  const messages: Messages = {
    post: (message) => void sent.push(message as Record<string, unknown>),
    listen: (listener) => void (take = listener),
  };
  return { sent, messages, say: (message: unknown) => take(message) };
}

const silent = { notify: () => {}, respond: () => undefined };

it('a request ends with the answer that has its number, whatever else arrives', async () => {
  const { sent, messages, say } = host();
  const { request } = bridge(messages, silent);
  const [first, second] = [request('a', {}), request('b', {})];
  for (const stray of [null, 'text', [1], { id: 2, result: {} }, { jsonrpc: '2.0', id: 9, result: {} }]) say(stray);
  say({ jsonrpc: '2.0', id: 2, result: { b: 1 } });
  say({ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'No such tool.' } });
  await expect(second).resolves.toEqual({ b: 1 });
  await expect(first).rejects.toThrow('No such tool.');
  expect(sent).toMatchObject([
    { jsonrpc: '2.0', id: 1, method: 'a' },
    { jsonrpc: '2.0', id: 2, method: 'b' },
  ]);
});

it('what the host asks is answered once, and what a page cannot do is refused as that', () => {
  const { sent, messages, say } = host();
  bridge(messages, { notify: () => {}, respond: (method) => (method === 'ping' ? {} : undefined) });
  say({ jsonrpc: '2.0', id: 'x', method: 'ping' });
  say({ jsonrpc: '2.0', id: 0, method: 'tools/call', params: {} });
  for (const id of [null, {}, [1]]) say({ jsonrpc: '2.0', id, method: 'ping' });
  expect(sent).toEqual([
    { jsonrpc: '2.0', id: 'x', result: {} },
    { jsonrpc: '2.0', id: 0, error: { code: -32_601, message: 'tools/call is not for this page' } },
  ]);
});

it('what the host tells arrives with its parameters, however they are missing', () => {
  const { messages, say } = host();
  const heard: unknown[] = [];
  bridge(messages, { notify: (...all) => heard.push(all), respond: () => undefined });
  say({ jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: { arguments: { a: 1 } } });
  say({ jsonrpc: '2.0', method: 'ui/notifications/tool-cancelled', params: [1] });
  expect(heard).toEqual([
    ['ui/notifications/tool-input', { arguments: { a: 1 } }],
    ['ui/notifications/tool-cancelled', {}],
  ]);
});
