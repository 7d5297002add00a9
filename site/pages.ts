// Which pages the site has, in which order, and where each lies. The texts are the repository's own: nothing is written twice.
import { posix } from 'node:path';

export interface PageEntry {
  /** The file, from the repository's root. */
  readonly source: string;
  /** In the list next to every page. */
  readonly name: string;
}

export interface Chapter {
  readonly title: string;
  readonly pages: readonly PageEntry[];
}

const page = (name: string, source: string): PageEntry => ({ name, source });

export const chapters: readonly Chapter[] = [
  {
    title: 'Start',
    pages: [page('Quickstart', 'docs/quickstart.md'), page('Overview', 'docs/README.md')],
  },
  {
    title: 'Guides',
    pages: [
      page('Your first evening', 'docs/guides/first-evening.md'),
      page('Coming from another journal', 'docs/switching.md'),
      page('Tax season', 'docs/guides/tax-season.md'),
      page('Reconciling with a broker', 'docs/guides/reconciling.md'),
      page('A gate in CI', 'docs/guides/gate-in-ci.md'),
      page('A fleet', 'docs/guides/fleet.md'),
      page('Your first strategy', 'docs/guides/first-strategy.md'),
      page('Your own server', 'docs/your-first-server.md'),
    ],
  },
  {
    title: 'The journal',
    pages: [
      page('The service', 'docs/service.md'),
      page('Imports', 'docs/imports.md'),
      page('Syncing with brokers', 'docs/sync.md'),
      page('Market data', 'docs/market-data.md'),
      page('Analytics', 'docs/analytics.md'),
      page('Reviews, limits, replay', 'docs/review.md'),
      page('Positions and structures', 'docs/positions.md'),
      page('Net worth, returns, income', 'docs/worth.md'),
      page('Tax', 'docs/tax.md'),
      page('A tax year by hand', 'docs/worked-tax-year.md'),
      page('A quarter by hand', 'docs/worked-quarter.md'),
      page('Pipelines', 'docs/pipelines.md'),
      page('Export', 'docs/export.md'),
      page('Commands', 'docs/commands.md'),
      page('Tools', 'docs/tools.md'),
      page('Views in the chat', 'docs/views.md'),
      page('Glossary', 'docs/glossary.md'),
    ],
  },
  {
    title: 'perf',
    pages: [page('mcp-perf-server', 'perf/README.md'), page('Recordings to try', 'perf/examples/README.md')],
  },
  {
    title: 'swimmy',
    pages: [
      page('swimmy-mcp', 'swimmy/README.md'),
      page('The engine', 'engine/README.md'),
      page('Expressions', 'docs/expressions.md'),
      page('Sweeps at scale', 'docs/swimmy-scale.md'),
    ],
  },
  {
    title: 'The kernel',
    pages: [
      page('The kernel', 'kernel/README.md'),
      page('Handlers', 'docs/handlers.md'),
      page('Long work', 'docs/long-work.md'),
      page('Many tools behind few', 'docs/consolidation.md'),
      page('Compared with other frameworks', 'docs/kernel-comparison.md'),
    ],
  },
  {
    title: 'Running it',
    pages: [
      page('Upgrading', 'docs/upgrading.md'),
      page('Verify a download', 'docs/verify.md'),
      page('Network access', 'docs/network.md'),
      page('Security', 'SECURITY.md'),
      page('Help', 'SUPPORT.md'),
    ],
  },
  {
    title: 'The project',
    pages: [
      page('Contributing', 'CONTRIBUTING.md'),
      page('Changelog', 'CHANGELOG.md'),
      page('Decisions', 'docs/decisions/README.md'),
    ],
  },
];

/** Guides that stand among the references in the repository. */
const elsewhere: Readonly<Record<string, string>> = {
  'docs/quickstart.md': 'quickstart.html',
  'docs/switching.md': 'guides/switching.html',
  'docs/your-first-server.md': 'guides/your-own-server.html',
};

/** Where a file of the repository lies on the site, from the folder of its version. */
export function addressOf(source: string): string {
  const known = elsewhere[source];
  if (known !== undefined) return known;
  const { dir, name } = posix.parse(source);
  const inside = dir.replace(/^docs$/, 'reference').replace(/^docs\//, '');
  const folder = inside === '' ? 'project' : inside;
  return posix.join(folder, `${name === 'README' ? 'index' : name.toLowerCase()}.html`);
}

/** Every page of the docs is on the site, and each but the decisions in the list next to the pages. */
export function listSources(docs: readonly string[]): string[] {
  const listed = chapters.flatMap(({ pages }) => pages.map(({ source }) => source));
  const unlisted = docs.filter((file) => !listed.includes(file) && !file.startsWith('docs/decisions/'));
  if (unlisted.length > 0) throw new Error(`site/pages.ts does not say where these belong: ${unlisted.join(', ')}`);
  return [...new Set([...listed, ...docs])];
}
