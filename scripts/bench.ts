// `npm run bench` runs every bench in bench/, `npm run bench:NAME` (or `npm run bench NAME`) one of them.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const all = globSync('bench/*.bench.ts', { cwd: root }).toSorted();
const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith('-'));
const flags = process.argv.slice(2).filter((arg) => arg.startsWith('-'));
const chosen = wanted.length === 0 ? all : all.filter((file) => wanted.includes(basename(file, '.bench.ts')));
if (chosen.length === 0) {
  console.error(`no such bench; there are: ${all.map((file) => basename(file, '.bench.ts')).join(', ')}`);
  process.exit(1);
}
// Benches start the built programs: an older build would be measured in place of these sources.
const built = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: root, stdio: 'inherit' });
if (built.status !== 0) process.exit(1);
for (const file of chosen) {
  console.log(`\n## ${basename(file, '.bench.ts')}\n`);
  const run = spawnSync(process.execPath, ['--conditions=source', '--expose-gc', file, ...flags], {
    cwd: root,
    stdio: 'inherit',
  });
  if (run.status !== 0) process.exitCode = 1;
}
