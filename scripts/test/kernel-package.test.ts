/**
 * The kernel as others get it: packed, installed in an empty folder outside the repository with the registry's packages, and
 * used there by following the guide. The template of new servers is tried the same way.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { olderNode } from './older-node.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'kernel-package-'));
const env = {
  ...process.env,
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  NODE_OPTIONS: undefined,
  NODE_COMPILE_CACHE: undefined,
};
const run = (cwd: string, command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const install = (cwd: string, ...packages: string[]) =>
  run(cwd, 'npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', ...packages);
const tarball = (name: string) => globSync(join(root, 'dist', `${name}-*.tgz`))[0] ?? `no ${name}`;

const guide = readFileSync(join(root, 'docs/your-first-server.md'), 'utf8');
const [server = '', harm = '', view = ''] = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code);
const own = join(folder, 'own');

beforeAll(() => {
  run(root, process.execPath, 'scripts/build.ts');
  run(root, process.execPath, 'scripts/pack.ts', '@zorivest/kernel', '@zorivest/create-server');
  mkdirSync(own);
  writeFileSync(join(own, 'package.json'), JSON.stringify({ name: 'own', private: true, type: 'module' }));
  install(own, tarball('zorivest-kernel'), 'zod@4.6.7', 'typescript@7.0.2', '@types/node@24.19.2');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a registry reads; a scoped package is private until its manifest says otherwise. */
const publishedManifest = (directory: string) => ({
  license: 'MIT',
  keywords: expect.arrayContaining(['mcp']) as unknown,
  repository: { type: 'git', directory },
  publishConfig: { access: 'public', provenance: true },
});

it('holds built code and declarations, and needs nothing of this repository', () => {
  const installed = join(own, 'node_modules/@zorivest/kernel');
  const files = globSync('**/*', { cwd: installed });
  expect(files).toEqual(
    expect.arrayContaining(['dist/index.js', 'types/index.d.ts', 'README.md', 'CHANGELOG.md', 'LICENSE']),
  );
  expect(files.filter((file) => /(?<!\.d)\.ts$|\.map$|\.test\./.test(file))).toEqual([]);
  const manifest = readFileSync(join(installed, 'package.json'), 'utf8');
  expect(manifest).not.toMatch(/"private"|workspace:|file:|"source"/);
  expect(JSON.parse(manifest)).toMatchObject(publishedManifest('kernel'));
  expect(globSync('node_modules/@zorivest/*', { cwd: own })).toEqual(['node_modules/@zorivest/kernel']);
});

it('the server of the guide is sound TypeScript against it, libraries included, and answers', () => {
  const whole = server
    .replace('const server =', () => `${harm}\nconst server =`)
    .replace('tools: [look]', 'tools: [look, throwAway]')
    .replace('import { createServer,', 'import { ownView, createServer,')
    .replace('const look =', () => `${view}\nconst look =`)
    .replace("kind: 'read',", "kind: 'read', view: shelfView,");
  writeFileSync(join(own, 'first-server.ts'), whole);
  const options = '--strict --noEmit --module nodenext --target es2024 --types node --skipLibCheck false'.split(' ');
  run(own, join(own, 'node_modules/.bin/tsc'), ...options, 'first-server.ts');
  const { stdout } = spawnSync(process.execPath, ['first-server.ts'], {
    cwd: own,
    env,
    encoding: 'utf8',
    input: '{"jsonrpc":"2.0","id":1,"method":"look_at_shelf"}\n',
  });
  expect(JSON.parse(stdout)).toEqual({ jsonrpc: '2.0', id: 1, result: [{ name: 'tea', amount: 3 }] });
});

it('the template makes a server whose types and test are green', () => {
  const starter = join(folder, 'starter');
  mkdirSync(starter);
  install(starter, '--prefix', starter, tarball('zorivest-create-server'));
  const command = join(starter, 'node_modules/.bin/create-server');
  const manifest = readFileSync(join(starter, 'node_modules/@zorivest/create-server/package.json'), 'utf8');
  expect(JSON.parse(manifest)).toMatchObject(publishedManifest('create-server'));
  run(folder, command, 'my-notes');
  const made = join(folder, 'my-notes');
  expect(globSync('**/*', { cwd: made })).toEqual(
    expect.arrayContaining(['Dockerfile', 'server.json', 'src/main.ts', 'test/server.test.ts']),
  );
  expect(readFileSync(join(made, 'package.json'), 'utf8')).toContain('"name": "my-notes"');
  install(made, tarball('zorivest-kernel'));
  expect(run(made, 'npm', 'test')).toMatch(/pass 1/);
  // Published and installed, where Node strips no types.
  run(made, 'npm', 'pack', '--silent');
  install(own, join(made, 'my-notes-0.1.0.tgz'));
  const { stdout } = spawnSync(join(own, 'node_modules/.bin/my-notes'), [], {
    env,
    encoding: 'utf8',
    input: '{"jsonrpc":"2.0","id":1,"method":"list_notes"}\n',
  });
  expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: [] });
  const older = olderNode();
  if (older !== undefined) {
    const { status, stderr } = spawnSync(older, [command, 'too-old'], { cwd: folder, env, encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^create-server needs Node 24 or newer; .*\n$/)]);
  }
  const again = spawnSync(command, ['my-notes'], { cwd: folder, env, encoding: 'utf8' });
  expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('is there already') as string]);
});
