// The web app as files: what a page needs to start, a chunk for each page, names with hashes, a manifest for the program that
// serves them. Fails when it has grown beyond its budget.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile, type Plugin } from 'esbuild';
import { iconPlugin, ICONS } from './icons.ts';

const UI = 'journal/ui';

/** Next to the built files: what they were made from, for the notices of a package. */
export const SOURCES = 'sources.json';

/** Where one endpoint is, and how its input and answer travel. */
export type Wire = Record<
  string,
  Record<string, readonly [method: string, path: string, answer: string, body: string, does: 'read' | 'act']>
>;

export interface WireSource {
  readonly contract: Record<string, Record<string, unknown>>;
  readonly listEndpoints: (contract: never) => readonly {
    readonly id: string;
    readonly endpoint: {
      readonly method: string;
      readonly path: string;
      readonly body?: unknown;
      readonly response: unknown;
      readonly role: string;
      readonly audit?: string;
      readonly isControl?: boolean;
    };
  }[];
  readonly isMultipart: (body: never) => boolean;
  readonly isJson: (response: never) => boolean;
}

/** The contract as a table: bundling its schemas would cost more than the rest of the app. */
export function wireOf({ contract, listEndpoints, isMultipart, isJson }: WireSource): Wire {
  const wire: Wire = {};
  for (const { id, endpoint } of listEndpoints(contract as never)) {
    const [resource = '', name = ''] = id.split('.');
    const answer = isJson(endpoint.response as never) ? 'json' : (endpoint.response as { kind: string }).kind;
    const body = endpoint.body === undefined ? 'none' : isMultipart(endpoint.body as never) ? 'multipart' : 'json';
    (wire[resource] ??= {})[name] = [endpoint.method, endpoint.path, answer, body, isRead(endpoint) ? 'read' : 'act'];
  }
  return wire;
}

/** Requests that may be queued and retried: they change nothing and belong to no session. */
function isRead({
  method,
  role,
  audit,
  isControl,
}: ReturnType<WireSource['listEndpoints']>[number]['endpoint']): boolean {
  return audit === undefined && isControl !== true && (method === 'GET' || role !== 'public');
}

const wirePlugin = (wire: Wire): Plugin => ({
  name: 'wire',
  setup(job) {
    job.onResolve({ filter: /^zorivest:wire$/ }, ({ path }) => ({ path, namespace: 'wire' }));
    job.onLoad({ filter: /.*/, namespace: 'wire' }, () => ({ contents: JSON.stringify(wire), loader: 'json' }));
  },
});

interface Budgets {
  readonly first_paint_kb: number;
  readonly page_kb: number;
  readonly all_kb: number;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Preloaded with the page: the letters of nearly every word. Other subsets are loaded when a text needs them. */
const FIRST_FONT = /^inter-latin-wght-normal-/;

/** The output folder, and the addresses of the files; the demo of the site has its own. */
export interface Target {
  /** A folder, from the root. */
  readonly out: string;
  readonly base: string;
  readonly plugins: readonly Plugin[];
  /** In kB, compressed: what these may add to the app, which has its own budget. */
  readonly added: number;
}

const ownTarget: Target = { out: `${UI}/dist`, base: '/', plugins: [], added: 0 };

/** Builds the app; returns the files it was made from. */
export async function buildBrowser(root: string, wire: Wire, target: Target = ownTarget): Promise<string[]> {
  const { base, plugins, added } = target;
  const out = join(root, target.out);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(UI, 'main.tsx')],
    outdir: join(target.out, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome120', 'firefox121', 'safari17'],
    conditions: ['source'],
    jsx: 'automatic',
    minify: true,
    metafile: true,
    sourcemap: false,
    // Next to each file and named in it: licence texts are not part of what a page loads.
    legalComments: 'linked',
    loader: { '.svg': 'file', '.woff2': 'file' },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [wirePlugin(wire), iconPlugin(root), ...plugins],
    logLevel: 'error',
  });
  const built = outputsOf(root, metafile);
  judge(built, JSON.parse(readFileSync(join(root, UI, 'budgets.json'), 'utf8')) as Budgets, added);
  const entry = built.find(({ isEntry }) => isEntry);
  if (!entry) throw new Error('the web app has no entry');
  const font = built.find(({ file }) => FIRST_FONT.test(file));
  if (!font) throw new Error('the web app has no font');
  const page = readFileSync(join(root, UI, 'index.html'), 'utf8')
    .replace('%script%', `${base}assets/${entry.file}`)
    .replace('%style%', `${base}assets/${basename(entry.style ?? '')}`)
    .replace('%font%', `${base}assets/${font.file}`);
  writeFileSync(join(out, 'index.html'), page);
  const files = built.map(({ file }) => ({ path: `/assets/${file}`, type: types[extname(file)] ?? 'text/plain' }));
  writeFileSync(join(out, 'manifest.json'), `${JSON.stringify({ page: 'index.html', files }, null, 2)}\n`);
  const sources = [...Object.keys(metafile.inputs).filter((file) => !/^(?:wire|icons):/.test(file)), ICONS];
  writeFileSync(join(out, SOURCES), JSON.stringify(sources));
  return [
    ...sources,
    `${UI}/index.html`,
    `${UI}/budgets.json`,
    `${UI}/theme/icon-names.ts`,
    'scripts/browser.ts',
    'scripts/icons.ts',
  ];
}

interface Output {
  readonly file: string;
  readonly isEntry: boolean;
  readonly style: string | undefined;
  /** What the browser must have before this can run. */
  readonly imports: readonly string[];
  readonly gzip: number;
}

function outputsOf(root: string, { outputs }: Metafile): Output[] {
  return Object.entries(outputs).map(([path, output]) => ({
    file: basename(path),
    isEntry: output.entryPoint === `${UI}/main.tsx`,
    style: output.cssBundle,
    imports: output.imports.filter(({ kind }) => kind === 'import-statement').map((each) => basename(each.path)),
    gzip: gzipSync(readFileSync(join(root, path))).length,
  }));
}

/** Prints what every visitor loads before the first paint, and what each page adds. */
function judge(built: readonly Output[], budgets: Budgets, added: number): void {
  const byFile = new Map(built.map((output) => [output.file, output]));
  const needed = new Set<string>();
  const need = (file: string): void => {
    if (needed.has(file)) return;
    needed.add(file);
    for (const other of byFile.get(file)?.imports ?? []) need(other);
  };
  for (const { file, isEntry } of built) if (isEntry) need(file);
  const scripts = built.filter(({ file }) => file.endsWith('.js'));
  const kb = (outputs: readonly Output[]) => outputs.reduce((sum, { gzip }) => sum + gzip, 0) / 1000;
  const faults = [
    ...over(
      'before the first paint',
      kb(scripts.filter(({ file }) => needed.has(file))),
      budgets.first_paint_kb + added,
    ),
    ...scripts.filter(({ file }) => !needed.has(file)).flatMap((each) => over(each.file, kb([each]), budgets.page_kb)),
    ...over('all scripts', kb(scripts), budgets.all_kb + added),
  ];
  if (faults.length > 0)
    throw new Error(`the web app is beyond its budget (journal/ui/budgets.json):\n${faults.join('\n')}`);
}

const over = (name: string, kb: number, limit: number): string[] =>
  kb > limit ? [`${name}: ${kb.toFixed(1)} kB compressed, ${limit} allowed`] : [];
