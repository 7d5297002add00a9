// Each MCP client: where it keeps its servers, under which name, and what an entry looks like there.
import { join } from 'node:path';

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

const json = { format: 'json', under: 'mcpServers' } as const;

export const clients: Readonly<Record<string, ClientConfig>> = {
  'claude-code': {
    ...json,
    title: 'Claude Code',
    path: ({ home }) => join(home, '.claude.json'),
    entry: (target) => ({ type: 'http', url: target.url, headers: headers(target) }),
    next: 'start a new Claude Code session; /mcp shows the server',
  },
  'claude-desktop': {
    ...json,
    title: 'Claude Desktop',
    path: (places) => join(appFolder(places), 'Claude', 'claude_desktop_config.json'),
    entry: stdio,
    next: 'quit Claude Desktop and open it again',
  },
  cursor: {
    ...json,
    title: 'Cursor',
    path: ({ home }) => join(home, '.cursor', 'mcp.json'),
    entry: (target) => ({ url: target.url, headers: headers(target) }),
    next: 'switch the server on under Settings, MCP',
  },
  vscode: {
    title: 'VS Code',
    format: 'json',
    under: 'servers',
    path: (places) => join(codeUser(places), 'mcp.json'),
    entry: (target) => ({ type: 'http', url: target.url, headers: headers(target) }),
    next: 'run "MCP: List Servers" and start it',
  },
  windsurf: {
    ...json,
    title: 'Windsurf',
    path: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    entry: (target) => ({ serverUrl: target.url, headers: headers(target) }),
    next: 'press Refresh in the MCP panel',
  },
  cline: {
    ...json,
    title: 'Cline',
    path: (places) =>
      join(codeUser(places), 'globalStorage', 'saoudrizwan.claude-dev', 'settings', 'cline_mcp_settings.json'),
    entry: (target) => ({ type: 'streamableHttp', url: target.url, headers: headers(target), disabled: false }),
    next: 'the server appears in the MCP panel of Cline',
  },
  'roo-code': {
    ...json,
    title: 'Roo Code',
    path: (places) =>
      join(codeUser(places), 'globalStorage', 'rooveterinaryinc.roo-cline', 'settings', 'mcp_settings.json'),
    entry: (target) => ({ type: 'streamable-http', url: target.url, headers: headers(target), disabled: false }),
    next: 'the server appears in the MCP panel of Roo Code',
  },
  'kilo-code': {
    ...json,
    title: 'Kilo Code',
    path: (places) => join(codeUser(places), 'globalStorage', 'kilocode.kilo-code', 'settings', 'mcp_settings.json'),
    entry: (target) => ({ type: 'streamable-http', url: target.url, headers: headers(target), disabled: false }),
    next: 'the server appears in the MCP panel of Kilo Code',
  },
  'copilot-cli': {
    ...json,
    title: 'Copilot CLI',
    path: ({ home, env }) => join(env['XDG_CONFIG_HOME'] ?? home, '.copilot', 'mcp-config.json'),
    entry: (target) => ({ type: 'http', url: target.url, headers: headers(target), tools: ['*'] }),
    next: 'start a new session; /mcp shows the server',
  },
  opencode: {
    title: 'opencode',
    format: 'json',
    under: 'mcp',
    path: ({ home, env }) => join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'opencode', 'opencode.json'),
    entry: (target) => ({ type: 'remote', url: target.url, headers: headers(target), enabled: true }),
    next: 'start a new session',
  },
  'gemini-cli': {
    ...json,
    title: 'Gemini CLI',
    path: ({ home }) => join(home, '.gemini', 'settings.json'),
    entry: (target) => ({ httpUrl: target.url, headers: headers(target) }),
    next: 'start a new session; /mcp shows the server',
  },
  antigravity: {
    ...json,
    title: 'Antigravity',
    path: ({ home }) => join(home, '.gemini', 'antigravity', 'mcp_config.json'),
    entry: (target) => ({ serverUrl: target.url, headers: headers(target) }),
    next: 'press Refresh under Manage MCP servers',
  },
  codex: {
    title: 'Codex',
    format: 'toml',
    under: 'mcp_servers',
    path: ({ home, env }) => join(env['CODEX_HOME'] ?? join(home, '.codex'), 'config.toml'),
    entry: (target) => ({ url: target.url, http_headers: headers(target) }),
    next: 'start a new session',
  },
  zed: {
    title: 'Zed',
    format: 'json',
    under: 'context_servers',
    path: ({ home, platform, env }) =>
      platform === 'win32'
        ? join(appFolder({ home, platform, env }), 'Zed', 'settings.json')
        : join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'zed', 'settings.json'),
    entry: (target) => ({ url: target.url, headers: headers(target) }),
    next: 'the server appears in the agent panel',
  },
};

export const serverName = 'zorivest';
