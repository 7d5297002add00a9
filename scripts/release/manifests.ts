// Manifests that describe how to start our MCP servers: the MCP registry's server.json, the manifests that clients install from,
// the entries of catalogues. All are written from what is packed.
import journalPackage from '../../journal/mcp/package.json' with { type: 'json' };
import perfPackage from '../../perf/package.json' with { type: 'json' };
import swimmyPackage from '../../swimmy/package.json' with { type: 'json' };
import { journal, published, type PublishedPackage, REPOSITORY } from './published.ts';

const KEY = 'An API key of your journal (zrv_sk_…); without one Zorivest asks you in its app.';
const SERVICE = 'The address of the Zorivest service, if not the usual one on this machine.';

/** None is required: each program starts without any, and asks its user for what it needs. */
interface Setting {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly isSecret?: boolean;
  /** Of a service that runs already. */
  readonly isUrl?: boolean;
}

/** What differs from one server to another. */
export interface Server {
  readonly npm: PublishedPackage;
  readonly version: string;
  readonly title: string;
  /** At most 100 letters: the registry takes no more. */
  readonly description: string;
  /** For Homebrew: under 80 letters, without an article. */
  readonly brief: string;
  /** After the command: what makes it speak MCP over stdio. */
  readonly args: readonly string[];
  readonly settings: readonly Setting[];
  readonly category: string;
}

const publishedAs = (name: string): PublishedPackage => {
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
    brief: 'Trading journal on your own machine, for you and your assistant',
    args: ['mcp'],
    settings: [
      {
        name: 'ZORIVEST_HOME',
        label: 'Folder of the book',
        description: 'The folder of your book; created if there is none.',
      },
      { name: 'ZORIVEST_API_KEY', label: 'API key', description: KEY, isSecret: true },
      { name: 'ZORIVEST_API_URL', label: 'Service', description: SERVICE, isUrl: true },
    ],
    category: 'finance',
  },
  {
    npm: publishedAs('mcp-perf-server'),
    version: perfPackage.version,
    title: 'Performance analyst',
    description: 'Ranked findings, a gate and reports from profiles, database logs and HTTP timings. Offline.',
    brief: 'Ranked findings from profiles, database logs and HTTP timings',
    args: [],
    settings: [
      { name: 'MCP_PERF_HOME', label: 'Folder', description: 'The folder of its snapshots.' },
      {
        name: 'MCP_PERF_STORE',
        label: 'Fleet',
        description: 'The store of a fleet: an address of PostgreSQL or of `serve`.',
      },
    ],
    category: 'devops',
  },
  {
    npm: publishedAs('swimmy-mcp'),
    version: swimmyPackage.version,
    title: 'Backtest gateway',
    description: 'Submits strategy backtests, follows them and shows their results. It can never trade.',
    brief: 'Gateway that submits strategy backtests and follows them; it can never trade',
    args: ['mcp'],
    settings: [
      { name: 'SWIMMY_HOME', label: 'Folder', description: 'The folder of its requests, results and reports.' },
    ],
    category: 'finance',
  },
];

/** How a client starts it. */
const commandOf = ({ npm, version, args }: Server) => ({
  command: 'npx',
  args: ['-y', `${npm.name}@${version}`, ...args],
});

