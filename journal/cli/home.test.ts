import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { browserFor } from './browser.ts';
import { findHome } from './home.ts';

it('the book is where each platform keeps the data of programs, unless a person says otherwise', () => {
  expect(findHome(undefined, {}, 'linux')).toBe(join(homedir(), '.local/share/zorivest'));
  expect(findHome(undefined, { XDG_DATA_HOME: '/data' }, 'linux')).toBe(resolve('/data/zorivest'));
  expect(findHome(undefined, { XDG_DATA_HOME: '/data' }, 'darwin')).toBe(
    join(homedir(), 'Library/Application Support/zorivest'),
  );
  expect(findHome(undefined, { LOCALAPPDATA: '/ann/AppData/Local' }, 'win32')).toBe(
    resolve('/ann/AppData/Local/zorivest'),
  );
  expect(findHome(undefined, {}, 'win32')).toBe(join(homedir(), 'AppData/Local/zorivest'));
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    expect(findHome(undefined, { ZORIVEST_HOME: '/mine' }, platform)).toBe(resolve('/mine'));
    expect(findHome('/named', { ZORIVEST_HOME: '/mine' }, platform)).toBe(resolve('/named'));
  }
});

it('a page is opened by the program of the platform, never through a shell', () => {
  const address = 'http://127.0.0.1:8765/#t=a&b';
  expect(browserFor(address, 'linux')).toEqual(['xdg-open', address]);
  expect(browserFor(address, 'darwin')).toEqual(['open', address]);
  // `start` would read the & itself.
  expect(browserFor(address, 'win32')).toEqual(['explorer.exe', address]);
});
