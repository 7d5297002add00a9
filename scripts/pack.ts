// `npm run pack`: writes what is published as dist/*.tgz, as `npm publish` would take it.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { SOURCES } from './browser.ts';
import { bundling } from './bundle.ts';
import { noticesOf } from './notices.ts';
import { stageKernel, stageTemplate } from './pack-library.ts';
import { packages, type Package } from './packages.ts';
import { published, REPOSITORY, type Published } from './published.ts';
import { VIEW_SOURCES } from './views.ts';

const root = join(import.meta.dirname, '..');
const out = join(root, 'dist');

interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Ours, written by hand: of this shape. */
const manifestOf = (dir: string) => JSON.parse(readFileSync(join(root, dir, 'package.json'), 'utf8')) as Manifest;

/** Bundles the commands of some packages, without maps; says what went in and what stayed outside. */
async function bundle(members: readonly Package[], folder: string): Promise<Metafile> {
  const programs = members.flatMap(({ dir, entries }) =>
    // The door is for our own packages, which are inside already.
    Object.entries(entries).flatMap(([file, source]) =>
      file === 'index.js' ? [] : [{ out: basename(file, '.js'), in: join(dir, source) }],
    ),
  );
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: folder,
    ...bundling,
    metafile: true,
  });
  return metafile;
}

/** The packages the bundles import, in the versions our own packages ask for. */
function dependenciesOf(metafile: Metafile): Record<string, string> {
  const known = Object.assign({}, ...packages.map(({ dir }) => manifestOf(dir).dependencies)) as Record<string, string>;
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports
      .filter(({ external, path }) => external === true && !isBuiltin(path))
      .map(({ path, kind }) => ({ name: /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path, kind })),
  );
  // A package in a bundle may try to `require` another that it can do without; the bundler leaves such a call as it is.
  const kept: readonly string[] = bundling.external;
  const needed = imported.filter(({ name, kind }) => kept.includes(name) || kind !== 'require-call');
  const names = new Set(needed.map(({ name }) => name));
  return Object.fromEntries(
    [...names].toSorted().map((name) => {
      const version = known[name];
      if (version === undefined) throw new Error(`a bundle imports ${name}, which no package.json of ours names`);
      return [name, version];
    }),
  );
}

function manifestFor(pkg: Published, dependencies: Record<string, string>): object {
  const { version, description, license, engines } = manifestOf(pkg.dir);
  return {
    name: pkg.name,
    version,
    description,
    keywords: pkg.keywords,
    homepage: `${REPOSITORY}/tree/main/${pkg.dir}#readme`,
    bugs: `${REPOSITORY}/issues`,
    repository: { type: 'git', url: `git+${REPOSITORY}.git`, directory: pkg.dir },
    license,
    ...(pkg.mcpName === undefined ? {} : { mcpName: pkg.mcpName }),
    type: 'module',
    bin: Object.fromEntries(Object.entries(pkg.bins).map(([command, file]) => [command, `bin/${basename(file)}`])),
    // Commands, not a library: nothing inside is meant to be imported.
    exports: { './package.json': './package.json' },
    files: ['bin', 'dist', ...(pkg.folders ?? []), 'THIRD-PARTY-NOTICES.txt'],
    engines,
    dependencies,
  };
}

/** Puts the web app beside the service that serves it; gives the files it was made from. */
function packApp(folder: string): string[] {
  const built = join(root, 'journal/ui/dist');
  cpSync(built, join(folder, 'dist/ui'), { recursive: true, filter: (file) => basename(file) !== SOURCES });
  return JSON.parse(readFileSync(join(built, SOURCES), 'utf8')) as string[];
}

/** Puts the pages of a server beside its bundle; gives the files they were made from. */
function packViews(members: readonly Package[], folder: string): string[] {
  return members.flatMap(({ dir }) => {
    const built = join(root, dir, 'dist/views');
    if (!existsSync(built)) return [];
    cpSync(built, join(folder, 'dist/views'), { recursive: true, filter: (file) => basename(file) !== VIEW_SOURCES });
    return JSON.parse(readFileSync(join(built, VIEW_SOURCES), 'utf8')) as string[];
  });
}

/** Lays the package out in a folder, as it will be installed. */
async function stage(pkg: Published, folder: string): Promise<void> {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  const members = packages.filter(({ name }) => pkg.packages.includes(name));
  const metafile = await bundle(members, join(folder, 'dist'));
  const dependencies = dependenciesOf(metafile);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestFor(pkg, dependencies), null, 2)}\n`);
  const bundled = [
    ...Object.keys(metafile.inputs),
    ...(pkg.app === true ? packApp(folder) : []),
    ...packViews(members, folder),
  ];
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), noticesOf(root, bundled));
  for (const launcher of [...Object.values(pkg.bins), ...(pkg.inner ?? [])]) {
    cpSync(join(root, launcher), join(folder, 'bin', basename(launcher)));
  }
  for (const name of pkg.folders ?? []) cpSync(join(root, pkg.dir, name), join(folder, name), { recursive: true });
  cpSync(join(root, pkg.dir, 'README.md'), join(folder, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
}

function npmPack(folder: string): { filename: string; size: number } {
  // `npm run` says where npm is, which spares a shell on Windows.
  const { npm_execpath: npm } = process.env;
  const args = ['pack', folder, '--pack-destination', out, '--json', '--loglevel=error'];
  const printed = npm ? execFileSync(process.execPath, [npm, ...args]) : execFileSync('npm', args);
  const [packed] = JSON.parse(printed.toString()) as { filename: string; size: number }[];
  if (!packed) throw new Error(`npm pack made nothing of ${folder}`);
  return packed;
}

const all = [
  ...published.map((pkg) => ({ name: pkg.name, lay: (folder: string) => stage(pkg, folder) })),
  { name: '@zorivest/kernel', lay: (folder: string) => stageKernel(root, folder) },
  { name: '@zorivest/create-server', lay: (folder: string) => Promise.resolve(stageTemplate(root, folder)) },
];
// All of them, or those that are named.
const wanted = process.argv.slice(2);
const jobs = all.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
mkdirSync(out, { recursive: true });
if (wanted.length === 0) for (const old of globSync('*.tgz', { cwd: out })) rmSync(join(out, old));
for (const { name, lay } of jobs) {
  const folder = join(out, name.replace('@', '').replace('/', '-'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await lay(folder);
  const { filename, size } = npmPack(folder);
  console.log(`dist/${filename}: ${(size / 1024).toFixed(0)} KiB`);
}
