import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { Client, type ClientCapabilities } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, expect, test } from 'vitest';
import { root } from './example.ts';

const page = readFileSync(join(root, 'docs/your-first-server.md'), 'utf8');
const [server = '', harm = '', view = ''] = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code);

// Inside the repository, so that the imports are found as the page says.
mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
const folder = mkdtempSync(join(root, 'node_modules/.cache/first-server-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a server of the page and speaks to it as an assistant would. */
async function withServer(
  code: string,
  work: (client: Client) => Promise<void>,
  capabilities: ClientCapabilities = {},
): Promise<void> {
  // Under node_modules Node does not strip types.
  const file = join(folder, 'first-server.mjs');
  writeFileSync(file, stripTypeScriptTypes(code));
  const client = new Client(
    { name: 'reader', version: '1.0.0' },
    { capabilities: { elicitation: {}, ...capabilities } },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => {
    expect(params.message).toContain('Throw away all the tea?');
    return { action: 'accept', content: { confirm: true } };
  });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [file] }));
  try {
    await work(client);
  } finally {
    await client.close();
  }
}

test('the server of the guide has fewer than twenty lines', () => {
  expect(server.trim().split('\n').length).toBeLessThan(20);
});

test('it works as it stands', () =>
  withServer(server, async (client) => {
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['look_at_shelf']);
    expect(client.getInstructions()).toMatch(/^shelf\. 1 tool\.\nAll are listed\.\n/);
    const { content } = await client.callTool({ name: 'look_at_shelf', arguments: {} });
    expect(content).toMatchObject([{ text: '{"items":[{"name":"tea","amount":3}],"count":1}' }]);
  }));

test('it works with the tool that does harm', () => {
  const both = server
    .replace('const server =', () => `${harm}\nconst server =`)
    .replace('tools: [look]', 'tools: [look, throwAway]');
  return withServer(both, async (client) => {
    const { content } = await client.callTool({ name: 'throw_away', arguments: { name: 'tea' } });
    expect(content).toMatchObject([{ text: '{"gone":true}' }]);
  });
});

test('it shows what it found, in fewer than twenty lines more', async () => {
  expect(view.trim().split('\n').length).toBeLessThan(20);
  const drawn = server
    .replace('import { createServer,', 'import { ownView, createServer,')
    .replace('const look =', () => `${view}\nconst look =`)
    .replace("kind: 'read',", "kind: 'read', view: shelfView,");
  const capabilities = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };
  await withServer(
    drawn,
    async (client) => {
      const [tool] = (await client.listTools()).tools;
      expect(tool?._meta).toMatchObject({ ui: { resourceUri: 'ui://shelf/shelf' } });
      const { contents } = await client.readResource({ uri: 'ui://shelf/shelf' });
      expect(contents).toMatchObject([{ mimeType: 'text/html;profile=mcp-app' }]);
      expect(JSON.stringify(contents)).toContain('<title>Shelf</title>');
    },
    capabilities,
  );
});
