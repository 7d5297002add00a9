// Bundles every entry of every package into one file, and skips what has not changed since the last build.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { buildBrowser, wireOf, type WireSource } from './browser.ts';
import { bundling } from './bundle.ts';
import { packages } from './packages.ts';
import { buildViews } from './views.ts';

const root = join(import.meta.dirname, '..');
const cacheFile = join(root, 'node_modules/.cache/zorivest-build.json');

/** For each output: the digest of every input it was made from. */
type Cache = Record<string, Record<string, string>>;

const digests = new Map<string, string>();
function digest(file: string): string {
  let known = digests.get(file);
  if (known === undefined) {
    known = existsSync(join(root, file))
      ? createHash('sha1')
          .update(readFileSync(join(root, file)))
          .digest('base64')
      : '';
    digests.set(file, known);
  }
  return known;
}

function readCache(): Cache {
  try {
    return JSON.parse(readFileSync(cacheFile, 'utf8')) as Cache;
  } catch {
    return {};
  }
}

// What shapes every bundle besides its sources: a change here rebuilds everything.
const settings = ['scripts/build.ts', 'scripts/bundle.ts', 'scripts/packages.ts', 'package-lock.json'];

const started = performance.now();
const cache = readCache();
const jobs = packages.flatMap((pkg) =>
  Object.entries(pkg.entries).map(([out, source]) => ({
    out: join(pkg.dir, 'dist', out),
    source: join(pkg.dir, source),
  })),
);
function isStale(out: string): boolean {
  const inputs = cache[out];
  return (
    !inputs || !existsSync(join(root, out)) || Object.entries(inputs).some(([file, hash]) => digest(file) !== hash)
  );
}
/** A source that was written after `since` may be in the bundle as it was before: it is bundled again next time. */
const remember = (out: string, since: number, inputs: readonly string[]) => {
  const digestOf = (file: string) => (isWrittenSince(file, since) ? 'written while it was bundled' : digest(file));
  cache[out] = Object.fromEntries([...settings, ...inputs].map((file) => [file, digestOf(file)]));
};
function isWrittenSince(file: string, since: number): boolean {
  const isMadeHere = file.includes('/dist/');
  return !isMadeHere && (statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0) >= since;
}
const stale = jobs.filter(({ out }) => isStale(out));

await Promise.all(
  stale.map(async ({ out, source }) => {
    const since = Date.now();
    const result = await build({
      absWorkingDir: root,
      entryPoints: [source],
      outfile: out,
      ...bundling,
      sourcemap: 'linked',
      sourcesContent: false,
      metafile: true,
    });
    remember(out, since, Object.keys(result.metafile.inputs));
  }),
);

// One digest for all pages that draw answers: building all is faster than finding the stale ones.
const VIEWS = 'journal/mcp/dist/views/sources.json';
const viewsAreStale = isStale(VIEWS);
if (viewsAreStale) remember(VIEWS, Date.now(), await buildViews(root));

// The web app reads the address of every endpoint from the contract, which has just been bundled.
const APP = 'journal/ui/dist/manifest.json';
const CONTRACT = 'journal/contract/dist/index.js';
digests.delete(CONTRACT);
const appIsStale = isStale(APP);
if (appIsStale) {
  const source = (await import(join(root, CONTRACT))) as WireSource;
  remember(APP, Date.now(), [...(await buildBrowser(root, wireOf(source))), CONTRACT]);
}

mkdirSync(dirname(cacheFile), { recursive: true });
writeFileSync(cacheFile, JSON.stringify(cache));
const built = stale.length + Number(appIsStale) + Number(viewsAreStale);
console.log(`built ${built} of ${jobs.length + 2} bundles in ${Math.round(performance.now() - started)} ms`);
