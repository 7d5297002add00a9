// How clients that reach the MCP server over HTTP write it into their settings: for the command that writes it for them, and for
// the page that shows what to paste.

type Headers = Readonly<Record<string, string>>;

export interface HttpClient {
  readonly title: string;
  readonly format: 'json' | 'toml';
  /** The key in the file under which servers are listed. */
  readonly under: string;
  /** Where the file is, as a person finds it. */
  readonly file: string;
  readonly entry: (url: string, headers: Headers) => Record<string, unknown>;
  /** What to do after the file is written. */
  readonly next: string;
}

const json = { format: 'json', under: 'mcpServers' } as const;

/** The name under which a client lists this server. */
export const serverName = 'zorivest';

/** In the home of a book: where its MCP server listens, written by who started it. */
export const mcpNote = 'mcp.json';

export const httpClients = {
  'claude-code': {
    ...json,
    title: 'Claude Code',
    file: '~/.claude.json',
    entry: (url, headers) => ({ type: 'http', url, headers }),
    next: 'start a new Claude Code session; /mcp shows the server',
  },
  cursor: {
    ...json,
    title: 'Cursor',
    file: '~/.cursor/mcp.json',
    entry: (url, headers) => ({ url, headers }),
    next: 'switch the server on under Settings, MCP',
  },
  vscode: {
    format: 'json',
    under: 'servers',
    title: 'VS Code',
    file: 'mcp.json, by the command “MCP: Open User Configuration”',
    entry: (url, headers) => ({ type: 'http', url, headers }),
    next: 'run "MCP: List Servers" and start it',
  },
  windsurf: {
    ...json,
    title: 'Windsurf',
    file: '~/.codeium/windsurf/mcp_config.json',
    entry: (url, headers) => ({ serverUrl: url, headers }),
    next: 'press Refresh in the MCP panel',
  },
  cline: {
    ...json,
    title: 'Cline',
    file: 'cline_mcp_settings.json, from the MCP panel of Cline',
    entry: (url, headers) => ({ type: 'streamableHttp', url, headers, disabled: false }),
    next: 'the server appears in the MCP panel of Cline',
  },
  'roo-code': {
    ...json,
    title: 'Roo Code',
    file: 'mcp_settings.json, from the MCP panel of Roo Code',
    entry: (url, headers) => ({ type: 'streamable-http', url, headers, disabled: false }),
    next: 'the server appears in the MCP panel of Roo Code',
  },
  'kilo-code': {
    ...json,
    title: 'Kilo Code',
    file: 'mcp_settings.json, from the MCP panel of Kilo Code',
    entry: (url, headers) => ({ type: 'streamable-http', url, headers, disabled: false }),
    next: 'the server appears in the MCP panel of Kilo Code',
  },
  'copilot-cli': {
    ...json,
    title: 'Copilot CLI',
    file: '~/.copilot/mcp-config.json',
    entry: (url, headers) => ({ type: 'http', url, headers, tools: ['*'] }),
    next: 'start a new session; /mcp shows the server',
  },
  opencode: {
    format: 'json',
    under: 'mcp',
    title: 'opencode',
    file: '~/.config/opencode/opencode.json',
    entry: (url, headers) => ({ type: 'remote', url, headers, enabled: true }),
    next: 'start a new session',
  },
  'gemini-cli': {
    ...json,
    title: 'Gemini CLI',
    file: '~/.gemini/settings.json',
    entry: (url, headers) => ({ httpUrl: url, headers }),
    next: 'start a new session; /mcp shows the server',
  },
  antigravity: {
    ...json,
    title: 'Antigravity',
    file: '~/.gemini/antigravity/mcp_config.json',
    entry: (url, headers) => ({ serverUrl: url, headers }),
    next: 'press Refresh under Manage MCP servers',
  },
  codex: {
    format: 'toml',
    under: 'mcp_servers',
    title: 'Codex',
    file: '~/.codex/config.toml',
    entry: (url, headers) => ({ url, http_headers: headers }),
    next: 'start a new session',
  },
  zed: {
    format: 'json',
    under: 'context_servers',
    title: 'Zed',
    file: '~/.config/zed/settings.json',
    entry: (url, headers) => ({ url, headers }),
    next: 'the server appears in the agent panel',
  },
} as const satisfies Record<string, HttpClient>;
