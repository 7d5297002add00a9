// `npm run lock` completes package-lock.json after `npm install`: npm can leave out the optional packages of other
// platforms, and `npm ci` then refuses the file or installs without a native binding. `npm run lock -- --check` writes
// nothing and asks the registry for every entry: one that was never published is named here, not on a user's machine.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockFaults, packageName, publishedName, findUnresolved, type LockEntry, type Manifest } from './lockfile.ts';
import { forEachConcurrently, npmRegistry, type Registry, type Release } from './registry.ts';

interface Lockfile {
  readonly packages: Record<string, LockEntry>;
}

const root = join(import.meta.dirname, '..');
const path = join(root, 'package-lock.json');
const together = 16;

function entryOf(release: Release, dev: boolean): LockEntry & Record<string, unknown> {
  const { version, license, os, cpu, libc, engines, dependencies, optionalDependencies, dist } = release;
  const filled = {
    version,
    integrity: dist.integrity,
    cpu,
    dev: dev || undefined,
    libc,
    license,
    optional: true,
    os,
    dependencies,
    engines,
    optionalDependencies,
  };
  // JSON leaves out what is undefined.
  return JSON.parse(JSON.stringify(filled)) as LockEntry & Record<string, unknown>;
}

/** Adds the optional packages the lock lacks, from what the registry says of them; names those it does not have. */
async function complete(lock: Lockfile, manifest: Manifest, registry: Registry): Promise<string[]> {
  const missing: string[] = [];
  const added: string[] = [];
  const wanted = findUnresolved(lock.packages, manifest.overrides).filter((dependency) => dependency.optional);
  const bare = Object.entries(lock.packages).filter(
    ([key, entry]) => key.includes('node_modules/') && !entry.link && entry.integrity === undefined,
  );
  const places = [
    ...wanted.map(({ owner, name, range }) => ({ key: `node_modules/${name}`, version: range, owner })),
    ...bare.map(([key, entry]) => ({ key, version: entry.version ?? '', owner: key })),
  ];
  await forEachConcurrently(places, together, async ({ key, version, owner }) => {
    const release = await registry(packageName(key), version.replace(/^[^\d]*/, ''));
    if (release === null) {
      missing.push(`${packageName(key)}@${version}`);
      return;
    }
    lock.packages[key] = entryOf(release, lock.packages[owner]?.dev ?? false);
    added.push(packageName(key));
  });
  if (added.length > 0) {
    const sorted = Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
    writeFileSync(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
  }
  console.log(added.length > 0 ? `added ${added.length}: ${added.join(', ')}` : 'nothing was missing');
  return missing;
}

/** Entries the registry does not have, or has with other bytes. */
async function compare(lock: Lockfile, registry: Registry): Promise<string[]> {
  const faults: string[] = [];
  const entries = Object.entries(lock.packages).filter(
    ([key, entry]) => key.includes('node_modules/') && !entry.link && !entry.inBundle,
  );
  await forEachConcurrently(entries, together, async ([key, entry]) => {
    const published = publishedName(key, entry);
    const name = `${published}@${entry.version}`;
    const release = await registry(published, entry.version ?? '');
    if (release === null) faults.push(`${name} is not in the registry`);
    else if (release.dist.integrity !== entry.integrity) faults.push(`${name} has another integrity in the registry`);
  });
  console.log(`asked the registry for ${entries.length} entries`);
  return faults.toSorted();
}

const lock = JSON.parse(readFileSync(path, 'utf8')) as Lockfile;
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const unknown = process.argv.slice(2).filter((word) => word !== '--check');
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(' ')}. Usage: npm run lock [-- --check]`);
  process.exit(2);
}

const check = process.argv.includes('--check');
const fromRegistry = check ? await compare(lock, npmRegistry()) : await complete(lock, manifest, npmRegistry());
const faults = [...lockFaults(lock.packages, manifest), ...fromRegistry];
if (!check && fromRegistry.length > 0) {
  faults.push('the registry does not have these: choose a complete release, with an "overrides" line and its reason');
}
for (const fault of faults) console.log(fault);
if (faults.length === 0) console.log('the lock is complete');
process.exitCode = faults.length > 0 ? 1 : 0;
