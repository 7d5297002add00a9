import { rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { chooseAddress } from './local-socket.ts';

/** What the shortest of the systems takes, with the zero at its end. */
const MACOS_LONGEST = 104;

const isWindows = process.platform === 'win32';

it.skipIf(isWindows)('the socket is in the home where its path is short enough for every system', () => {
  for (const platform of ['linux', 'darwin'] as const)
    expect(chooseAddress('/Users/ann/Library/Application Support/zorivest', platform)).toBe(
      '/Users/ann/Library/Application Support/zorivest/control.sock',
    );
});

it.skipIf(isWindows)('of a home with a longer path it is in a folder that only we may open', () => {
  const address = chooseAddress(`/home/${'ann'.repeat(40)}`, 'darwin');
  try {
    expect(Buffer.byteLength(address)).toBeLessThan(MACOS_LONGEST);
    expect(statSync(dirname(address)).mode & 0o777).toBe(0o700);
  } finally {
    rmSync(dirname(address), { recursive: true });
  }
});

it('on Windows it is a pipe whose name no one can take before us', () => {
  const [one, other] = [chooseAddress('C:\\ann', 'win32'), chooseAddress('C:\\ann', 'win32')];
  expect(one).toMatch(/^\\\\\.\\pipe\\zorivest-[0-9a-f]{32}$/);
  expect(other).not.toBe(one);
});
