// `npm run site`: the site as files in site/dist, the pages of this version below its number, the demo next to them.
// `npm run site:dev` serves it and builds the pages again at every change. `--record` makes the recording again.
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wireOf, type WireSource } from '../scripts/browser.ts';
import { buildDemo } from './recorder/demo.ts';
import { record } from './recorder/record.ts';
import { deadLinksIn } from './render/check.ts';
import { buildPages } from './render/site.ts';
import { serveFolder } from './serve.ts';

const root = join(import.meta.dirname, '..');
const out = join(root, 'site/dist');
const recordings = join(root, 'node_modules/.cache/zorivest-recording');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
/** Pages stay where they are while only the last number of the version changes. */
const folder = version.split('.').slice(0, 2).join('.');

const unknown = process.argv.slice(2).filter((word) => !['--dev', '--record'].includes(word));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(' ')}. Usage: npm run site [-- --record], npm run site:dev`);
  process.exit(2);
}

/** Of everything that decides what the app asks and gets as answers: while it is the same, the recording is valid. */
function digestOfProgram(): string {
  const files = globSync(
    ['journal/*/dist/**/*.js', 'journal/ui/dist/**/*', 'site/recorder/record.ts', 'site/demo/question.ts'],
    { cwd: root, withFileTypes: true },
  );
  const hash = createHash('sha256');
  for (const path of files.flatMap((file) => (file.isFile() ? [join(file.parentPath, file.name)] : [])).toSorted())
    hash.update(path).update(readFileSync(path));
  return hash.digest('hex');
}

async function buildTheDemo(): Promise<void> {
  const wire = wireOf((await import(join(root, 'journal/contract/dist/index.js'))) as WireSource);
  const mark = join(recordings, 'digest');
  const digest = digestOfProgram();
  const isUnchanged = existsSync(mark) && readFileSync(mark, 'utf8') === digest && !process.argv.includes('--record');
  if (!isUnchanged) {
    console.log('recording the demo: a walk through the app, which takes some minutes');
    await record(wire, recordings);
    writeFileSync(mark, digest);
  }
  await buildDemo(root, 'site/dist/demo', wire, recordings);
}

/** The newest version, for a visitor who names none. */
const front = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Zorivest</title>
<meta http-equiv="refresh" content="0; url=${folder}/index.html"></head>
<body><p><a href="${folder}/index.html">Zorivest ${folder}</a></p></body></html>
`;

async function buildThePages(): Promise<void> {
  const started = performance.now();
  await buildPages(root, join(out, folder), version);
  writeFileSync(join(out, 'index.html'), front);
  console.log(`the pages: ${Math.round(performance.now() - started)} ms`);
}

mkdirSync(out, { recursive: true });
await buildThePages();
await buildTheDemo();
const dead = deadLinksIn(out);
for (const fault of dead) console.error(fault);
if (dead.length > 0) process.exitCode = 1;
else console.log('site/dist is built; no broken links');

if (process.argv.includes('--dev')) {
  const { url } = await serveFolder(out, Number(process.env['PORT'] ?? 5180));
  console.log(`${url}/${folder}/index.html`);
  let timer: NodeJS.Timeout | undefined;
  for (const watched of ['docs', 'site/look', 'site/render', 'perf/README.md', 'swimmy/README.md', 'kernel/README.md'])
    watch(join(root, watched), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        buildThePages().catch((error: unknown) => console.error(error instanceof Error ? error.message : error));
      }, 100);
    });
}