/** https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json */
function serverJson(server: Server): string {
  const { npm, version, title, description, args, settings } = server;
  const offered = { registryType: 'npm', identifier: npm.name, version, runtimeHint: 'npx' };
  const packageArguments = args.map((value) => ({ type: 'positional', value }));
  const environmentVariables = settings.map(({ name, description: what, isSecret }) => ({
    name,
    description: what,
    ...(isSecret === true && { isSecret }),
    format: 'string',
  }));
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
            environmentVariables: environmentVariables.filter(({ name }) => name === 'ZORIVEST_API_URL'),
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

/** The journal's, which is in the repository too. */
export const journalServerJson = (): string => serverJson(servers[0] as Server);

/** The files of one server for registries and clients, by their paths in its folder. */
export function registryFiles(server: Server, commit: string): Readonly<Record<string, string>> {
  const { npm, version, title, description, settings } = server;
  const named = { name: npm.name, version, description };
  const about = { ...named, author: { name: 'Zorivest' }, homepage: REPOSITORY, license: 'MIT' };
  const mcpServers = { [npm.name]: commandOf(server) };
  return {
    'server.json': serverJson(server),
    'claude-code/.claude-plugin/plugin.json': json({ ...about, mcpServers: './.mcp.json' }),
    'claude-code/.mcp.json': json({ mcpServers }),
    'claude-code/README.md': pluginReadme(server),
    'cursor/.cursor-plugin/plugin.json': json({ ...named, displayName: title, mcpServers: './mcp.json' }),
    'cursor/mcp.json': json({ mcpServers }),
    'gemini-cli/gemini-extension.json': json({
      ...named,
      // What a person answers to a setting arrives in the environment under its name.
      mcpServers,
      settings: settings.map(({ name, description: what, isSecret }) => ({
        name,
        description: what,
        envVar: name,
        sensitive: isSecret === true,
      })),
    }),
    'vscode/mcp.json': json({ servers: { [npm.name]: { type: 'stdio', ...commandOf(server) } } }),
    'install-links.txt': installLinks(server),
    [`docker-catalogue/servers/${npm.name}/server.yaml`]: yaml(catalogueEntry(server, commit)),
  };
}

/** What a person reads before they install the plugin: its directory takes none without. */
function pluginReadme(server: Server): string {
  const { command, args } = commandOf(server);
  return [
    `# ${server.title}`,
    server.description,
    `The plugin starts \`${[command, ...args].join(' ')}\` on your own machine, which needs Node ${server.npm === journal ? '24.7' : '24'} or newer. Nothing leaves the machine unless you set that up: [which addresses each program contacts](${REPOSITORY}/blob/main/docs/network.md).`,
    'It works without any setting. These can be set in the environment:',
    server.settings.map(({ name, description }) => `- \`${name}\`: ${description}`).join('\n'),
    `[Usage, all tools, and help](${REPOSITORY}#readme)`,
    '',
  ].join('\n\n');
}

/** What opens a client and asks there whether to install, one to a line. */
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

/** Drawn in the repository. */
const ICON = `${REPOSITORY.replace('//github.com/', '//raw.githubusercontent.com/')}/main/site/look/icon.svg`;

/** The one image that has all three programs, as `compose.yaml` names it. */
export const imageOf = (version: string): string => `ghcr.io/zorivest/zorivest:${version}`;

/** An entry of Docker's catalogue. */
export function catalogueEntry(server: Server, commit: string): object {
  const { npm, version, args, title, description, settings, category } = server;
  const secrets = settings.filter(({ isSecret }) => isSecret);
  return {
    name: npm.name,
    image: imageOf(version),
    type: 'server',
    meta: { category, tags: npm.keywords },
    about: { title: title.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()), description, icon: ICON },
    source: { project: REPOSITORY, commit },
    // Without a command the image is the journal's service.
    run: { command: [npm.name, ...args], volumes: [`${npm.name}:/data`] },
    ...(secrets.length > 0 && {
      config: {
        secrets: secrets.map(({ name }) => ({
          name: `${npm.name}.${name.toLowerCase()}`,
          env: name,
          example: 'zrv_sk_…',
        })),
      },
    }),
  };
}

/** Objects as blocks; text that is more than a word, and lists, as JSON, which YAML reads as itself. */
function yaml(value: object, indent = ''): string {
  return Object.entries(value)
    .map(([key, each]: [string, unknown]) => {
      const name = `${indent}${key}:`;
      if (typeof each === 'string' && /^[a-z][a-z0-9-]*$/.test(each)) return `${name} ${each}\n`;
      if (typeof each !== 'object' || each === null || Array.isArray(each)) return `${name} ${JSON.stringify(each)}\n`;
      return `${name}\n${yaml(each, `${indent}  `)}`;
    })
    .join('');
}

/** A formula for a tap; `sha256` is of the tarball that npm serves. */
export function brewFormula({ npm, version, brief }: Server, file: string, sha256: string): string {
  const className = npm.name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return `class ${className} < Formula
  desc ${JSON.stringify(brief)}
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
