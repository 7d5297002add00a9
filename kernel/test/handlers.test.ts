// docs/handlers.md as it stands: its pieces are one server, run and used by the official client in both eras.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eras, type Era } from './clients.ts';
import { root } from './example.ts';

const page = readFileSync(join(root, 'docs/handlers.md'), 'utf8');
const code = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block]) => block).join('\n');

// Inside the repository, so that the imports are found as the page says.
mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
const folder = mkdtempSync(join(root, 'node_modules/.cache/handlers-'));
const file = join(folder, 'server.mjs');
writeFileSync(file, code);
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(Object.keys(eras) as Era[])('the page about handlers, %s', (era) => {
  let client: Client;
  let stderr = '';
  const updated: string[] = [];

  beforeEach(async () => {
    client = new Client(
      { name: 'reader', version: '1.0.0' },
      {
        capabilities: { elicitation: {}, sampling: {}, roots: {} },
        versionNegotiation: { mode: eras[era] },
      },
    );
    client.setRequestHandler('elicitation/create', ({ params }) =>
      params.message === 'Which cup?' ? { action: 'accept', content: { cup: 'blue' } } : { action: 'cancel' },
    );
    client.setRequestHandler('sampling/createMessage', () => ({
      role: 'assistant',
      model: 'lent',
      content: { type: 'text', text: 'assam' },
    }));
    client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///kitchen' }] }));
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void updated.push(params.uri));
    const transport = new StdioClientTransport({ command: process.execPath, args: [file], stderr: 'pipe' });
    transport.stderr?.on('data', (text: Buffer) => (stderr += text.toString()));
    await client.connect(transport);
  });
  afterEach(() => client.close());

  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content } = await client.callTool({ name, arguments: args });
    return JSON.parse((content as { text: string }[])[0]?.text ?? '{}') as Record<string, unknown>;
  };

  test('asks the person, the model and the workspace', async () => {
    expect(await call('choose_cup')).toEqual({ cup: 'blue' });
    expect(await call('suggest_tea')).toEqual({ tea: 'assam', folder: 'file:///kitchen' });
  });

  test('reports progress, logs, and stops when it is cancelled', async () => {
    const steps: number[] = [];
    const stop = new AbortController();
    const endless = client.callTool(
      { name: 'brew', arguments: { cups: 100 } },
      {
        signal: stop.signal,
        onprogress: ({ progress }) => {
          steps.push(progress);
          if (progress === 3) stop.abort();
        },
      },
    );
    await expect(endless).rejects.toThrow(/abort|cancel/i);
    expect(steps).toEqual([1, 2, 3]);
    expect(await call('brew', { cups: 2 })).toEqual({ cups: 2 });
    await expect.poll(() => stderr).toContain('"message":"brewed"');
    expect(stderr).not.toContain('"cups":100');
  });

  test('knows who calls, calls another tool, completes, and says what changed', async () => {
    if (era === 'legacy') await client.subscribeResource({ uri: 'tea://served' });
    expect(await call('serve')).toEqual({ era, cups: 1 });
    const { contents } = await client.readResource({ uri: 'tea://served' });
    // A host of the stateless era has no name that counts.
    expect(contents).toMatchObject([{ text: era === 'legacy' ? 'reader' : 'local' }]);
    if (era === 'legacy') await expect.poll(() => updated).toContain('tea://served');
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'tea://{tea}' },
      argument: { name: 'tea', value: 'bl' },
    });
    expect(completion.values).toEqual(['black', 'blue mountain']);
  });
});
