// What an artefact carries besides our own code for one platform: a real Node, and the packages that must stay packages, with
// the native parts of that platform and of no other.
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type LockEntries, type LockEntry, publishedName } from '../lockfile.ts';
import { isThisMachine, type Platform } from './platforms.ts';
import { installedBy } from './sbom.ts';
import { fetchPackage } from './tarballs.ts';

const root = join(import.meta.dirname, '../..');
export const CACHE = join(root, 'node_modules/.cache/release');

export type Files = Readonly<Record<string, Uint8Array>>;

/** Files that are never run. */
const NOT_RUN =
  /\.(?:map|d\.[cm]?ts|ts|md|markdown|gyp|gypi|c|cc|cpp|h|hpp|flow|cmake)$|CMakeLists\.txt$|(?:^|\/)(?:test|tests|docs|examples?|\.github)\//;

/** Packages with the parts of every platform inside: what is left of them for one. */
const partsOf: Readonly<Record<string, (file: string, platform: Platform) => boolean>> = {
  'better-sqlite3-multiple-ciphers': (file, { os, arch }) =>
    /^(?:lib\/|package\.json$|LICENSE)/.test(file) || file === `prebuilds/${os}-${arch}.node`,
  zeromq: (file, { os, arch }) =>
    /^(?:lib\/.*\.js$|package\.json$|LICENSE|build\/manifest\.json$)/.test(file) ||
    (file.startsWith(`build/${os}/${arch}/`) && !file.includes('/musl-')),
};

const lockEntries = (): LockEntries =>
  (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: LockEntries }).packages;

/** Whether a package of the lock is for this platform; of Linux that of Debian, not that of Alpine. */
export function isFor({ os, cpu, libc }: LockEntry, platform: Pick<Platform, 'os' | 'arch'>): boolean {
  const fits = (list: readonly string[] | undefined, value: string) => list === undefined || list.includes(value);
  return fits(os, platform.os) && fits(cpu, platform.arch) && (platform.os !== 'linux' || fits(libc, 'glibc'));
}

/** The keys of the lock that these dependencies bring to a platform. */
function keysFor(dependencies: readonly string[], platform: Pick<Platform, 'os' | 'arch'>): readonly string[] {
  const entries = lockEntries();
  return [...installedBy(entries, dependencies).keys()].filter((key) => isFor(entries[key] ?? {}, platform));
}

function readInstalled(key: string): Files | null {
  const folder = join(root, key);
  const names = globSync('**', { cwd: folder, exclude: ['node_modules'] }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  if (names.length === 0) return null;
  return Object.fromEntries(
    names.map((name) => [name.replaceAll('\\', '/'), readFileSync(join(folder, name))] as const),
  );
}

/** `node_modules` of the artefact, by path. */
export function nodeModulesFor(dependencies: readonly string[], platform: Platform): Files {
  const entries = lockEntries();
  const files: Record<string, Uint8Array> = {};
  for (const key of keysFor(dependencies, platform)) {
    const entry = entries[key] ?? {};
    const name = publishedName(key, entry);
    const { version = '', integrity = '' } = entry;
    const isOfOnePlatform = entry.os !== undefined || entry.cpu !== undefined;
    const isHere = !isOfOnePlatform || isThisMachine(platform);
    const found =
      (isHere ? readInstalled(key) : null) ?? Object.fromEntries(fetchPackage({ name, version, integrity }, CACHE));
    const wanted = partsOf[name] ?? ((file: string) => !NOT_RUN.test(file) || /licen[cs]e|notice/i.test(file));
    for (const [file, content] of Object.entries(found)) if (wanted(file, platform)) files[`${key}/${file}`] = content;
  }
  return files;
}

/** The program itself: of this machine the one that the lock has brought already. */
export function nodeFor(platform: Platform): Uint8Array {
  if (isThisMachine(platform)) return readFileSync(join(root, 'node_modules/node/bin/node'));
  const { node } = platform;
  const program = fetchPackage(node, CACHE).get(node.file);
  if (program === undefined) throw new Error(`${node.name}@${node.version} has no ${node.file}`);
  return program;
}
