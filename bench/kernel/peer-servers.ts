// The same small server on each framework, as its own guide writes one: a tool that echoes, one that adds, one that fails
// with words that must not leak. Texts, because the frameworks are installed next to the repository and not in it.

export interface PeerServer {
  readonly name: string;
  /** From the registry, exactly; nothing for what the repository has itself. */
  readonly install?: string;
  readonly files: Readonly<Record<string, string>>;
  /** Run in the folder once, before the server starts. */
  readonly build?: readonly string[];
  readonly entry: string;
}

const sdk = `import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const answer = (data) => ({ content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data });

serveStdio(() => {
  const server = new McpServer({ name: 'peer', version: '1.0.0' });
  server.registerTool(
    'echo',
    {
      description: 'Returns the given message.',
      inputSchema: z.object({ message: z.string() }),
      outputSchema: z.object({ message: z.string() }),
    },
    ({ message }) => answer({ message }),
  );
  server.registerTool(
    'add',
    {
      description: 'Adds two numbers.',
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      outputSchema: z.object({ sum: z.number() }),
    },
    ({ a, b }) => answer({ sum: a + b }),
  );
  server.registerTool('fail', { description: 'Fails inside.', inputSchema: z.object({}) }, () => {
    throw new Error('connect postgres://admin:hunter2@db failed');
  });
  return server;
});
`;

const ours = `import { createServer, defineTool, run } from '@zorivest/kernel';
import { z } from 'zod';

const tools = [
  defineTool({
    name: 'echo',
    kind: 'read',
    description: 'Returns the given message.',
    input: z.object({ message: z.string() }),
    output: z.object({ message: z.string() }),
    handler: ({ message }) => ({ message }),
  }),
  defineTool({
    name: 'add',
    kind: 'read',
    description: 'Adds two numbers.',
    input: z.object({ a: z.number(), b: z.number() }),
    output: z.object({ sum: z.number() }),
    handler: ({ a, b }) => ({ sum: a + b }),
  }),
  defineTool({
    name: 'fail',
    kind: 'read',
    description: 'Fails inside.',
    input: z.object({}),
    handler: () => {
      throw new Error('connect postgres://admin:hunter2@db failed');
    },
  }),
];

await run(createServer({ name: 'peer', version: '1.0.0', tools }), 'stdio');
`;

const fastmcp = `import { FastMCP } from 'fastmcp';
import { z } from 'zod';

const server = new FastMCP({ name: 'peer', version: '1.0.0' });
server.addTool({
  name: 'echo',
  description: 'Returns the given message.',
  parameters: z.object({ message: z.string() }),
  execute: async ({ message }) => JSON.stringify({ message }),
});
server.addTool({
  name: 'add',
  description: 'Adds two numbers.',
  parameters: z.object({ a: z.number(), b: z.number() }),
  execute: async ({ a, b }) => JSON.stringify({ sum: a + b }),
});
server.addTool({
  name: 'fail',
  description: 'Fails inside.',
  parameters: z.object({}),
  execute: async () => {
    throw new Error('connect postgres://admin:hunter2@db failed');
  },
});
await server.start({ transportType: 'stdio' });
`;

const frameworkTool = (name: string, description: string, schema: string, body: string) =>
  `import { MCPTool } from 'mcp-framework';
import { z } from 'zod';

export default class extends MCPTool {
  name = '${name}';
  description = '${description}';
  schema = z.object({${schema}});
  async execute(input) {
    ${body}
  }
}
`;

const xmcpTool = (name: string, description: string, schema: string, body: string) =>
  `import { z } from 'zod';

export const schema = {${schema}};
export const metadata = { name: '${name}', description: '${description}' };
export default function run(input: any) {
  ${body}
}
`;

const FAIL = "throw new Error('connect postgres://admin:hunter2@db failed');";

export const peerServers: readonly PeerServer[] = [
  { name: 'bare SDK 2.4.0', files: { 'server.mjs': sdk }, entry: 'server.mjs' },
  {
    name: 'fastmcp 4.20.16',
    install: 'fastmcp@4.20.16 zod@4.6.7',
    files: { 'server.mjs': fastmcp },
    entry: 'server.mjs',
  },
  {
    name: 'mcp-framework 0.2.22',
    install: 'mcp-framework@0.2.22 zod@3.25.76',
    files: {
      'dist/index.js': "import { MCPServer } from 'mcp-framework';\n\nawait new MCPServer().start();\n",
      'dist/tools/EchoTool.js': frameworkTool(
        'echo',
        'Returns the given message.',
        " message: z.string().describe('What to say.') ",
        'return { message: input.message };',
      ),
      'dist/tools/AddTool.js': frameworkTool(
        'add',
        'Adds two numbers.',
        " a: z.number().describe('One.'), b: z.number().describe('The other.') ",
        'return { sum: input.a + input.b };',
      ),
      'dist/tools/FailTool.js': frameworkTool('fail', 'Fails inside.', '', FAIL),
    },
    entry: 'dist/index.js',
  },
  {
    name: 'xmcp 1.1.3',
    install: 'xmcp@1.1.3 @xmcp-dev/compiler@1.1.3 zod@4.6.7 @modelcontextprotocol/server@2.4.0 typescript@5.9.3',
    files: {
      'xmcp.config.ts': 'export default { stdio: true, http: false, paths: { prompts: false, resources: false } };\n',
      'tsconfig.json': '{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler" } }\n',
      'src/tools/echo.ts': xmcpTool(
        'echo',
        'Returns the given message.',
        ' message: z.string() ',
        'return { structuredContent: { message: input.message }, content: [{ type: "text", text: JSON.stringify({ message: input.message }) }] };',
      ),
      'src/tools/add.ts': xmcpTool(
        'add',
        'Adds two numbers.',
        ' a: z.number(), b: z.number() ',
        'const data = { sum: input.a + input.b };\n  return { structuredContent: data, content: [{ type: "text", text: JSON.stringify(data) }] };',
      ),
      'src/tools/fail.ts': xmcpTool('fail', 'Fails inside.', '', FAIL),
    },
    build: ['node_modules/xmcp/dist/cli.js', 'build'],
    entry: 'dist/stdio.js',
  },
  { name: 'kernel', files: { 'server.mjs': ours }, entry: 'server.mjs' },
];
