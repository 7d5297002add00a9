import { readFileSync } from 'node:fs';
import { marketProviders } from '@zorivest/vocabulary';
import { expect, test } from 'vitest';
import type { Provider } from './provider.ts';
import { providers } from './registry.ts';

const page = readFileSync(new URL('../../docs/market-data.md', import.meta.url), 'utf8');
/** Slug -> name, key and what it delivers, as the table of the page says. */
const table = new Map(
  [...page.matchAll(/^\| (.+?) +\| `(\w+)` +\| (.+?) +\| (.+?) +\|$/gm)].map(([, name, slug, key, delivers = '']) => [
    slug,
    // What follows the kinds of data is a note for readers: "(and identifiers)", "; on from the first day".
    {
      name,
      key,
      delivers: delivers
        .replace(/[;(].*$/, '')
        .trim()
        .split(', ')
        .toSorted(),
    },
  ]),
);

function keyOf({ key, keyOptional }: Provider): string {
  if (key.in === 'none') return 'none';
  if (key.in === 'headers') return 'key and secret';
  return keyOptional === true ? 'optional' : 'yes';
}

test.each(providers)('docs/market-data.md says of $name what it needs and delivers', (provider) => {
  expect(table.get(provider.name), `the row of \`${provider.name}\` in the table of docs/market-data.md`).toEqual({
    name: marketProviders[provider.name],
    key: keyOf(provider),
    delivers: Object.keys(provider.feeds).toSorted(),
  });
});
