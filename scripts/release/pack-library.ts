// What others build on: the kernel as a library, and the template that starts a server on it.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { aboutPackage } from './published.ts';
import { readmeOnItsOwn } from './readme.ts';

const ENTRIES = { index: 'index.ts', json: 'json/index.ts', log: 'log/index.ts' } as const;

interface KernelManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Built JavaScript and type declarations; what it stands on stays outside. */
export async function stageKernel(root: string, folder: string): Promise<void> {
  const dir = join(root, 'kernel');
  // Ours, written by hand: of this shape.
  const manifest = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as KernelManifest;
  await build({
    absWorkingDir: dir,
    entryPoints: Object.entries(ENTRIES).map(([out, source]) => ({ in: source, out })),
    outdir: join(folder, 'dist'),
    bundle: true,
    // The entries share what they have in common: an error of one is an error of the other.
    splitting: true,
    packages: 'external',
    platform: 'node',
    target: 'node24',
    format: 'esm',
    logLevel: 'error',
  });
  cpSync(join(dir, 'dist/own-page.html'), join(folder, 'dist/own-page.html'));
  writeDeclarations(root, folder);
  cpSync(join(dir, 'CHANGELOG.md'), join(folder, 'CHANGELOG.md'));
  writeReadme(root, 'kernel', folder);
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const { zod, ...dependencies } = manifest.dependencies;
  const doors = Object.keys(ENTRIES).map((name) => [
    name === 'index' ? '.' : `./${name}`,
    { types: `./types/${name === 'index' ? '' : `${name}/`}index.d.ts`, default: `./dist/${name}.js` },
  ]);
  const published = {
    name: manifest.name,
    version: manifest.version,
    description: manifest.description,
    keywords: ['mcp', 'model-context-protocol', 'server', 'framework', 'tools'],
    license: manifest.license,
    ...aboutPackage('kernel'),
    type: 'module',
    sideEffects: false,
    exports: { ...Object.fromEntries(doors), './package.json': './package.json' },
    files: ['dist', 'types', 'CHANGELOG.md'],
    engines: manifest.engines,
    dependencies,
    // A server writes its schemas with the same zod that the kernel reads them with.
    peerDependencies: { zod: `^${zod}` },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
}

function writeDeclarations(root: string, folder: string): void {
  const config = join(root, 'node_modules/.cache/kernel-types.json');
  const options = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      incremental: false,
      tsBuildInfoFile: null,
      rootDir: join(root, 'kernel'),
      outDir: join(folder, 'types'),
      typeRoots: [join(root, 'node_modules/@types')],
    },
    include: [],
    exclude: [],
    files: Object.values(ENTRIES).map((source) => join(root, 'kernel', source)),
  };
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  writeFileSync(config, JSON.stringify(options));
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config], { stdio: 'inherit' });
  rmSync(config);
}

function writeReadme(root: string, dir: string, folder: string): void {
  const text = readFileSync(join(root, dir, 'README.md'), 'utf8');
  writeFileSync(join(folder, 'README.md'), readmeOnItsOwn(text, dir));
}

/** The template as it is. */
export function stageTemplate(root: string, folder: string): void {
  const dir = 'create-server';
  cpSync(join(root, dir), folder, { recursive: true });
  writeReadme(root, dir, folder);
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const file = join(folder, 'package.json');
  // Ours, written by hand.
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, `${JSON.stringify({ ...manifest, ...aboutPackage(dir) }, null, 2)}\n`);
}
