import { expect, test } from 'vitest';
import { weigh, weightFaults } from './weight.ts';

const files = [
  { file: 'journal/api/gate.ts', text: 'a\nb\n' },
  { file: 'journal/api/gate.test.ts', text: 'a\n' },
  { file: 'journal/api/test/fill.ts', text: 'a\nb\nc\n' },
  { file: 'kernel/tool/tool.cases.ts', text: 'a\n' },
  { file: 'journal/ui/theme/app.css', text: 'a\n' },
  { file: 'vitest.config.ts', text: 'a\n' },
  { file: 'site/page.html', text: 'a\nb\n' },
  { file: 'docs/tax.md', text: 'a\n' },
];

test('lines are counted per package, and tests, sources and other code apart', () => {
  const { packages, total } = weigh(files);
  expect(total).toEqual({ source: 4, tests: 5, other: 2 });
  expect(packages.get('journal/api')).toEqual({ source: 2, tests: 4, other: 0 });
  expect(packages.get('(root)')).toEqual({ source: 1, tests: 0, other: 0 });
});

test('a number above its budget is named with both', () => {
  const report = weigh([...files, { file: 'kernel/a.ts', text: `${'x + '.repeat(60)}y\n` }]);
  expect(weightFaults(report, { source: 5, tests: 4, other: 2, longLines: 0 })).toEqual([
    '5 lines of tests, 1 over weight.tests (4) of package.json',
    '1 lines over 200 characters without a string, at most 0: kernel/a.ts:1',
  ]);
  expect(weightFaults(report, { source: 5, tests: 5, other: 2, longLines: 1 })).toEqual([]);
});
