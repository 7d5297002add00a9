import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { homeAt, prepareHome } from './home.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;

it.skipIf(process.platform === 'win32')(
  'a home that others could look into is closed; on Windows modes are left alone',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'home-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const [platform, mode] of [
      ['linux', 0o700],
      ['darwin', 0o700],
      ['win32', 0o755],
    ] as const) {
      const home = homeAt(join(folder, platform));
      mkdirSync(home.root);
      chmodSync(home.root, 0o755);
      prepareHome(home, platform);
      expect({ platform, mode: modeOf(home.root) }).toEqual({ platform, mode });
      for (const inside of [home.backups, home.uploads, home.approvals, home.logs])
        expect(modeOf(inside) & 0o077).toBe(0);
    }
  },
);
