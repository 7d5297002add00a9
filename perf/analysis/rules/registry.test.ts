import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RULES } from './registry.ts';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

test.each(RULES)('perf/README.md documents what $type is detected from', ({ type }) => {
  expect(readme, `add a row for \`${type}\` to the table of findings in perf/README.md`).toMatch(
    new RegExp(`^\\| \`${type}\` `, 'm'),
  );
});

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
const ruleFiles = files.filter((name) => name !== 'rule.ts' && name !== 'registry.ts');

test.each(ruleFiles)('the rule of %s has a test that finds its fault and one that stays silent', (name) => {
  const file = name.replace(/\.ts$/, '.test.ts');
  const path = join(import.meta.dirname, file);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  expect(text.match(/\btest(?:\.\w+)?\(/g) ?? [], `fill perf/analysis/rules/${file}`).not.toEqual([]);
  expect(text, `perf/analysis/rules/${file}: add a case in which the rule stays silent (toBeNull)`).toContain(
    'toBeNull()',
  );
});

test('every file of a rule is in the registry', () => {
  const registry = readFileSync(join(import.meta.dirname, 'registry.ts'), 'utf8');
  expect(ruleFiles.filter((name) => !registry.includes(`'./${name}'`))).toEqual([]);
});
