import { expect, test } from 'vitest';
import { addressOf, listSources } from '../pages.ts';
import { linkTo } from './links.ts';

const repository = {
  pages: new Set(['docs/tax.md', 'docs/decisions/README.md', 'perf/README.md', 'SECURITY.md', 'docs/switching.md']),
  exists: (file: string) => file === 'perf/mcp-perf.yaml',
};

test('a link to a page of the repository leads to its page on the site, with its anchor', () => {
  expect(linkTo('docs/switching.md', 'tax.md#forms', repository)).toBe('../reference/tax.html#forms');
  expect(linkTo('perf/README.md', '../SECURITY.md', repository)).toBe('../project/security.html');
  expect(linkTo('docs/tax.md', 'decisions/', repository)).toBe('../decisions/index.html');
});

test('a link to a source leads to the repository, one to nothing fails, others stay', () => {
  expect(linkTo('perf/README.md', 'mcp-perf.yaml', repository)).toMatch(/^https:.*\/perf\/mcp-perf\.yaml$/);
  expect(() => linkTo('perf/README.md', 'gone.md', repository)).toThrow(
    'perf/README.md: the link gone.md leads nowhere',
  );
  expect(linkTo('perf/README.md', '#the-gate', repository)).toBe('#the-gate');
});

test('a page that is in no chapter is named', () => {
  expect(() => listSources(['docs/unheard-of.md'])).toThrow('docs/unheard-of.md');
  expect(listSources(['docs/decisions/0001-x.md'])).toContain('docs/decisions/0001-x.md');
  expect(addressOf('docs/decisions/0001-x.md')).toBe('decisions/0001-x.html');
});
