// Each MCP client: where it keeps its servers, under which name, and what an entry looks like there.
import { join } from 'node:path';
import { httpClients } from '@zorivest/contract';

export interface Places {
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
}

export interface Target {
  /** The MCP server over HTTP. */
  readonly url: string;
  readonly apiKey: string;
  /** For clients that start the server themselves. */
  readonly program: string;
  readonly node: string;
  readonly apiUrl: string;
  /** Toolsets the client is shown instead of the defaults. */
  readonly toolsets?: string;
}

export interface ClientConfig {
  readonly title: string;
  readonly path: (places: Places) => string;
  readonly format: 'json' | 'toml';
  /** The key in the file under which servers are listed. */
  readonly under: string;
  readonly entry: (target: Target) => Record<string, unknown>;
  /** What to do after the file is written. */
  readonly next: string;
}

/** Where desktop applications keep their settings. */
function appFolder({ home, platform, env }: Places): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env['APPDATA'] ?? join(home, 'AppData', 'Roaming');
  return env['XDG_CONFIG_HOME'] ?? join(home, '.config');
}

const codeUser = (places: Places) => join(appFolder(places), 'Code', 'User');
const headers = ({ apiKey }: Target) => ({ Authorization: `Bearer ${apiKey}` });

const stdio = ({ node, program, apiKey, apiUrl, toolsets }: Target) => ({
  command: node,
  args: [program, ...(toolsets === undefined ? [] : ['--toolsets', toolsets])],
  env: { ZORIVEST_API_KEY: apiKey, ZORIVEST_API_URL: apiUrl },
});

function overHttp(name: keyof typeof httpClients): Omit<ClientConfig, 'path'> {
  const { title, format, under, next, entry } = httpClients[name];
  return { title, format, under, next, entry: (target) => entry(target.url, headers(target)) };
}

export const clients: Readonly<Record<string, ClientConfig>> = {
  'claude-code': {
    ...overHttp('claude-code'),
    path: ({ home }) => join(home, '.claude.json'),
  },
  'claude-desktop': {
    format: 'json',
    under: 'mcpServers',
    title: 'Claude Desktop',
    path: (places) => join(appFolder(places), 'Claude', 'claude_desktop_config.json'),
    entry: stdio,
    next: 'quit Claude Desktop and open it again',
  },
  cursor: {
    ...overHttp('cursor'),
    path: ({ home }) => join(home, '.cursor', 'mcp.json'),
  },
  vscode: {
    ...overHttp('vscode'),
    path: (places) => join(codeUser(places), 'mcp.json'),
  },
  windsurf: {
    ...overHttp('windsurf'),
    path: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
  },
  cline: {
    ...overHttp('cline'),
    path: (places) =>
      join(codeUser(places), 'globalStorage', 'saoudrizwan.claude-dev', 'settings', 'cline_mcp_settings.json'),
  },
  'roo-code': {
    ...overHttp('roo-code'),
    path: (places) =>
      join(codeUser(places), 'globalStorage', 'rooveterinaryinc.roo-cline', 'settings', 'mcp_settings.json'),
  },
  'kilo-code': {
    ...overHttp('kilo-code'),
    path: (places) => join(codeUser(places), 'globalStorage', 'kilocode.kilo-code', 'settings', 'mcp_settings.json'),
  },
  'copilot-cli': {
    ...overHttp('copilot-cli'),
    path: ({ home, env }) => join(env['XDG_CONFIG_HOME'] ?? home, '.copilot', 'mcp-config.json'),
  },
  opencode: {
    ...overHttp('opencode'),
    path: ({ home, env }) => join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'opencode', 'opencode.json'),
  },
  'gemini-cli': {
    ...overHttp('gemini-cli'),
    path: ({ home }) => join(home, '.gemini', 'settings.json'),
  },
  antigravity: {
    ...overHttp('antigravity'),
    path: ({ home }) => join(home, '.gemini', 'antigravity', 'mcp_config.json'),
  },
  codex: {
    ...overHttp('codex'),
    path: ({ home, env }) => join(env['CODEX_HOME'] ?? join(home, '.codex'), 'config.toml'),
  },
  zed: {
    ...overHttp('zed'),
    path: ({ home, platform, env }) =>
      platform === 'win32'
        ? join(appFolder({ home, platform, env }), 'Zed', 'settings.json')
        : join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'zed', 'settings.json'),
  },
};
