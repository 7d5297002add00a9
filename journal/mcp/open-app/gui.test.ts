import { describe, expect, it } from 'vitest';
import type { Host } from '../tool.ts';
import { openPage, pageCommand } from './launch.ts';

const host: Host = { env: {}, platform: 'linux', home: '/', cwd: '/', serverDir: '/', now: Date.now };

describe('opening the page', () => {
  it('uses the launcher of the platform, and never a shell string', () => {
    const url = 'http://127.0.0.1:8765/';
    expect(pageCommand(url, 'linux')).toEqual({ file: 'xdg-open', args: [url] });
    expect(pageCommand(url, 'darwin')).toEqual({ file: 'open', args: [url] });
    expect(pageCommand(url, 'win32')).toEqual({ file: 'cmd.exe', args: ['/c', 'start', '', url] });
  });

  it('opens no browser without a screen or against the wish of the owner', async () => {
    expect(await openPage('https://example.com', host)).toBe(false);
    expect(await openPage('https://example.com', { ...host, env: { DISPLAY: ':0', ZORIVEST_NO_BROWSER: '1' } })).toBe(
      false,
    );
  });
});
