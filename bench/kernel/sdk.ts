// The bare SDK, as its own guide writes a server.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

serveStdio(() => {
  const server = new McpServer({ name: 'bench', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.registerTool(
    'echo',
    {
      title: 'Echo',
      description: 'Returns the given message.',
      inputSchema: z.object({ message: z.string() }),
      outputSchema: z.object({ message: z.string() }),
    },
    ({ message }) => ({
      content: [{ type: 'text', text: JSON.stringify({ message }) }],
      structuredContent: { message },
    }),
  );
  return server;
});
