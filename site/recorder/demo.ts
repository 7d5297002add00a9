// The demo: the app, built once more with another way to its answers, and the recording next to it.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { buildBrowser, type Wire } from '../../scripts/browser.ts';
import { NOT_RECORDED_PAGE, RECORDING } from '../demo/question.ts';

const SEAM = 'site/demo/app.tsx';

/** `main.tsx` starts the app through ours, and what it reads of its address is what stands behind the #. */
const throughTheSeam = (root: string): Plugin => ({
  name: 'seam',
  setup(job) {
    job.initialOptions.define = {
      ...job.initialOptions.define,
      'location.pathname': 'recordedPlace.pathname',
      'location.search': 'recordedPlace.search',
    };
    job.onResolve({ filter: /^\.\/app\.tsx$/ }, ({ importer }) =>
      importer === join(root, 'journal/ui/main.tsx') ? { path: join(root, SEAM) } : undefined,
    );
  },
});

/** The policy must stand before everything it is about, and our script before the app's. */
const BEHIND = '<meta name="viewport"';

const NOT_RECORDED = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Not recorded</title></head>
<body><h1>Not recorded</h1><p>This page was not recorded: the demo has the answers of one walk through the book.</p></body></html>
`;

/** When it was made, and the policy the service sent its page with. */
export interface RecordingInfo {
  readonly at: string;
  readonly policy: string;
}

export async function buildDemo(root: string, out: string, wire: Wire, recorded: string): Promise<void> {
  const made = JSON.parse(readFileSync(join(recorded, 'made.json'), 'utf8')) as RecordingInfo;
  const inputs = await buildBrowser(root, wire, { out, base: './', plugins: [throughTheSeam(root)], added: 1 });
  if (!inputs.includes(SEAM))
    throw new Error(`the app is no longer started by ./app.tsx of journal/ui/main.tsx: mend ${SEAM}`);
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['site/demo/recorded.ts'],
    outdir: join(out, 'assets'),
    entryNames: '[name]-[hash]',
    bundle: true,
    format: 'iife',
    target: ['chrome120', 'firefox121', 'safari17'],
    minify: true,
    metafile: true,
  });
  const [script = ''] = Object.keys(metafile.outputs).map((path) => path.split('/').at(-1));
  const page = join(root, out, 'index.html');
  // A meta element cannot set frame-ancestors.
  const policy = made.policy
    .split('; ')
    .filter((part) => !part.startsWith('frame-ancestors'))
    .join('; ');
  const head = [
    `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    `<script src="./assets/${script}" data-at="${made.at}"></script>`,
  ];
  const text = readFileSync(page, 'utf8');
  if (!text.includes(BEHIND)) throw new Error(`journal/ui/index.html has no ${BEHIND}: the demo's script has no place`);
  writeFileSync(page, text.replace(BEHIND, `${head.join('\n    ')}\n    ${BEHIND}`));
  // These files are for servers that serve the app by a list.
  for (const file of ['manifest.json', 'sources.json']) rmSync(join(root, out, file));
  mkdirSync(join(root, out, RECORDING), { recursive: true });
  for (const file of readdirSync(join(recorded, RECORDING)))
    copyFileSync(join(recorded, RECORDING, file), join(root, out, RECORDING, file));
  writeFileSync(join(root, out, NOT_RECORDED_PAGE), NOT_RECORDED);
}
