// `npm run test:changed [REF]`: the tests of the packages that were changed since REF (what is not committed counts), and of
// those above them. Without REF: since this branch left main.
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Package } from './packages.ts';
import { scopeOf } from './test-scope.ts';

const root = join(import.meta.dirname, '..');

function git(...args: string[]): string[] {
  const output = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  return output.split('\n').filter((line) => line !== '');
}

function refOf(given: string | undefined): string {
  for (const name of given === undefined ? ['main', 'origin/main'] : [given]) {
    try {
      return git('merge-base', 'HEAD', name)[0] ?? name;
    } catch {
      // The next one may do.
    }
  }
  console.error(
    given === undefined
      ? 'There is no branch main to compare with: give a commit, as in `npm run test:changed HEAD~3`.'
      : `git finds no common commit of this branch and ${given}.`,
  );
  return process.exit(1);
}

/** The packages of ours that a package's tests import by name, without the helpers that another's tests lend it. */
function testImportsOf({ dir }: Package): string[] {
  const files = globSync([`${dir}/**/*.test.ts`, `${dir}/test/**/*.ts`], {
    cwd: root,
    exclude: (file) => /(^|\/)(node_modules|dist)$/.test(file),
  });
  return files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/from '((?:@zorivest\/)?[\w-]+)'/g)].map((hit) => hit[1] ?? ''),
  );
}

const ref = refOf(process.argv[2]);
const files = [...new Set([...git('diff', '--name-only', ref), ...git('ls-files', '--others', '--exclude-standard')])];
const { folders, changed, pages } = scopeOf(files, testImportsOf);
const since = `since ${git('log', '-1', '--format=%h (%s)', ref)[0] ?? ref}`;
if (folders?.length === 0) {
  console.log(`No tested file was changed ${since}. \`npm run check docs\` checks pages.`);
} else {
  console.log(`Changed ${since}: ${changed.join(', ')}`);
  if (pages !== null) console.log(`Only pages of the app: ${pages.join(', ')}`);
  if (folders !== null) console.log(`Tests of: ${folders.join(', ')}`);
  const { status } = spawnSync('vitest', ['run', ...(folders ?? []).map((folder) => `${folder}/`)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(pages === null ? {} : { ZORIVEST_TEST_PAGES: pages.join(',') }) },
  });
  process.exitCode = status ?? 1;
}
