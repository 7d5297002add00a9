// An endpoint that no test calls may not work. Judged when all tests of the service have run:
// what each process recorded is read together, and the names of what is missing are all there is to say.
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly endpointsFolder: string;
  }
}

export function setup(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'zorivest-endpoints-'));
  project.provide('endpointsFolder', folder);
  return async () => {
    const asked = new Set(
      globSync('*', { cwd: folder }).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n')),
    );
    rmSync(folder, { recursive: true });
    const ran = new Set(project.vitest.state.getTestModules().map(({ moduleId }) => moduleId));
    const all = globSync(join(import.meta.dirname, '*.test.ts'), { exclude: ['**/*.long.test.ts'] });
    // A run of a few files proves nothing about the others.
    if (!all.every((file) => ran.has(file))) return;
    // Only now: in a clone that was never built the package has no bundle before the other set-up makes it.
    const { contract, listEndpoints } = await import('@zorivest/contract');
    const missing = listEndpoints(contract).filter(({ id }) => !asked.has(id));
    if (missing.length > 0) {
      throw new Error(`No test asks these endpoints with success: ${missing.map(({ id }) => id).join(', ')}.`);
    }
  };
}
