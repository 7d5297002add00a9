import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { installService } from '../commands/service.ts';

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
});
