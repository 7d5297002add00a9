import { describe, expect, it } from 'vitest';
import { platforms, unitFor } from './service.ts';

const places = {
  user: '/home/ann',
  book: '/home/ann/my "books" & 100%',
  node: '/usr/bin/node',
  program: '/usr/lib/zorivest/bin/zorivest.js',
};

describe('what starts the journal with the login', () => {
  it.each(platforms)('on %s is the file that was reviewed', async (platform) => {
    const { path, file } = unitFor(platform, places);
    await expect(`# ${path}\n${file}`).toMatchFileSnapshot(`./golden/service-${platform}.golden`);
  });
});
