import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RULES } from './registry.ts';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

test.each(RULES)('people can read in perf/README.md what $type is told from', ({ type }) => {
  expect(readme, `add a row for \`${type}\` to the table of findings in perf/README.md`).toMatch(
    new RegExp(`^\\| \`${type}\` `, 'm'),
  );
});
