// What an artefact is made of, as CycloneDX 1.6: the packages inside its bundles and those that npm installs with it, each
// with its licence and the hash of the lock. Nothing of the day or the machine: the same content makes the same file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LockEntries, type LockEntry, publishedName, resolveEntry } from '../lockfile.ts';
import { folderOfPackage } from './notices.ts';
import type { PackedPackage } from './packing.ts';

interface Component {
  readonly type: 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly scope: 'required' | 'optional';
  readonly licenses?: readonly [{ readonly license: { readonly id: string } } | { readonly expression: string }];
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[];
  readonly properties: readonly { readonly name: string; readonly value: string }[];
}

/** `@scope/name` in an address: the at sign is escaped, the slash stays. */
const purlOf = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** What an artefact also contains; that of several platforms has several. */
export interface BundledParts {
  /** Whether a package of the lock is in it. */
  readonly has: (entry: LockEntry) => boolean;
  readonly nodes: readonly { readonly name: string; readonly version: string; readonly integrity: string }[];
}

export function sbomOf(root: string, packed: PackedPackage, license: string, carried?: BundledParts): string {
  const { packages: entries } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: LockEntries;
  };
  const bundled = new Set(packed.bundled.map(folderOfPackage).filter((folder) => folder !== null));
  const installed = [...installedBy(entries, Object.keys(packed.dependencies))].filter(
    ([key]) => carried === undefined || carried.has(entries[key] ?? {}),
  );
  const place = carried === undefined ? 'installed next to it' : 'carried along';
  const components = [
    ...(carried?.nodes ?? []).map((node) =>
      componentOf(root, node.name, { ...node, license: 'MIT' }, 'carried along', false),
    ),
    ...[...bundled].map((key) => componentOf(root, key, entries[key], 'in the bundle', false)),
    ...installed.flatMap(([key, isOptional]) =>
      bundled.has(key) ? [] : [componentOf(root, key, entries[key], place, isOptional && carried === undefined)],
    ),
  ].toSorted((a, b) => (a.purl < b.purl ? -1 : 1));
  const own = purlOf(packed.name, packed.version);
  const unique = components.filter(({ purl }, at) => components[at - 1]?.purl !== purl);
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': own,
        name: packed.name,
        version: packed.version,
        purl: own,
        licenses: [{ license: { id: license } }],
      },
      properties: [{ name: 'cdx:reproducible', value: 'true' }],
    },
    components: unique,
    dependencies: [{ ref: own, dependsOn: unique.map((component) => component['bom-ref']) }],
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

/** The keys of the lock that these packages bring, and whether each is for some systems only. */
export function installedBy(entries: LockEntries, names: readonly string[]): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>();
  const visit = (owner: string, name: string, isOptional: boolean): void => {
    const key = resolveEntry(entries, owner, name);
    if (key === null && owner === '') throw new Error(`${name} is a dependency and not in the lock`);
    if (key === null || found.get(key) === false || (isOptional && found.has(key))) return;
    found.set(key, isOptional);
    const { dependencies = {}, optionalDependencies = {} } = entries[key] ?? {};
    for (const each of Object.keys(dependencies)) visit(key, each, isOptional || each in optionalDependencies);
    for (const each of Object.keys(optionalDependencies)) visit(key, each, true);
  };
  for (const name of names) visit('', name, false);
  return found;
}

function componentOf(
  root: string,
  key: string,
  entry: LockEntry | undefined,
  place: string,
  isOptional: boolean,
): Component {
  if (entry?.version === undefined) throw new Error(`${key} is in a bundle and not in the lock`);
  const name = publishedName(key, entry);
  const purl = purlOf(name, entry.version);
  const license = entry.license ?? licenseIn(join(root, key));
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version: entry.version,
    purl,
    scope: isOptional ? 'optional' : 'required',
    ...(license !== undefined && {
      licenses: [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }] as const,
    }),
    ...(entry.integrity?.startsWith('sha512-') && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(entry.integrity.slice(7), 'base64').toString('hex') }] as const,
    }),
    properties: [{ name: 'zorivest:place', value: place }],
  };
}

/** As the package itself says; nothing where it is not installed here, being for another system. */
function licenseIn(folder: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { license?: string }).license;
  } catch {
    return undefined;
  }
}
