// `npm run release -- --dry-run`: builds everything that is published into dist/release, twice, and compares. Only a person
// pushes to a forge or a registry: the commands for it are printed, not run.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { makeBundles } from './release/bundles.ts';
import { makeDebs } from './release/deb.ts';
import { drawIcon } from './release/icon.ts';
import { brewFormula, registryFiles, servers } from './release/manifests.ts';
import { writeImageContext } from './release/image.ts';
import { isFor } from './release/parts.ts';
import { type PackedPackage, packPublished } from './release/packing.ts';
import { type Platform, platforms } from './release/platforms.ts';
import { type BundledParts, sbomOf } from './release/sbom.ts';

const root = join(import.meta.dirname, '..');
const carriedFor = (...of: readonly Platform[]): BundledParts => ({
  nodes: of.map(({ node }) => node),
  has: (entry) => of.some((platform) => isFor(entry, platform)),
});
const SUMS = 'SHA256SUMS';

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

interface Build {
  /** The hash of each file by its path. */
  readonly hashes: Readonly<Record<string, string>>;
  /** What could not be built on this machine, with the reasons. */
  readonly left: readonly string[];
}

async function buildInto(out: string): Promise<Build> {
  rmSync(out, { recursive: true, force: true });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), text);
  };
  const work = `${out}-work`;
  const packed = await packPublished(join(out, 'npm'), work);
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  for (const server of servers) {
    const tarball = packed.find(({ name }) => name === server.npm.name);
    if (tarball === undefined) throw new Error(`${server.npm.name} was not packed`);
    for (const [path, text] of Object.entries(registryFiles(server, commit)))
      write(join('registry', server.npm.name, path), text);
    writeFileSync(join(out, 'registry', server.npm.name, 'claude-code/.claude-plugin/icon.png'), drawIcon());
    const hash = sha256(readFileSync(join(out, 'npm', tarball.file)));
    write(join('registry/homebrew', `${server.npm.name}.rb`), brewFormula(server, tarball.file, hash));
  }
  for (const each of packed) write(join('sbom', `${each.file}.cdx.json`), sbomOf(root, each, 'MIT'));
  const bundled = await makeBundles(join(out, 'mcpb'), packed, (name) => join(work, name), platforms);
  for (const { file, npmName, platform } of bundled.made) {
    const own = packed.find(({ name }) => name === npmName) as PackedPackage;
    write(join('sbom', `${file}.cdx.json`), sbomOf(root, own, 'MIT', carriedFor(platform)));
  }
  const journal = packed.find(({ name }) => name === 'zorivest') as PackedPackage;
  const debs = makeDebs(join(out, 'deb'), journal, join(work, 'zorivest'), work);
  for (const { file, platform } of debs.made) {
    write(join('sbom', `${file}.cdx.json`), sbomOf(root, journal, 'MIT', carriedFor(platform)));
  }
  const image = join(out, 'oci');
  const leftOfImage = writeImageContext(join(image, 'dist/image'), packed, join(out, 'npm'));
  for (const file of ['Dockerfile', 'compose.yaml', '.dockerignore']) cpSync(join(root, file), join(image, file));
  write(
    'sbom/zorivest-image.cdx.json',
    sbomOf(
      root,
      {
        ...journal,
        bundled: packed.flatMap(({ bundled: each }) => each),
        dependencies: Object.assign({}, ...packed.map((each) => each.dependencies)) as Record<string, string>,
      },
      'MIT',
      carriedFor(...platforms.filter(({ os }) => os === 'linux')),
    ),
  );
  write('latest.json', `${JSON.stringify({ version: journal.version })}\n`);
  for (const { npm } of servers) {
    const notices = join(work, npm.name, 'THIRD-PARTY-NOTICES.txt');
    cpSync(notices, join(out, `THIRD-PARTY-NOTICES.${npm.name}.txt`));
  }
  rmSync(work, { recursive: true, force: true });
  const files = readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(out, join(entry.parentPath, entry.name)))
    .toSorted();
  const hashes = Object.fromEntries(files.map((file) => [file, sha256(readFileSync(join(out, file)))]));
  write(SUMS, files.map((file) => `${hashes[file]}  ${file}\n`).join(''));
  return { hashes, left: [...bundled.left, ...leftOfImage, ...debs.left] };
}

if (!process.argv.includes('--dry-run')) {
  console.error('Only a person publishes: `npm run release -- --dry-run` builds everything and prints the commands.');
  process.exit(2);
}
const out = join(root, 'dist/release');
const { hashes: first } = await buildInto(`${out}-again`);
const { hashes: second, left } = await buildInto(out);
rmSync(`${out}-again`, { recursive: true, force: true });
const differing = [...new Set([...Object.keys(first), ...Object.keys(second)])].filter(
  (file) => first[file] !== second[file],
);
if (differing.length > 0) {
  console.error(`Two builds differ in ${differing.join(', ')}: it cannot be released.`);
  process.exit(1);
}
// The image contains some of them: those are not published.
const tarballs = Object.keys(second).filter((file) => file.startsWith('npm/'));
console.log(
  `${Object.keys(second).length} files in dist/release, two builds equal byte for byte; ${SUMS} has them all.`,
);
for (const why of left) console.log(`left out: ${why}`);
console.log('To publish, a person with the rights runs, for each:');
for (const file of tarballs) console.log(`  npm publish dist/release/${file}`);
for (const { npm } of servers) console.log(`  mcp-publisher publish dist/release/registry/${npm.name}/server.json`);
