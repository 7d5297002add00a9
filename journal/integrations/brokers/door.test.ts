// What an adapter may not ask for, tried for each of them: every other method, host, path, and a way round.
import { describe, expect, it } from 'vitest';
import { ClosedDoor, openDoor, type Opening, playedAt } from './client/door.ts';
import { BROKERS } from './registry.ts';

const fill = ({ host, path }: Opening) => `https://${host.replaceAll('*', '01')}${path.replaceAll('{}', 'x1')}`;

/** Counts what leaves. */
function counting(answer = () => new Response('{}')) {
  const left: string[] = [];
  const fetch: typeof globalThis.fetch = (input) => {
    left.push(String(input instanceof Request ? input.url : input));
    return Promise.resolve(answer());
  };
  return { left, fetch };
}

describe.each(BROKERS.map((adapter) => [adapter.id, adapter] as const))('the door of %s', (_, { openings }) => {
  it('lets through what is listed', async () => {
    const { left, fetch } = counting();
    const door = openDoor(openings, fetch, null);
    for (const opening of openings) await door(`${fill(opening)}?a=1`, { method: opening.method });
    expect(left.length).toBe(openings.length);
  });

  it('lists nothing that could trade or move money', () => {
    for (const { path } of openings)
      expect(path).not.toMatch(
        /AddOrder|CancelOrder|withdraw\/apply|\/order(?:s)?\/(?:create|place|cancel)|exchange$/i,
      );
  });

  it('lets nothing else out', async () => {
    const { left, fetch } = counting();
    const door = openDoor(openings, fetch, null);
    const listed = new Set(openings.map((opening) => `${opening.method} ${fill(opening)}`));
    const tries: [string, string][] = [];
    for (const opening of openings) {
      const url = fill(opening);
      const { host, pathname } = new URL(url);
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'get'])
        if (!listed.has(`${method} ${url}`)) tries.push([method, url]);
      for (const other of [
        `http://${host}${pathname}`,
        `https://${host}:8443${pathname}`,
        `https://a:b@${host}${pathname}`,
        `https://${host}.evil.example${pathname}`,
        `https://evil.example${pathname}`,
        `https://evil-${host.split('.').slice(-2).join('.')}${pathname}`,
        `https://127.0.0.1${pathname}`,
        `https://${host}${pathname}/more`,
        `https://${host}${pathname}%2f..%2forders`,
        `https://${host}/x${pathname}`,
        `https://${host}//${pathname.slice(1)}`,
        `https://${host}/`,
        `https://${host}/orders`,
        `https://${host}/v1/accounts/x1/orders/place`,
        `file://${pathname}`,
      ])
        if (!listed.has(`${opening.method} ${other}`)) tries.push([opening.method, other]);
    }
    for (const [method, url] of tries) await expect(door(url, { method })).rejects.toThrow(ClosedDoor);
    await expect(door(new Request(fill(openings[0] ?? expect.fail())))).rejects.toThrow(ClosedDoor);
    expect(left).toEqual([]);
  });

  it('follows no redirect, and says no query', async () => {
    const [opening] = openings;
    if (opening === undefined) return;
    const { left, fetch } = counting(() => Response.redirect('https://evil.example/', 307));
    const door = openDoor(openings, fetch, null);
    const error = await door(`${fill(opening)}?token=SECRET`, { method: opening.method }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ClosedDoor);
    expect(String(error)).not.toContain('SECRET');
    expect(left.length).toBe(1);
  });
});

describe('a broker that is played', () => {
  it('is so only in a test, and only on this machine', () => {
    const at = (env: Record<string, string>) => playedAt(env, 'kraken')?.href ?? null;
    const here = { ZORIVEST_BROKER_URL_KRAKEN: 'http://127.0.0.1:4000' };
    expect(at(here)).toBeNull();
    expect(at({ ...here, ZORIVEST_TEST: '0' })).toBeNull();
    expect(at({ ...here, ZORIVEST_TEST: '1' })).toBe('http://127.0.0.1:4000/');
    for (const url of [
      'https://evil.example',
      'http://127.0.0.1.evil.example',
      'http://localhost@evil.example',
      'http://10.0.0.1',
      'file:///etc',
      'nothing',
    ])
      expect(() => at({ ZORIVEST_BROKER_URL_KRAKEN: url, ZORIVEST_TEST: '1' })).toThrow(ClosedDoor);
  });

  it('gets every request that is listed, and none that is not', async () => {
    const { left, fetch } = counting();
    const played = new URL('http://127.0.0.1:4000');
    const door = openDoor([{ method: 'GET', host: 'api*.broker.example', path: '/v1/{}/fills' }], fetch, played);
    await door('https://api01.broker.example/v1/7/fills?page=2');
    await door('http://127.0.0.1:4000/v1/7/fills');
    expect(left).toEqual(['http://127.0.0.1:4000/v1/7/fills?page=2', 'http://127.0.0.1:4000/v1/7/fills']);
    await expect(door('http://127.0.0.1:4000/v1/7/orders')).rejects.toThrow(ClosedDoor);
    await expect(door('http://127.0.0.1:4001/v1/7/fills')).rejects.toThrow(ClosedDoor);
  });
});
