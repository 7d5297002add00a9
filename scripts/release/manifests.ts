// What tells others how to start our MCP servers: the MCP registry's server.json, the manifests that clients install from,
// the entries of catalogues, and the manifest of the .mcpb bundle. All are written from what is packed and from its tools.
import { createJournalServer } from '@zorivest/mcp-server';
import journalPackage from '../../journal/mcp/package.json' with { type: 'json' };
import perfPackage from '../../perf/package.json' with { type: 'json' };
import swimmyPackage from '../../swimmy/package.json' with { type: 'json' };
import { journal, published, type Published, REPOSITORY } from './published.ts';

const API_URL = 'http://127.0.0.1:8765';
const KEY = 'An API key of your journal (zrv_sk_…); `zorivest keys` makes one.';
const SERVICE = 'Where the Zorivest service listens.';

interface Setting {
  readonly name: string;
  readonly description: string;
  readonly isRequired?: boolean;
  readonly isSecret?: boolean;
  readonly default?: string;
}

/** What differs from one server to another. */
interface Server {
  readonly npm: Published;
  readonly version: string;
  readonly title: string;
  /** At most 100 letters: the registry takes no more. */
  readonly description: string;
  /** After the command: what makes it speak MCP over stdio. */
  readonly args: readonly string[];
  readonly settings: readonly Setting[];
  readonly category: string;
}

const publishedAs = (name: string): Published => {
  const found = published.find((each) => each.name === name);
  if (found === undefined) throw new Error(`${name} is not published`);
  return found;
};

export const servers: readonly Server[] = [
  {
    npm: journal,
    version: journalPackage.version,
    title: 'Zorivest trading journal',
    description: 'A trading journal on your own machine: trades, figures, plans, tax. It never places a trade.',
    args: ['mcp'],
    settings: [
      { name: 'ZORIVEST_API_KEY', description: KEY, isRequired: true, isSecret: true },
      { name: 'ZORIVEST_API_URL', description: SERVICE, default: API_URL },
    ],
    category: 'finance',
  },
  {
    npm: publishedAs('mcp-perf-server'),
    version: perfPackage.version,
    title: 'Performance analyst',
    description: 'Profiles, database logs and HTTP timings in; ranked findings, a gate and reports out. Offline.',
    args: [],
    settings: [
      { name: 'MCP_PERF_HOME', description: 'The folder of its snapshots.' },
      { name: 'MCP_PERF_STORE', description: 'Where a fleet is kept: an address of PostgreSQL or of `serve`.' },
    ],
    category: 'devops',
  },
  {
    npm: publishedAs('swimmy-mcp'),
    version: swimmyPackage.version,
    title: 'Backtest gateway',
    description: 'Submits strategy backtests, follows them and shows their results. It can never trade.',
    args: [],
    settings: [],
    category: 'finance',
  },
];

/** How a client starts it; `refer` writes what that client puts a person's own value for. */
function commandOf({ npm, version, args, settings }: Server, refer?: (name: string) => string) {
  const needed = refer === undefined ? [] : settings.filter(({ isRequired }) => isRequired);
  const env = Object.fromEntries(needed.map(({ name }) => [name, refer?.(name)]));
  return {
    command: 'npx',
    args: ['-y', `${npm.name}@${version}`, ...args],
    ...(needed.length > 0 && { env }),
  };
}

/** https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json */
function serverJson(server: Server): string {
  const { npm, version, title, description, args, settings } = server;
  const offered = { registryType: 'npm', identifier: npm.name, version, runtimeHint: 'npx' };
  const packageArguments = args.map((value) => ({ type: 'positional', value }));
  const environmentVariables = settings.map((setting) => ({ ...setting, format: 'string' }));
  const overHttp =
    npm === journal
      ? [
          {
            ...offered,
            packageArguments: [...packageArguments, { type: 'positional', value: '--http' }],
            transport: {
              type: 'streamable-http',
              url: 'http://127.0.0.1:8766/mcp',
              headers: [
                { name: 'Authorization', description: `Bearer and the key. ${KEY}`, isRequired: true, isSecret: true },
              ],
            },
            environmentVariables: environmentVariables.filter(({ isSecret }) => isSecret !== true),
          },
        ]
      : [];
  return json({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: npm.mcpName,
    title,
    description,
    version,
    repository: { url: REPOSITORY, source: 'github', subfolder: npm === journal ? 'journal/mcp' : npm.dir },
    packages: [{ ...offered, packageArguments, transport: { type: 'stdio' }, environmentVariables }, ...overHttp],
  });
}

/** The journal's, which lies in the repository too. */
export const journalServerJson = (): string => serverJson(servers[0] as Server);

