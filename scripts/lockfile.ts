// Completes package-lock.json after `npm install`: npm leaves out the optional packages of other platforms when it
// cannot reach them, and `npm ci` then refuses the file. Their entries follow from the packages that ask for them.
// Run as `npm run lock`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Entry {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Lockfile {
  readonly packages: Record<string, Entry & Record<string, unknown>>;
}

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/android/, 'android'],
  [/darwin|macos/, 'darwin'],
  [/freebsd/, 'freebsd'],
  [/netbsd/, 'netbsd'],
  [/openbsd/, 'openbsd'],
  [/openharmony/, 'openharmony'],
  [/sunos/, 'sunos'],
  [/aix/, 'aix'],
  [/win32|windows/, 'win32'],
  [/linux/, 'linux'],
];

const PROCESSORS: readonly (readonly [RegExp, string])[] = [
  [/arm64|aarch64/, 'arm64'],
  [/ia32|i686/, 'ia32'],
  [/x64|x86_64/, 'x64'],
  [/arm/, 'arm'],
  [/ppc64/, 'ppc64'],
  [/riscv64/, 'riscv64'],
  [/s390x/, 's390x'],
  [/loong64/, 'loong64'],
  [/mips64el/, 'mips64el'],
  [/wasm32/, 'wasm32'],
];

const named = (table: typeof SYSTEMS, name: string) => table.find(([pattern]) => pattern.test(name))?.[1];

const path = join(import.meta.dirname, '..', 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8')) as Lockfile;
const added: string[] = [];
for (const owner of Object.values({ ...lock.packages })) {
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    if (lock.packages[key]) continue;
    const [system, processor] = [named(SYSTEMS, name), named(PROCESSORS, name)];
    const libc = /musl/.test(name) ? 'musl' : /gnu/.test(name) ? 'glibc' : undefined;
    lock.packages[key] = {
      version: version.replace(/^[^\d]*/, ''),
      ...(processor === undefined ? {} : { cpu: [processor] }),
      ...(owner.dev ? { dev: true } : {}),
      ...(libc === undefined || system !== 'linux' ? {} : { libc: [libc] }),
      optional: true,
      ...(system === undefined ? {} : { os: [system] }),
    };
    added.push(name);
  }
}
const sorted = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')));
writeFileSync(path, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`);
console.log(added.length > 0 ? `added ${added.length}: ${added.join(', ')}` : 'nothing was missing');
