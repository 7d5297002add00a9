import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { browserFor, tunnelFor } from './browser.ts';
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

it('shows a user who came by ssh how to forward the port', () => {
  const SSH_CONNECTION = '192.0.2.7 50123 192.0.2.1 22';
  expect(tunnelFor('8765', 'ann', { SSH_CONNECTION })).toBe('ssh -L 8765:127.0.0.1:8765 ann@192.0.2.1');
  expect(tunnelFor('8765', 'ann', { SSH_CONNECTION: '192.0.2.7 50123 192.0.2.1 2222' })).toContain('-p 2222');
  expect(tunnelFor('8765', 'ann', { SSH_CONNECTION, DISPLAY: 'localhost:10.0' })).toBeNull();
  expect(tunnelFor('8765', 'ann', {})).toBeNull();
});
