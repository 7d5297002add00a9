import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FORMATS } from './broker/registry.ts';

it('docs/imports.md lists every broker format', () => {
  const page = readFileSync(new URL('../../docs/imports.md', import.meta.url), 'utf8');
  expect(FORMATS.map(({ name }) => name).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
