import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isPublished } from './release/published.ts';
import { startCommandsIn } from './start-commands.ts';

/** What a page must not name before the packages are published. */
const PUBLISHED_NAMES =
  /\bnpx (?:-y )?(?:zorivest|mcp-perf-server|swimmy-mcp)\b|"command": "npx"|npm (?:install|i)(?: --global)? (?:zorivest|mcp-perf-server|swimmy-mcp|@zorivest\/)|npm create @zorivest|brew install zorivest|install-mcp\?name=zorivest|redirect\/mcp\/install\?name=zorivest/;

const root = join(import.meta.dirname, '..');
const pages = [
  ...globSync('**/*.md', { cwd: root, exclude: (path) => /(?:^|\/)(?:node_modules|dist|var)$/.test(path) }),
  'llms.txt',
].filter((page) => !/^(?:CHANGELOG\.md|docs\/decisions\/)/.test(page));
const read = (page: string) => readFileSync(join(root, page), 'utf8');

describe.each(pages.map((page) => [page, read(page)] as const))('%s', (_page, text) => {
  test('is in the form of today, and turns into the other form and back', () => {
    expect(startCommandsIn(text)).toBe(text);
    expect(startCommandsIn(startCommandsIn(text, !isPublished), isPublished)).toBe(text);
  });
});

test.skipIf(isPublished)('no page and no part of the site names a package that is not published', () => {
  const named = pages.filter((page) => PUBLISHED_NAMES.test(read(page)));
  expect(named).toEqual([]);
  const landing = read('site/render/landing.ts')
    .split('\n')
    .filter((line) => !line.includes('isPublished ?'));
  expect(landing.filter((line) => PUBLISHED_NAMES.test(line))).toEqual([]);
});

test('the published form of the first pages installs with one command', () => {
  expect(startCommandsIn(read('README.md'), true)).toContain('npx zorivest quickstart');
  expect(startCommandsIn(read('perf/README.md'), true)).toContain('npm install --global mcp-perf-server');
  expect(startCommandsIn(read('swimmy/README.md'), true)).toContain('npm install --global swimmy-mcp');
});
