import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FORMATS } from './readers/registry.ts';

it('docs/imports.md lists every broker format', () => {
  const page = readFileSync(new URL('../../docs/imports.md', import.meta.url), 'utf8');
  const table = page.split('\n## Broker files')[1]?.split('\n#')[0] ?? '';
  expect(
    FORMATS.filter(({ kind, name }) => !(kind === 'pdf' ? page : table).includes(`\`${name}\``)).map(
      ({ name }) => name,
    ),
    'a table has its row under "Broker files", a PDF is named on the page',
  ).toEqual([]);
});
