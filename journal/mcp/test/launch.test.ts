import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launch } from '../gui/launch.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'launch-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Starts a program as the app of a machine; what went wrong, if anything. */
const started = (path: string) =>
  launch({ method: 'env', path }, { platform: 'linux' }, 60_000, new AbortController().signal);

describe('starting the app', () => {
  it('really starts a program whose path has blanks in it', async () => {
    const path = join(folder, 'my apps', 'zorivest');
    await mkdir(join(folder, 'my apps'));
    await writeFile(path, `#!/bin/sh\necho "$0 $#" > "${join(folder, 'started')}"\n`, { mode: 0o755 });
    expect(await started(path)).toBeUndefined();
    expect(await readFile(join(folder, 'started'), 'utf8')).toBe(`${path} 0\n`);
  });

  it('says what went wrong when it cannot', async () => {
    expect(await started(join(folder, 'missing'))).toMatch(/ended with code/);
  });
});
