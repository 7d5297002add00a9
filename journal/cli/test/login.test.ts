import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { installService } from '../commands/service.ts';
import { createShell } from './shell.ts';

describe.runIf(process.platform === 'linux')('where there is no login to start with', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zorivest-login-'));
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });

  it('nothing is left behind that would be reported as installed, and the other way is named', () => {
    const systemctl = join(folder, 'systemctl');
    writeFileSync(systemctl, '#!/bin/sh\necho "Failed to connect to bus: No medium found" >&2\nexit 1\n');
    chmodSync(systemctl, 0o755);
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
    vi.stubEnv('HOME', folder);
    expect(() => installService(join(folder, 'book'), { json: false })).toThrow(
      /Failed to connect to bus: No medium found.* `zorivest up` /s,
    );
    expect(existsSync(join(folder, '.config', 'systemd', 'user', 'zorivest.service'))).toBe(false);
  });

  it('what npx fetched is not started with the login: it may be gone tomorrow', () => {
    const { argv } = process;
    onTestFinished(() => void (process.argv = argv));
    process.argv = [argv[0] ?? '', '/home/ann/.npm/_npx/0af1/node_modules/.bin/zorivest', 'service', 'install'];
    expect(() => installService(join(folder, 'book'), { json: false })).toThrow('npm install --global zorivest');
  });
});

describe.runIf(process.platform === 'linux')('where a package brought a unit along, and systemctl enabled it', () => {
  const shell = createShell();
  afterAll(() => shell.end());

  it('the journal starts with the login until it is uninstalled: also after the package went first', async () => {
    const wants = join(shell.userFolder, '.config/systemd/user/default.target.wants');
    const link = join(wants, 'zorivest.service');
    mkdirSync(wants, { recursive: true });
    symlinkSync('/usr/lib/systemd/user/zorivest.service', link);
    // Nothing of the login that this test runs in is touched.
    const bin = join(shell.folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'systemctl'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    expect((await shell.run(['service', 'status'])).out).toContain(`It starts with your login: ${link}\n`);
    const { code, out } = await shell.run(['uninstall'], { env: { PATH: bin } });
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringContaining('no longer starts with your login') as unknown,
    });
    expect(out).toContain(shell.home);
    expect(lstatSync(link, { throwIfNoEntry: false })).toBeUndefined();
    expect((await shell.run(['service', 'status'])).out).toContain('It does not start with your login');
  });
});
