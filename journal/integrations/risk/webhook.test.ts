import { expect, it } from 'vitest';
import { postWarning } from './webhook.ts';

const never: typeof globalThis.fetch = () => Promise.reject(new Error('it was asked'));
const { signal } = new AbortController();
const post = (address: string) =>
  postWarning({ fetch: never, userAgent: 'test', allowLocalDownloads: false }, address, {}, signal);

it('nothing is sent to this machine or its network, and nothing unencrypted', async () => {
  await expect(post('http://example.com/hook')).rejects.toThrow('https only');
  for (const host of ['127.0.0.1', '10.0.0.7', '192.168.1.1', '169.254.169.254', '[::1]', '[fd00::1]'])
    await expect(post(`https://${host}/hook`)).rejects.toThrow('this machine or its network');
});

it('a redirect is not followed, and a refusal is an error', async () => {
  const asked: RequestInit[] = [];
  const fetch: typeof globalThis.fetch = async (_, init) => {
    asked.push(init ?? {});
    return new Response('', { status: 410 });
  };
  const parts = { fetch, userAgent: 'test', allowLocalDownloads: true };
  await expect(postWarning(parts, 'https://example.com/hook', { level: 50 }, signal)).rejects.toThrow('status 410');
  expect(asked).toMatchObject([{ method: 'POST', redirect: 'error', body: '{"level":50}' }]);
});
