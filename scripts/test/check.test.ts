import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const check = (...steps: string[]) =>
  promisify(execFile)(process.execPath, ['scripts/check.ts', ...steps], { cwd: root });

describe('npm run check', () => {
  it('runs the steps it is given', async () => {
    expect((await check('imports')).stdout).toMatch(/^ok {3}imports \([\d.]+ s\)\n$/);
  });

  it('fails on a step that does not exist, runs none, and lists those that do', async () => {
    await expect(check('imports', 'nosuchstep')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/There is no step "nosuchstep"[^]*types[^]*"dead code"[^]*imports/) as string,
    });
  });
});
