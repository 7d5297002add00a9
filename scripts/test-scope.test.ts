import { expect, test } from 'vitest';
import { scopeOf } from './test-scope.ts';

const noTests = () => [];
const folders = (...files: string[]) => scopeOf(files, noTests).folders;

test('a page of the app selects only the tests of the app, and names the page', () => {
  const scope = scopeOf(['journal/ui/pages/tax/page.tsx', 'docs/app.md'], noTests);
  expect(scope).toEqual({ folders: ['journal/ui'], changed: ['journal/ui'], pages: ['tax'] });
});

test('what pages share selects every walk', () => {
  expect(scopeOf(['journal/ui/pages/tax/page.tsx', 'journal/ui/components/table.tsx'], noTests).pages).toBeNull();
});

test('a package selects all those above it', () => {
  const asked = folders('journal/vocabulary/brokers.ts');
  expect(asked).toContain('journal/vocabulary');
  expect(asked).toContain('journal/imports');
  expect(asked).toContain('journal/api');
  expect(asked).not.toContain('engine');
  expect(folders('kernel/log/index.ts')).toEqual(expect.arrayContaining(['kernel', 'perf', 'swimmy', 'journal/mcp']));
});

test('a package whose tests import what was changed is above it, and nothing is above its tests', () => {
  const scope = scopeOf(['journal/domain/index.ts'], ({ dir }) => (dir === 'pictures' ? ['@zorivest/domain'] : []));
  expect(scope.folders).toContain('pictures');
  expect(scope.folders).not.toContain('views');
});

test('files that affect every package select everything; pages select nothing', () => {
  expect(folders('package-lock.json', 'kernel/index.ts')).toBeNull();
  expect(folders('README.md', 'docs/service.md')).toEqual([]);
  expect(folders('scripts/build.ts')).toEqual(['scripts']);
});
