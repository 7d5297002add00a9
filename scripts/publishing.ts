// What tells others how to start the journal's MCP server: the MCP registry's server.json and the manifest of the
// .mcpb bundle. Both are written from what is packed and from its tools.
import { createJournalServer } from '@zorivest/mcp-server';
import pkg from '../journal/mcp/package.json' with { type: 'json' };
import { journal, REPOSITORY } from './published.ts';

const TITLE = 'Zorivest trading journal';
const API_URL = 'http://127.0.0.1:8765';
const KEY = 'An API key of your journal (zrv_sk_…); `zorivest keys` makes one.';
const SERVICE = 'Where the Zorivest service listens.';

/** https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json */
export function serverJson(): string {
  const npm = { registryType: 'npm', identifier: journal.name, version: pkg.version, runtimeHint: 'npx' };
  const mcp = { type: 'positional', value: 'mcp', description: 'The MCP server of the journal.' };
  const service = {
    name: 'ZORIVEST_API_URL',
    description: SERVICE,
    format: 'string',
    default: API_URL,
  };
  const description = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: journal.mcpName,
    title: TITLE,
    description: pkg.description,
    version: pkg.version,
    repository: { url: REPOSITORY, source: 'github', subfolder: 'journal/mcp' },
    packages: [
      {
        ...npm,
        packageArguments: [mcp],
        transport: { type: 'stdio' },
        environmentVariables: [
          { name: 'ZORIVEST_API_KEY', description: KEY, format: 'string', isRequired: true, isSecret: true },
          service,
        ],
      },
      {
        ...npm,
        packageArguments: [mcp, { type: 'positional', value: '--http', description: 'Serve HTTP instead of stdio.' }],
        transport: {
          type: 'streamable-http',
          url: 'http://127.0.0.1:8766/mcp',
          headers: [
            { name: 'Authorization', description: `Bearer and the key. ${KEY}`, isRequired: true, isSecret: true },
          ],
        },
        environmentVariables: [service],
      },
    ],
  };
  return `${JSON.stringify(description, null, 2)}\n`;
}

/** Where the launcher lies in the bundle; it imports `../dist`, as it does in the package. */
export const ENTRY_POINT = 'bin/zorivest-mcp.js';

/** How the desktop client that installs bundles names itself. */
const BUNDLE_CLIENT = { name: 'claude-ai', version: '1' };

/** https://github.com/modelcontextprotocol/mcpb, manifest version 0.3. */
export function bundleManifest(): string {
  // What is promised before the installation is what the client that installs bundles lists after it.
  const { tools } = createJournalServer({ apiUrl: API_URL }).surface({ era: 'legacy', client: BUNDLE_CLIENT });
  const manifest = {
    manifest_version: '0.3',
    name: journal.name,
    display_name: TITLE,
    version: pkg.version,
    description: pkg.description,
    author: { name: 'Zorivest' },
    repository: { type: 'git', url: `git+${REPOSITORY}.git` },
    license: pkg.license,
    server: {
      type: 'node',
      entry_point: ENTRY_POINT,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${ENTRY_POINT}`],
        env: { ZORIVEST_API_KEY: '${user_config.api_key}', ZORIVEST_API_URL: '${user_config.api_url}' },
      },
    },
    tools: tools.map(({ name, description }) => ({ name, description })),
    prompts_generated: true,
    user_config: {
      api_key: { type: 'string', title: 'API key', description: KEY, sensitive: true, required: true },
      api_url: { type: 'string', title: 'Service', description: SERVICE, default: API_URL, required: false },
    },
    compatibility: { runtimes: { node: pkg.engines.node } },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
