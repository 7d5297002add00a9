import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Host } from '../tool.ts';
import { findApp } from './discovery.ts';
import { launchCommand, openPage } from './launch.ts';

let folder: string;
let host: Host;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gui-'));
  host = {
    env: {},
    platform: 'linux',
    home: folder,
    cwd: folder,
    serverDir: join(folder, 'journal', 'mcp', 'dist'),
    now: Date.now,
  };
});
afterEach(() => rm(folder, { recursive: true }));

async function put(...path: string[]): Promise<string> {
  const file = join(folder, ...path);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, '#!/bin/sh\n', { mode: 0o755 });
  return file;
}

describe('the app is looked for, besides where it is installed,', () => {
  it('in the repository this server runs from', async () => {
    await put('ui', 'package.json');
    expect(await findApp(host)).toEqual({ method: 'dev', path: join(folder, 'ui') });
  });

  it('on the PATH, and last where the environment says', async () => {
    const env = { ZORIVEST_GUI_PATH: await put('elsewhere', 'my app') };
    expect(await findApp({ ...host, env })).toEqual({ method: 'env', path: env.ZORIVEST_GUI_PATH });
    const path = await put('bin', 'zorivest');
    expect(await findApp({ ...host, env: { ...env, PATH: `/nowhere:${join(folder, 'bin')}` } })).toEqual({
      method: 'path',
      path,
    });
  });

  it('nowhere', async () => {
    expect(await findApp({ ...host, env: { ZORIVEST_GUI_PATH: '/no/such/file' } })).toBeUndefined();
  });
});

describe('starting it', () => {
  it('uses the launcher of the platform, and never a shell string', () => {
    const app = { method: 'installed', path: '/x y/Zorivest; rm -rf' } as const;
    expect(launchCommand(app, { platform: 'linux' })).toEqual({ file: 'setsid', args: [app.path] });
    expect(launchCommand(app, { platform: 'darwin' })).toEqual({ file: 'open', args: [app.path] });
    expect(launchCommand(app, { platform: 'win32' })).toEqual({ file: 'cmd.exe', args: ['/c', 'start', '', app.path] });
    expect(launchCommand({ method: 'dev', path: '/repo/ui' }, { platform: 'darwin' })).toEqual({
      file: 'npm',
      args: ['run', 'dev'],
      cwd: '/repo/ui',
    });
  });

  it('opens no browser without a screen or against the wish of the owner', async () => {
    expect(await openPage('https://example.com', host)).toBe(false);
    expect(await openPage('https://example.com', { ...host, env: { DISPLAY: ':0', ZORIVEST_NO_BROWSER: '1' } })).toBe(
      false,
    );
  });
});