/** The files of one server for registries and clients, by their paths in its folder. */
export function registryFiles(server: Server, commit: string): Readonly<Record<string, string>> {
  const { npm, version, title, description, settings } = server;
  const named = { name: npm.name, version, description };
  const about = { ...named, author: { name: 'Zorivest' }, homepage: REPOSITORY, license: 'MIT' };
  const listed = (refer?: (name: string) => string) => ({ [npm.name]: commandOf(server, refer) });
  return {
    'server.json': serverJson(server),
    'claude-code/.claude-plugin/plugin.json': json({ ...about, mcpServers: './.mcp.json' }),
    'claude-code/.mcp.json': json({ mcpServers: listed((name) => `\${${name}}`) }),
    'cursor/.cursor-plugin/plugin.json': json({ ...named, displayName: title, mcpServers: './mcp.json' }),
    'cursor/mcp.json': json({ mcpServers: listed((name) => `\${env:${name}}`) }),
    'gemini-cli/gemini-extension.json': json({
      ...named,
      // What a person answers to a setting arrives in the environment under its name.
      mcpServers: listed(),
      settings: settings.map(({ name, description: what, isSecret }) => ({
        name,
        description: what,
        envVar: name,
        sensitive: isSecret === true,
      })),
    }),
    'vscode/mcp.json': json({
      servers: { [npm.name]: { type: 'stdio', ...commandOf(server, (name) => `\${input:${name}}`) } },
      inputs: settings
        .filter(({ isRequired }) => isRequired)
        .map(({ name, description: what }) => ({ id: name, type: 'promptString', description: what, password: true })),
    }),
    'install-links.txt': installLinks(server),
    [`docker-catalogue/servers/${npm.name}/server.yaml`]: catalogueEntry(server, commit),
  };
}

/** What opens a client and asks there whether to install, one to a line; a key is given in the client then. */
function installLinks(server: Server): string {
  const entry = commandOf(server);
  const name = server.npm.name;
  const inBase64 = Buffer.from(JSON.stringify(entry)).toString('base64');
  return [
    `VS Code: vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, ...entry }))}`,
    `Cursor: cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${encodeURIComponent(inBase64)}`,
    `LM Studio: lmstudio://add_mcp?name=${name}&config=${encodeURIComponent(inBase64)}`,
    `Codex: codex mcp add ${name} -- ${[entry.command, ...entry.args].join(' ')}`,
    '',
  ].join('\n');
}

/** An entry of Docker's catalogue; every value is a JSON string, which YAML reads as itself. */
function catalogueEntry({ npm, title, description, settings, category }: Server, commit: string): string {
  const text = (value: string) => JSON.stringify(value);
  const secrets = settings.filter(({ isSecret }) => isSecret);
  const lines = [
    `name: ${npm.name}`,
    `image: ${text(`ghcr.io/zorivest/${npm.name}`)}`,
    'type: server',
    'meta:',
    `  category: ${category}`,
    `  tags: [${npm.keywords.map(text).join(', ')}]`,
    'about:',
    `  title: ${text(title.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()))}`,
    `  description: ${text(description)}`,
    'source:',
    `  project: ${text(REPOSITORY)}`,
    `  commit: ${commit}`,
    ...(secrets.length === 0
      ? []
      : [
          'config:',
          '  secrets:',
          ...secrets.flatMap(({ name }) => [
            `    - name: ${npm.name}.${name.toLowerCase()}`,
            `      env: ${name}`,
            `      example: ${text('zrv_sk_…')}`,
          ]),
        ]),
  ];
  return `${lines.join('\n')}\n`;
}

/** A formula for a tap; `sha256` is of the tarball that npm serves. */
export function brewFormula({ npm, version, description }: Server, file: string, sha256: string): string {
  const className = npm.name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return `class ${className} < Formula
  desc ${JSON.stringify(description.replace(/\.$/, ''))}
  homepage "${REPOSITORY}"
  url "${REPOSITORY}/releases/download/v${version}/${file}"
  sha256 "${sha256}"
  license "MIT"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/${npm.name} --version")
  end
end
`;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Where the launcher lies in the bundle; it imports `../dist`, as it does in the package. */
export const ENTRY_POINT = 'bin/zorivest-mcp.js';

/** How the desktop client that installs bundles names itself. */
const BUNDLE_CLIENT = { name: 'claude-ai', version: '1' };

/** https://github.com/modelcontextprotocol/mcpb, manifest version 0.3. */
export function bundleManifest(): string {
  // What is promised before the installation is what the client that installs bundles lists after it.
  const { tools } = createJournalServer({ apiUrl: API_URL }).surface({ era: 'legacy', client: BUNDLE_CLIENT });
  return json({
    manifest_version: '0.3',
    name: journal.name,
    display_name: servers[0]?.title,
    version: journalPackage.version,
    description: journalPackage.description,
    author: { name: 'Zorivest' },
    repository: { type: 'git', url: `git+${REPOSITORY}.git` },
    license: journalPackage.license,
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
    compatibility: { runtimes: { node: journalPackage.engines.node } },
  });
}
