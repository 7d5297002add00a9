// A page for the person, as each revision has it: what cannot pass through the client is done there.
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../call/define.ts';
import { silentLogger } from '../log/logger.ts';
import { createServer } from '../server/index.ts';
import { KernelError } from '../tool/errors.ts';

type Message = Readonly<Record<string, unknown>> & { readonly id?: unknown; readonly method?: string };

const signIn = (url: string) =>
  defineTool({
    name: 'sign_in',
    title: 'Sign in',
    toolsets: ['base'],
    description: { minimal: 'Signs in.', rich: 'Signs in.' },
    synonyms: [],
    input: z.object({ fail: z.boolean().default(false) }),
    output: z.object({ went: z.string() }),
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    guard: 'unguarded',
    confirmation: 'none',
    cost: 'local',
    handler: async ({ fail }, { person }) => {
      const page = { id: 'sign_in', message: 'Sign in to the broker.', url };
      if (fail) throw new KernelError('locked', 'The book is locked.').mendedAt(page);
      return { went: await person.open(page) };
    },
  });

/** Talks to a server over a pipe; the client answers every page with this action. */
async function talk(url: string, messages: readonly object[], action: string) {
  const server = createServer({
    name: 'test',
    version: '1.0.0',
    tools: [signIn(url)],
    toolsets: [{ name: 'base', description: 'All', always: true }],
    log: silentLogger,
  });
  const input = new PassThrough();
  const output = new PassThrough();
  const wire = server.stdio({ input, output });
  const heard: Message[] = [];
  const waiting = new Map<unknown, (message: Message) => void>();
  const write = (message: object) => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  output.on('data', (chunk: Buffer) => {
    for (const line of String(chunk).trim().split('\n')) {
      const message = JSON.parse(line) as Message;
      heard.push(message);
      if (message.method === 'elicitation/create') write({ id: message.id, result: { action } });
      else waiting.get(message.id)?.(message);
    }
  });
  const answers: Message[] = [];
  for (const [id, message] of messages.entries()) {
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve));
    write({ id, ...message });
    answers.push(await answered);
  }
  input.end();
  await wire.closed;
  return { heard, last: answers.at(-1) ?? {} };
}

const PAGE = 'http://127.0.0.1:8765/assistant';
const call = (params: object) => ({ method: 'tools/call', params: { name: 'sign_in', arguments: {}, ...params } });
const hello = (elicitation: object) => ({
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: { elicitation },
    clientInfo: { name: 'test', version: '1' },
  },
});
const stateless = (elicitation: object) => ({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { elicitation },
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  },
});

describe('2025-11-25', () => {
  test('the client is asked with the plain address and an id of the page', async () => {
    const { heard, last } = await talk(PAGE, [hello({ url: {} }), call({})], 'accept');
    const asked = heard.find(({ method }) => method === 'elicitation/create');
    expect(asked?.params).toEqual({
      mode: 'url',
      message: 'Sign in to the broker.',
      url: PAGE,
      elicitationId: expect.any(String) as string,
    });
    expect(last.result).toMatchObject({ structuredContent: { went: 'accept' } });
  });

  test('an error that a page mends sends the person there and stays an error', async () => {
    const { heard, last } = await talk(PAGE, [hello({ url: {} }), call({ arguments: { fail: true } })], 'decline');
    expect(heard.some(({ method }) => method === 'elicitation/create')).toBe(true);
    expect(last.result).toMatchObject({ isError: true });
  });

  test('a client that shows forms alone is not sent a page', async () => {
    const { heard, last } = await talk(PAGE, [hello({ form: {} }), call({ arguments: { fail: true } })], 'accept');
    expect(heard.some(({ method }) => method === 'elicitation/create')).toBe(false);
    expect(last.result).toMatchObject({ isError: true });
  });
});

describe('2026-07-28', () => {
  test('the page is an input request without an id, and the call is made again', async () => {
    const first = (await talk(PAGE, [call(stateless({ url: {} }))], '')).last.result as Message;
    expect(first).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        sign_in: {
          method: 'elicitation/create',
          params: { mode: 'url', message: 'Sign in to the broker.', url: PAGE },
        },
      },
    });
    expect(JSON.stringify(first.inputRequests)).not.toContain('elicitationId');
    const again = { ...stateless({ url: {} }), inputResponses: { sign_in: { action: 'accept' } } };
    expect((await talk(PAGE, [call(again)], '')).last.result).toMatchObject({ structuredContent: { went: 'accept' } });
  });

  test('a client that shows none learns what it lacks', async () => {
    const { last } = await talk(PAGE, [call(stateless({ form: {} }))], '');
    expect(last.error).toMatchObject({ code: -32021, data: { requiredCapabilities: { elicitation: { url: {} } } } });
  });
});

test.each([
  'http://127.0.0.1:8765/?ticket=sesame',
  'http://me:secret@127.0.0.1:8765/',
  'http://127.0.0.1:8765/#token=sesame',
  'javascript:alert(1)',
  'assistant',
])('an address that is not plain goes nowhere: %s', async (url) => {
  const { heard, last } = await talk(url, [hello({ url: {} }), call({})], 'accept');
  expect(heard.some(({ method }) => method === 'elicitation/create')).toBe(false);
  expect(last.result).toMatchObject({ isError: true });
  expect(JSON.stringify(heard)).not.toContain('sesame');
});
