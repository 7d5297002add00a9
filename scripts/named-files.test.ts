import { expect, it } from 'vitest';
import { missingFiles } from './named-files.ts';

const there = new Set(['rules/slow.ts', 'perf/rules/', 'perf/rules/slow.ts', 'perf/rules', 'docs/tools.md']);
const missing = (page: string) => missingFiles(page, ['perf', 'docs', 'dist'], (path) => there.has(path));

it('a renamed file in backticks is reported once', () => {
  expect(missing('First `perf/rules/slow.ts`, then `perf/rules/gone.ts` and again `perf/rules/gone.ts`.')).toEqual([
    'perf/rules/gone.ts',
  ]);
});

it('a source named by its last folders must be there too', () => {
  expect(missing('`rules/slow.ts` became `rules/gone.ts`')).toEqual(['rules/gone.ts']);
});

it('the paths of a command are read as well', () => {
  expect(missing('`npx vitest run perf/rules perf/rule -u`')).toEqual(['perf/rule']);
});

it('of a file still to be named, the folder must be there', () => {
  expect(missing('`perf/rules/<cause>.ts`, `perf/rules/*.test.ts`')).toEqual([]);
  expect(missing('`perf/rulez/<cause>.ts`')).toEqual(['perf/rulez/']);
});

it('examples, built files and words that are not a path of the root are ignored', () => {
  expect(
    missing('```ts\n// `perf/gone.ts`\n```\n`docs/acme.md` `dist/pack.tgz` `logs/app.jsonl` perf/gone.ts'),
  ).toEqual([]);
});
