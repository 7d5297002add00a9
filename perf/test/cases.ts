// Reads the data cases; a test whose file is absent is skipped with a message.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'vitest';

const folder = join(process.env.ZORIVEST_CASES ?? join(import.meta.dirname, '../../../shared/data'), 'perf');

export function casePath(context: TestContext, ...parts: readonly string[]): string {
  const path = join(folder, ...parts);
  if (!existsSync(path)) context.skip(`${path} is not here`);
  return path;
}

/** The files of a folder of cases whose names end so; one that is not there when the folder is absent, to be skipped. */
export function caseFiles(ending: string, ...parts: readonly string[]): string[] {
  const path = join(folder, ...parts);
  return existsSync(path) ? readdirSync(path).filter((name) => name.endsWith(ending)) : [`none${ending}`];
}
