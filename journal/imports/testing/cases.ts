// The open cases: real statements with what they hold, stored outside the repository.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { TestContext } from 'vitest';

/** The folder of the journal's cases. */
export const CASES = resolve(
  import.meta.dirname,
  '../../..',
  process.env['ZORIVEST_CASES'] ?? '../shared/data',
  'journal',
);

/** The bytes of a case file; the test is skipped, saying why, where the file is not there. */
export function caseBytes(ctx: TestContext, path: string): Uint8Array {
  const file = join(CASES, path);
  if (!existsSync(file)) ctx.skip(`no case file ${path}`);
  return readFileSync(file);
}

export function caseJson(ctx: TestContext, path: string): unknown {
  return JSON.parse(new TextDecoder().decode(caseBytes(ctx, path)));
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
