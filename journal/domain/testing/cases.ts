// The open cases live outside the repository, never in it; a test without its file is skipped by name instead of passing.

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { TestContext } from 'vitest';

/** The folder of the open cases. */
export const CASES_ROOT = resolve(import.meta.dirname, '../../..', process.env['ZORIVEST_CASES'] ?? '../shared/data');

/** The parsed case file; the test is skipped, with the file's name, where it is missing. The caller casts it to the shape it reads. */
export function casesOf(ctx: TestContext, name: string): unknown {
  return JSON.parse(caseText(ctx, name));
}

/** The case file as text, on the same terms. */
export function caseText(ctx: TestContext, name: string): string {
  const path = resolve(CASES_ROOT, name);
  if (!existsSync(path)) ctx.skip(`${name} is not on this machine`);
  return readFileSync(path, 'utf8');
}
