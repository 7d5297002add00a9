// Debian packages that tests need, installed only when missing, and only where that can be done without asking. Where it
// cannot, the run continues: the tests that need them are skipped, each by its name.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** A file that shows the package is there -> the package: databases for the plans and logs of mcp-perf-server, and the shop it records. */
const databasesAndShop: Readonly<Record<string, string>> = {
  '/usr/sbin/mariadbd': 'mariadb-server',
  '/usr/bin/pg_createcluster': 'postgresql',
  '/var/lib/dpkg/info/postgresql-15-hypopg.list': 'postgresql-15-hypopg',
  '/usr/bin/php': 'php-cli',
  '/var/lib/dpkg/info/php-mysql.list': 'php-mysql',
  '/var/lib/dpkg/info/php-pgsql.list': 'php-pgsql',
};

/** Of the tests. */
const needed: Readonly<Record<string, string>> = {
  '/usr/bin/chromium-headless-shell': 'chromium-headless-shell',
  '/usr/sbin/nats-server': 'nats-server',
  ...databasesAndShop,
  // Certificates of a day.
  '/usr/bin/openssl': 'openssl',
  // Follows every connection and every change of a file.
  '/usr/bin/strace': 'strace',
  '/usr/lib/python3/dist-packages/numpy/__init__.py': 'python3-numpy',
};

/** Of `npm run site`, which walks through the app. */
const neededForSite: Readonly<Record<string, string>> = {
  '/usr/bin/chromium-headless-shell': 'chromium-headless-shell',
};

/** Of `npm run perf:site`, but for WordPress, which names its own. */
const neededForShop: Readonly<Record<string, string>> = {
  ...databasesAndShop,
  '/var/lib/dpkg/info/php-xdebug.list': 'php-xdebug',
};

/** The same of `npm run test:release`: the image is built and tried without a daemon. */
const neededForRelease: Readonly<Record<string, string>> = {
  '/usr/bin/buildah': 'buildah',
  '/usr/bin/mmdebstrap': 'mmdebstrap',
};

/** The relevant state of this machine. */
export interface Machine {
  readonly exists: (file: string) => boolean;
  /** Whether this command succeeds; its output is shown to the user. */
  run(argv: readonly [string, ...string[]]): boolean;
  readonly isRoot: boolean;
}

const missingOn = ({ exists }: Machine, of: Readonly<Record<string, string>>): string[] =>
  Object.entries(of)
    .filter(([file]) => !exists(file))
    .map(([, name]) => name);

/** Installs what is missing where it can; what to say about the rest, or null when there is none. */
export function installMissing(machine: Machine, of: Readonly<Record<string, string>> = needed): string | null {
  const missing = missingOn(machine, of);
  if (missing.length === 0) return null;
  const say = (why: string, left: readonly string[]) =>
    `${why}. The tests that need ${left.join(', ')} are skipped, each by its name. To have them run: sudo apt-get install ${left.join(' ')}`;
  if (!machine.exists('/usr/bin/apt-get')) return say('There is no apt-get on this machine', missing);
  // Never a question: an unattended run would wait for ever.
  if (!machine.isRoot && !machine.run(['sudo', '-n', 'true']))
    return say('This user may not install packages', missing);
  const apt = (...args: string[]) =>
    machine.run([...(machine.isRoot ? [] : ['sudo', '-n']), 'apt-get', '-qq', ...args] as [string, ...string[]]);
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...missing);
  // One name that this release does not know fails them all: the others are then installed one by one.
  for (const name of missingOn(machine, of)) apt('install', '-y', '--no-install-recommends', name);
  const left = missingOn(machine, of);
  return left.length === 0 ? null : say('apt-get did not install everything', left);
}

if (import.meta.main) {
  const machine: Machine = {
    exists: existsSync,
    isRoot: process.getuid?.() === 0,
    run: ([file, ...args]) => {
      if (args.includes('install')) console.log([file, ...args].join(' '));
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      return spawnSync(file, args, { stdio: args.includes('true') ? 'ignore' : 'inherit', env }).status === 0;
    },
  };
  const hasFlag = (word: string) => process.argv.includes(word);
  const message = installMissing(
    machine,
    hasFlag('--release')
      ? neededForRelease
      : hasFlag('--site')
        ? neededForSite
        : hasFlag('--shop')
          ? neededForShop
          : needed,
  );
  if (message !== null) console.log(message);
}
