import { describe, expect, it } from 'vitest';
import { platforms, unitFor } from './service.ts';

const places = {
  user: '/home/ann',
  account: 'DESK & CO\\ann',
  book: '/home/ann/my "books" & 100%',
  node: '/usr/bin/node',
  program: '/usr/lib/zorivest/bin/zorivest.js',
};

describe('what starts the journal with the login', () => {
  it.each(platforms)('on %s is the file that was reviewed', async (platform) => {
    const { path, file } = unitFor(platform, places);
    await expect(`# ${path}\n${file}`).toMatchFileSnapshot(`./golden/service-${platform}.golden`);
  });

  it('on Windows is read by schtasks: in its encoding, for one person, on a battery too', () => {
    const { file, bytes } = unitFor('win32', places);
    expect([...bytes.subarray(0, 4)]).toEqual([0xff, 0xfe, '<'.charCodeAt(0), 0]);
    expect(new TextDecoder('utf-16le').decode(bytes)).toBe(file);
    expect(file).toMatch(/^<\?xml version="1.0" encoding="UTF-16"\?>/);
    // Of every login: only an administrator may ask for that.
    expect(file).not.toContain('<LogonTrigger />');
    expect(file.match(/<UserId>DESK &amp; CO\\ann<\/UserId>/g)).toHaveLength(2);
  });

  it('elsewhere is plain UTF-8', () => {
    for (const platform of ['linux', 'darwin'] as const) {
      const { file, bytes } = unitFor(platform, places);
      expect(new TextDecoder().decode(bytes)).toBe(file);
    }
  });
});
