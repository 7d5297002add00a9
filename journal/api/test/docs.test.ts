// The examples of the docs are code that works: each is taken from its page and used as a reader would use it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BrokerAdapter } from '@zorivest/integrations';
import { finnhub, type Provider } from '@zorivest/market';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zorivest-docs-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The example that exports `acme` on a page, as if it stood in this folder. */
async function example(page: string, holds: string, standsIn: string): Promise<unknown> {
  const text = readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8');
  const code = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].find(([, body]) => body?.includes(holds))?.[1] ?? '';
  const parent = new URL(`../../${standsIn}/../`, import.meta.url).href;
  const path = join(folder, `${standsIn.replaceAll('/', '-')}.ts`);
  writeFileSync(path, code.replaceAll("from '../", `from '${parent}`));
  const { acme } = (await import(pathToFileURL(path).href)) as { acme: unknown };
  return acme;
}

it('a provider is one file: the example answers with a whole quote', async () => {
  const acme = (await example('market-data.md', 'export const acme: Provider', 'market/providers')) as Provider;
  const http = (body: unknown) => ({ get: () => Promise.resolve(body), post: () => Promise.resolve(body) });
  const last = { price: 12.5, bid: 12.4, ask: 12.6, volume: 100, at: '2026-03-04T15:00:00Z' };
  const [quote] = (await acme.feeds.quote?.({ ticker: 'ACME' }, http(last))) ?? [];
  expect(quote).toMatchObject({ ticker: 'ACME', price: 12.5, bid: 12.4, timestamp: '2026-03-04T15:00:00.000Z' });
  const [known] = (await finnhub.feeds.quote?.({ ticker: 'A' }, http({ c: 1, t: 1 }))) ?? [];
  expect(Object.keys(quote ?? {}).toSorted()).toEqual(Object.keys(known ?? {}).toSorted());
  expect(await acme.probe(http(last))).toBe(true);
});

it('a broker is one file: the example reads page after page and continues where it stopped', async () => {
  const acme = (await example(
    'imports.md',
    'export const acme: BrokerAdapter',
    'integrations/brokers/adapters',
  )) as BrokerAdapter;
  const asked: string[] = [];
  const context = (cursor: string | null) => ({
    credentials: { token: 't' },
    userAgent: 'test',
    sleep: () => Promise.resolve(),
    cursor,
    lastSync: null,
    now: new Date(0),
    signal: new AbortController().signal,
    clock: () => 0,
    random: (size: number) => new Uint8Array(size),
    keep: () => Promise.resolve(),
    fetch: ((url: URL) => {
      asked.push(url.search);
      const last = url.searchParams.get('page') === '3';
      return Promise.resolve(last ? new Response(null, { status: 404 }) : new Response('Date,Symbol\n'));
    }) as typeof globalThis.fetch,
  });
  const cursors = async (from: string | null) => {
    const found: (string | null)[] = [];
    for await (const { cursor } of acme.pages(context(from))) found.push(cursor);
    return found;
  };
  expect(await cursors(null)).toEqual(['1', '2']);
  expect(await cursors('1')).toEqual(['2']);
  expect(asked).toEqual(['?page=1', '?page=2', '?page=3', '?page=2', '?page=3']);
});
