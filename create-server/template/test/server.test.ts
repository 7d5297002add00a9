import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const main = join(import.meta.dirname, '../src/main.ts');

test('a client lists the tools, adds a note, and is asked before all are removed', async () => {
  const asked: string[] = [];
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message);
    return { action: 'accept', content: { confirm: true } };
  });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [main] }));
  try {
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['list_notes', 'add_note', 'clear_notes', 'get_confirmation_token'],
    );
    await client.callTool({ name: 'add_note', arguments: { text: 'Buy tea.' } });
    const { content } = await client.callTool({ name: 'list_notes', arguments: {} });
    assert.match(JSON.stringify(content), /Buy tea\./);
    const cleared = await client.callTool({ name: 'clear_notes', arguments: {} });
    assert.match(JSON.stringify(cleared.content), /removed/);
    assert.match(asked.join(), /Remove all 1 notes\?/);
  } finally {
    await client.close();
  }
});
