// The bare SDK with one tool that asks the service the same two things: whether it may, and the answer.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const { API_URL = '', SESSION = '' } = process.env;
const headers = { authorization: `Bearer ${SESSION}`, 'content-type': 'application/json' };

async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(`${API_URL}/api/v1${path}`, { ...init, headers });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as T;
}

serveStdio(() => {
  const server = new McpServer({ name: 'bench', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.registerTool(
    'get_settings',
    {
      title: 'Read settings',
      description: 'Read all user settings, or one of them by its dotted key, as text.',
      inputSchema: z.object({ key: z.string() }),
      outputSchema: z.record(z.string(), z.string()),
    },
    async ({ key }) => {
      const body = JSON.stringify({ tool: 'get_settings' });
      const { allowed } = await ask<{ allowed: boolean }>('/mcp-guard/check', { method: 'POST', body });
      if (!allowed) throw new Error('the guard is locked');
      const { value, value_type } = await ask<{ value: string; value_type: string }>(`/settings/${key}`);
      const answer = { key, value, value_type };
      return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
    },
  );
  return server;
});
