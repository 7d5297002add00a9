// Checks that a lock gives every machine the same packages with `npm ci`: each entry carries its integrity, and
// each dependency an entry names, those of other platforms included, has an entry of its own.
import { posix } from 'node:path';

export interface LockEntry {
  /** The package's own name, where it is installed under another (an alias). */
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  /** A workspace package; `resolved` is then its folder. */
  readonly link?: boolean;
  readonly resolved?: string;
  readonly inBundle?: boolean;
  readonly license?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export type LockEntries = Readonly<Record<string, LockEntry>>;

export interface Manifest {
  readonly overrides?: Readonly<Record<string, unknown>>;
  readonly '//overrides'?: Readonly<Record<string, string>>;
}

export interface UnresolvedDependency {
  /** Where the dependency is asked for, as a key of the lock. */
  readonly owner: string;
  readonly name: string;
  readonly range: string;
  readonly optional: boolean;
}

const folder = 'node_modules/';

/** The package a key of the lock stands for: `a/node_modules/@b/c` is `@b/c`. */
export const packageName = (key: string) => key.slice(key.lastIndexOf(folder) + folder.length);

/** What the registry knows an entry as. */
export const publishedName = (key: string, entry: LockEntry) => entry.name ?? packageName(key);

const exact = /^=?(\d+\.\d+\.\d+(?:[-+].*)?)$/;

/** The key that Node would find for `name` from `owner`, looking in each node_modules upwards. */
export function resolveEntry(entries: LockEntries, owner: string, name: string): string | null {
  for (let place = owner; ; place = posix.dirname(place)) {
    if (!place.endsWith('node_modules')) {
      const key = place === '.' || place === '' ? `${folder}${name}` : `${place}/${folder}${name}`;
      if (entries[key]) return key;
    }
    if (place === '.' || place === '') return null;
  }
}

function versionAt(entries: LockEntries, key: string): string | undefined {
  const entry = entries[key];
  return entry?.link ? entries[entry.resolved ?? '']?.version : entry?.version;
}

function* listAsked(key: string, entry: LockEntry): Generator<UnresolvedDependency> {
  const optionals = entry.optionalDependencies ?? {};
  for (const [name, range] of Object.entries(optionals)) yield { owner: key, name, range, optional: true };
  const peers = Object.entries(entry.peerDependencies ?? {}).filter(
    ([name]) => !entry.peerDependenciesMeta?.[name]?.optional,
  );
  const required = { ...entry.dependencies, ...entry.devDependencies, ...Object.fromEntries(peers) };
  for (const [name, range] of Object.entries(required)) {
    if (!(name in optionals)) yield { owner: key, name, range, optional: false };
  }
}

/** Dependencies without an entry, or whose entry has another version than the exact one that is asked for. */
export function findUnresolved(entries: LockEntries, overrides: Manifest['overrides'] = {}): UnresolvedDependency[] {
  return Object.entries(entries).flatMap(([key, entry]) =>
    [...listAsked(key, entry)].filter(({ name, range }) => {
      const found = resolveEntry(entries, key, name);
      if (found === null) return true;
      const wanted = exact.exec(range)?.[1];
      return wanted !== undefined && !(name in overrides) && versionAt(entries, found) !== wanted;
    }),
  );
}

/** The faults of a lock, checked alone; empty when there are none. */
export function lockFaults(entries: LockEntries, manifest: Manifest): string[] {
  const faults: string[] = [];
  for (const [key, entry] of Object.entries(entries)) {
    if (!key.includes(folder) || entry.link) continue;
    if (entry.version === undefined) faults.push(`${packageName(key)} has no version`);
    if (entry.integrity === undefined && !entry.inBundle) {
      faults.push(`${packageName(key)}@${entry.version} has no integrity: run \`npm run lock\``);
    }
    if (entry.resolved !== undefined) faults.push(`${packageName(key)} has a \`resolved\` address`);
  }
  for (const { owner, name, range } of findUnresolved(entries, manifest.overrides)) {
    const asker = owner === '' ? 'package.json' : owner.includes(folder) ? packageName(owner) : owner;
    faults.push(`${name}@${range}, asked for by ${asker}, is not in the lock: run \`npm run lock\``);
  }
  for (const name of Object.keys(manifest.overrides ?? {})) {
    if (!manifest['//overrides']?.[name]) faults.push(`the override of ${name} gives no reason under "//overrides"`);
  }
  return faults;
}
