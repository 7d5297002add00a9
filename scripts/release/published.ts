// What is published: each a package of its own that needs nothing of this repository. Its bundles hold our code and
// what it is made of; the few packages that must stay packages become its dependencies.
import type { Package } from '../packages.ts';

/** Whether the packages are on npm and the bundles released. Pages, the site and buttons name them only then. */
export const isPublished: boolean = false;

export interface PublishedPackage {
  /** The npm name. */
  readonly name: string;
  /** The workspace whose version, description and README it carries. */
  readonly dir: string;
  readonly keywords: readonly string[];
  /** The packages whose commands it brings. */
  readonly packages: readonly Package['name'][];
  /** The launchers a person can call: command -> file. */
  readonly bins: Readonly<Record<string, string>>;
  /** Launchers that only the others call. */
  readonly inner?: readonly string[];
  /** The web app goes along. */
  readonly app?: boolean;
  /** Folders of the workspace that go along as they are. */
  readonly folders?: readonly string[];
  /** Its door goes along: programs may import what its README names. */
  readonly isLibrary?: boolean;
  /** The name in the MCP registry, which asks the npm package to confirm it. */
  readonly mcpName: string;
}

export const REPOSITORY = 'https://github.com/zorivest/zorivest';

/** What the manifest of each package says of where it is from, and of how it may be published: for all, with its provenance. */
export const aboutPackage = (dir: string) => ({
  homepage: `${REPOSITORY}/tree/main/${dir}#readme`,
  bugs: `${REPOSITORY}/issues`,
  repository: { type: 'git', url: `git+${REPOSITORY}.git`, directory: dir },
  publishConfig: { access: 'public', provenance: true },
});

/** The journal: the command, the service and the MCP server in one. */
export const journal = {
  name: 'zorivest',
  dir: 'journal/cli',
  keywords: ['trading', 'journal', 'mcp', 'tax', 'local-first', 'portfolio'],
  packages: ['@zorivest/cli', '@zorivest/api', '@zorivest/mcp-server'],
  bins: { zorivest: 'journal/cli/bin/zorivest.js', 'zorivest-mcp': 'journal/mcp/bin/zorivest-mcp.js' },
  inner: ['journal/api/bin/zorivest-api.js'],
  app: true,
  mcpName: 'io.github.zorivest/mcp-server',
} as const satisfies PublishedPackage;

export const published: readonly PublishedPackage[] = [
  journal,
  {
    name: 'mcp-perf-server',
    dir: 'perf',
    keywords: ['mcp', 'performance', 'profiling', 'spx', 'php', 'mysql', 'slow-log'],
    packages: ['mcp-perf-server'],
    bins: { 'mcp-perf-server': 'perf/bin/mcp-perf-server.js' },
    folders: ['examples'],
    isLibrary: true,
    mcpName: 'io.github.zorivest/mcp-perf-server',
  },
  {
    name: 'swimmy-mcp',
    dir: 'swimmy',
    keywords: ['mcp', 'backtest', 'trading', 'zeromq', 'strategy'],
    packages: ['swimmy-mcp'],
    bins: { 'swimmy-mcp': 'swimmy/bin/swimmy-mcp.js', 'swimmy-worker': 'swimmy/bin/swimmy-worker.js' },
    folders: ['examples'],
    mcpName: 'io.github.zorivest/swimmy-mcp',
  },
];
