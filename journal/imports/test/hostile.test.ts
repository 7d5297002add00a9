// Files written to do harm end in a clear sentence, within ten seconds of work and half a gigabyte.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const reader = join(import.meta.dirname, 'hostile-reader.ts');

function run(...args: readonly string[]): unknown {
  const { stdout, stderr } = spawnSync(process.execPath, ['--conditions=source', reader, ...args], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  if (stdout === '') throw new Error(`the reader died: ${stderr.slice(-500)}`);
  return JSON.parse(stdout);
}

it.each(run() as string[])('%s', (name) => {
  const { outcome, seconds, megabytes } = run(name) as { outcome: string; seconds: number; megabytes: number };
  expect(outcome).toMatch(/refused|damaged|millions of times|no statement|more than any/);
  expect(seconds).toBeLessThan(10);
  expect(megabytes).toBeLessThan(500);
});
