// `npm run release -- --dry-run`: builds everything that is published into dist/release, twice, and compares. Pushing to a
// forge or a registry is a person's act: what to type for it is printed, nothing here does it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brewFormula, registryFiles, servers } from './release/manifests.ts';
import { packPublished } from './release/packing.ts';
import { sbomOf } from './release/sbom.ts';

const root = join(import.meta.dirname, '..');
const SUMS = 'SHA256SUMS';

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** One build; gives the hash of each file by its path in `out`. */
async function buildInto(out: string): Promise<Readonly<Record<string, string>>> {
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
    const hash = sha256(readFileSync(join(out, 'npm', tarball.file)));
    write(join('registry/homebrew', `${server.npm.name}.rb`), brewFormula(server, tarball.file, hash));
  }
  for (const each of packed) write(join('sbom', `${each.file}.cdx.json`), sbomOf(root, each, 'MIT'));
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
  return hashes;
}

if (!process.argv.includes('--dry-run')) {
  console.error('Publishing is a person’s act: `npm run release -- --dry-run` builds it and says what to type then.');
  process.exit(2);
}
const out = join(root, 'dist/release');
const first = await buildInto(`${out}-again`);
const second = await buildInto(out);
rmSync(`${out}-again`, { recursive: true, force: true });
const differing = [...new Set([...Object.keys(first), ...Object.keys(second)])].filter(
  (file) => first[file] !== second[file],
);
if (differing.length > 0) {
  console.error(`Two builds differ in ${differing.join(', ')}: it cannot be released.`);
  process.exit(1);
}
const tarballs = Object.keys(second).filter((file) => file.endsWith('.tgz'));
console.log(
  `${Object.keys(second).length} files in dist/release, two builds equal byte for byte; ${SUMS} has them all.`,
);
console.log('To publish, a person with the rights types, for each:');
for (const file of tarballs) console.log(`  npm publish dist/release/${file}`);
for (const { npm } of servers) console.log(`  mcp-publisher publish dist/release/registry/${npm.name}/server.json`);
