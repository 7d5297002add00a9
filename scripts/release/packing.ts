// Prepares and packs what is published, as `npm publish` would.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, join } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { noticesOf } from './notices.ts';
import { stageKernel, stageTemplate } from './pack-library.ts';
import { SOURCES } from '../browser.ts';
import { bundling } from '../bundle.ts';
import { packages, type Package } from '../packages.ts';
import { VIEW_SOURCES } from '../views.ts';
import { aboutPackage, published, type PublishedPackage } from './published.ts';
import { readmeOnItsOwn } from './readme.ts';

const root = join(import.meta.dirname, '../..');

interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Ours, written by hand: of this shape. */
const manifestOf = (dir: string) => JSON.parse(readFileSync(join(root, dir, 'package.json'), 'utf8')) as Manifest;

/** What a program says of its version is in the package.json that it was built with. */
const claiming = (version: string): Plugin => ({
  name: 'another version',
  setup: (building) =>
    building.onLoad({ filter: /package\.json$/ }, ({ path }) => {
      if (path.includes('node_modules')) return undefined;
      const manifest = JSON.parse(readFileSync(path, 'utf8')) as object;
      return { contents: JSON.stringify({ ...manifest, version }), loader: 'json' };
    }),
});

/** Bundles the commands of some packages, without maps; says what went in and what stayed outside. */
async function bundle(
  members: readonly Package[],
  folder: string,
  isLibrary: boolean,
  version: string | undefined,
): Promise<Metafile> {
  const programs = members.flatMap(({ dir, entries }) =>
    // The door is for our own packages, which are inside already, unless others may import it too.
    Object.entries(entries).flatMap(([file, source]) =>
      file === 'index.js' && !isLibrary ? [] : [{ out: basename(file, '.js'), in: join(dir, source) }],
    ),
  );
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: folder,
    ...bundling,
    // What several programs of a package share is in it once.
    splitting: true,
    chunkNames: 'shared-[hash]',
    plugins: [...bundling.plugins, ...(version === undefined ? [] : [claiming(version)])],
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
  const externals: readonly string[] = bundling.external;
  const needed = imported.filter(({ name, kind }) => externals.includes(name) || kind !== 'require-call');
  const names = new Set(needed.map(({ name }) => name));
  return Object.fromEntries(
    [...names].toSorted().map((name) => {
      const version = known[name];
      if (version === undefined)
        throw new Error(`a bundle imports ${name}, which is in none of our package.json files`);
      return [name, version];
    }),
  );
}

function manifestFor(pkg: PublishedPackage, dependencies: Record<string, string>, claimed: string | undefined): object {
  const { version: own, description, license, engines } = manifestOf(pkg.dir);
  const version = claimed ?? own;
  return {
    name: pkg.name,
    version,
    description,
    keywords: pkg.keywords,
    license,
    ...aboutPackage(pkg.dir),
    mcpName: pkg.mcpName,
    type: 'module',
    bin: Object.fromEntries(Object.entries(pkg.bins).map(([command, file]) => [command, `bin/${basename(file)}`])),
    // Commands: nothing inside is meant to be imported, but for what its README tells a program of yours to.
    exports: { ...(pkg.isLibrary === true && { '.': './dist/index.js' }), './package.json': './package.json' },
    files: ['bin', 'dist', ...(pkg.folders ?? []), 'THIRD-PARTY-NOTICES.txt'],
    engines,
    dependencies,
  };
}

/** Copies the web app next to the service that serves it; returns the files it was made from. */
function packApp(folder: string): string[] {
  const built = join(root, 'journal/ui/dist');
  cpSync(built, join(folder, 'dist/ui'), { recursive: true, filter: (file) => basename(file) !== SOURCES });
  return JSON.parse(readFileSync(join(built, SOURCES), 'utf8')) as string[];
}

/** Copies the pages of a server next to its bundle; returns the files they were made from. */
function packViews(members: readonly Package[], folder: string): string[] {
  return members.flatMap(({ dir }) => {
    const built = join(root, dir, 'dist/views');
    if (!existsSync(built)) return [];
    cpSync(built, join(folder, 'dist/views'), { recursive: true, filter: (file) => basename(file) !== VIEW_SOURCES });
    return JSON.parse(readFileSync(join(built, VIEW_SOURCES), 'utf8')) as string[];
  });
}

/** Lays the package out in a folder, as it will be installed; gives the files it was made from. `version` plays another one. */
export async function stage(pkg: PublishedPackage, folder: string, version?: string): Promise<readonly string[]> {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  const members = packages.filter(({ name }) => pkg.packages.includes(name));
  const metafile = await bundle(members, join(folder, 'dist'), pkg.isLibrary === true, version);
  const dependencies = dependenciesOf(metafile);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestFor(pkg, dependencies, version), null, 2)}\n`);
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
  const readme = readFileSync(join(root, pkg.dir, 'README.md'), 'utf8');
  writeFileSync(join(folder, 'README.md'), readmeOnItsOwn(readme, pkg.dir));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  return bundled;
}

function npmPack(folder: string, out: string): { filename: string; size: number } {
  // `npm run` says where npm is, which spares a shell on Windows.
  const { npm_execpath: npm } = process.env;
  const args = ['pack', folder, '--pack-destination', out, '--json', '--loglevel=error'];
  const printed = npm ? execFileSync(process.execPath, [npm, ...args]) : execFileSync('npm', args);
  const [packed] = JSON.parse(printed.toString()) as { filename: string; size: number }[];
  if (!packed) throw new Error(`npm pack produced nothing from ${folder}`);
  return packed;
}

export interface PackedPackage {
  readonly name: string;
  readonly version: string;
  /** The tarball, in the folder that was asked for. */
  readonly file: string;
  readonly size: number;
  /** Files that its bundles were made from, as paths from the root. */
  readonly bundled: readonly string[];
  /** What npm installs with it. */
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Packs those that are named, or all, into `out`; each is prepared in a folder of `work` first. */
export async function packPublished(
  out: string,
  work: string,
  wanted: readonly string[] = [],
): Promise<PackedPackage[]> {
  const all = [
    ...published.map((pkg) => ({ name: pkg.name, lay: (folder: string) => stage(pkg, folder) })),
    { name: '@zorivest/kernel', lay: (folder: string) => stageKernel(root, folder).then(() => []) },
    { name: '@zorivest/create-server', lay: async (folder: string) => (stageTemplate(root, folder), []) },
  ];
  mkdirSync(out, { recursive: true });
  const made: PackedPackage[] = [];
  for (const { name, lay } of all.filter((each) => wanted.length === 0 || wanted.includes(each.name))) {
    const folder = join(work, name.replace('@', '').replace('/', '-'));
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const bundled = await lay(folder);
    // Written above, or by hand.
    const { version, dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    const { filename, size } = npmPack(folder, out);
    made.push({ name, version, file: filename, size, bundled, dependencies });
  }
  return made;
}
