// Every view as one document: script and style inside, so that it needs no request, and no data, so that a host may cache
// it. Fails when a page has grown beyond its budget.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type BuildOptions } from 'esbuild';
import { allPages, type Pages } from '../views/index.ts';

/** Compressed, the whole document. */
const MOST_KB = 60;

/** Next to the pages of a package: what they were made from, for its notices. */
export const VIEW_SOURCES = 'sources.json';

const bundled = {
  bundle: true,
  format: 'iife',
  platform: 'browser',
  target: ['chrome120', 'firefox121', 'safari17'],
  conditions: ['source'],
  minify: true,
  metafile: true,
  write: false,
  // Hosts show the text as UTF-8, but a page must not depend on it.
  charset: 'ascii',
  logLevel: 'error',
} satisfies BuildOptions & { metafile: true; write: false };

/** Builds what a server author's own pages start from, and the pages of our servers; gives the files they were made from. */
export async function buildViews(root: string): Promise<string[]> {
  const style = await styleOf(root);
  const made = await Promise.all([buildOwn(root, style), ...allPages.map((pages) => buildPages(root, pages, style))]);
  const flames = await buildReportFlames(root);
  const faults = made.flatMap(({ tooLarge }) => tooLarge);
  if (faults.length > 0) throw new Error(`views are beyond their budget of ${MOST_KB} kB:\n${faults.join('\n')}`);
  return [
    ...new Set([...made.flatMap(({ sources }) => sources), ...flames]),
    'scripts/views.ts',
    'views/index.ts',
    'views/page/style.ts',
  ];
}

async function styleOf(root: string): Promise<string> {
  const { outputFiles } = await build({
    ...bundled,
    absWorkingDir: root,
    format: 'esm',
    entryPoints: ['views/page/style.ts'],
    outdir: 'unused',
  });
  const text = outputFiles[0]?.text ?? '';
  const made = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as { readonly PAGE_STYLE: string };
  return made.PAGE_STYLE.trim();
}

/** The page that a server author's own function draws on; the kernel puts title and function in. */
async function buildOwn(root: string, style: string) {
  const { outputFiles, metafile } = await build({
    ...bundled,
    absWorkingDir: root,
    entryPoints: ['views/own/own.ts'],
    outdir: 'unused',
  });
  const page = documentOf('%title%', style, outputFiles[0]?.text ?? '').replace(
    '<script>',
    () => '<script>drawAnswer = %draw%</script>\n<script>',
  );
  mkdirSync(join(root, 'kernel/dist'), { recursive: true });
  writeFileSync(join(root, 'kernel/dist/own-page.html'), page);
  const kb = gzipSync(page).length / 1000;
  return { tooLarge: kb > MOST_KB ? [`own: ${kb.toFixed(1)} kB`] : [], sources: Object.keys(metafile.inputs) };
}

/** Builds the script of perf's reports, next to its pages; returns the files it was made from. */
async function buildReportFlames(root: string): Promise<string[]> {
  const { outputFiles, metafile } = await build({
    ...bundled,
    absWorkingDir: root,
    entryPoints: ['views/own/report-flames.ts'],
    outdir: 'unused',
  });
  writeFileSync(join(root, 'perf/dist/views/report-flames.js'), inline(outputFiles[0]?.text ?? ''));
  return Object.keys(metafile.inputs);
}

async function buildPages(root: string, { folder, dir, views }: Pages, style: string) {
  const out = join(root, dir, 'dist/views');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const stray = readdirSync(join(root, 'views', folder))
    .filter((file) => !file.startsWith('_') && !file.endsWith('.test.ts'))
    .map((file) => file.replace(/\.ts$/, ''))
    .filter((name) => !(name in views));
  if (stray.length > 0) throw new Error(`views/index.ts does not name ${stray.join(', ')} of views/${folder}`);
  const { outputFiles, metafile } = await build({
    ...bundled,
    absWorkingDir: root,
    entryPoints: Object.keys(views).map((name) => ({ in: `views/${folder}/${name}.ts`, out: name })),
    outdir: join(dir, 'dist/views'),
  });
  const tooLarge = outputFiles.flatMap(({ path, text }) => {
    const name = path.replace(/^.*[/\\]/, '').replace(/\.js$/, '');
    const page = documentOf(views[name] ?? name, style, text);
    writeFileSync(join(out, `${name}.html`), page);
    const kb = gzipSync(page).length / 1000;
    return kb > MOST_KB ? [`${folder}/${name}: ${kb.toFixed(1)} kB`] : [];
  });
  const sources = Object.keys(metafile.inputs);
  writeFileSync(join(out, VIEW_SOURCES), JSON.stringify(sources));
  return { tooLarge, sources };
}

/** A script may hold any text but the one that would end it. */
const inline = (script: string): string => script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');

export function documentOf(title: string, style: string, script: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<script>${inline(script)}</script>
</body>
</html>
`;
}
