// Debian packages that tests need, installed only when missing and only where apt exists.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** A file that shows the package is there -> the package. */
const needed: Readonly<Record<string, string>> = {
  '/usr/bin/chromium-headless-shell': 'chromium-headless-shell',
  '/usr/sbin/nats-server': 'nats-server',
  // Databases of their own for the plans and logs of mcp-perf-server.
  '/usr/sbin/mariadbd': 'mariadb-server',
  '/usr/bin/pg_createcluster': 'postgresql',
  '/usr/lib/python3/dist-packages/numpy/__init__.py': 'python3-numpy',
};

const missing = Object.entries(needed)
  .filter(([file]) => !existsSync(file))
  .map(([, name]) => name);

if (missing.length > 0) {
  if (!existsSync('/usr/bin/apt-get')) {
    console.log(`Please install: ${missing.join(', ')} (tests that need them will say so)`);
  } else {
    console.log(`installing ${missing.join(', ')}`);
    const sudo = process.getuid?.() === 0 ? [] : ['sudo'];
    const apt = (...args: string[]) => {
      const [file, ...rest] = [...sudo, 'apt-get', '-qq', ...args] as [string, ...string[]];
      return spawnSync(file, rest, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
    };
    apt('update');
    const done = apt('install', '-y', '--no-install-recommends', ...missing);
    process.exitCode = done.status ?? 1;
  }
}
