// An endpoint that no test calls is an endpoint nobody knows to work.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract, listEndpoints } from '@zorivest/contract';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..');
const tests = globSync('**/*.test.ts', { cwd: folder, exclude: (name) => name === 'node_modules' || name === 'dist' })
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .join('\n');

describe('every endpoint of the contract is called by a test', () => {
  it.each(listEndpoints(contract).map(({ id }) => id))('%s', (id) => {
    const [resource, name] = id.split('.');
    expect(tests).toMatch(new RegExp(`\\.${resource}\\s*\\.${name}\\s*\\(`));
  });
});
