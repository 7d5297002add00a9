import { expect, it } from 'vitest';
import { anchors, brokenLinks } from './links.ts';

const files: Record<string, string> = {
  'docs/tax.md':
    '# Tax\n## Wash sales\n[here](#wash-sales) [up](../README.md#the-packages) [gone](gone.md) [old](../README.md#the-house)',
  'README.md': '## The packages\n[tax](docs/tax.md) [site](https://example.com/#no) [docs](docs)',
  docs: '',
};
const findBroken = (page: string) => brokenLinks(page, (path) => files[path]);

it('a link to a missing file and one to a renamed heading are reported', () => {
  expect(findBroken('docs/tax.md')).toEqual(['gone.md', '../README.md#the-house']);
});

it('a link to another site or to a folder is ignored', () => {
  expect(findBroken('README.md')).toEqual([]);
});

it('anchors are those GitHub makes of headings', () => {
  const page = '# `npm ci`, and why?\n## Add a tool\n## Add a tool\n```sh\n# no heading\n```\n';
  expect([...anchors(page)]).toEqual(['npm-ci-and-why', 'add-a-tool', 'add-a-tool-1']);
});
