import { expect, it } from 'vitest';
import { isNewerVersion } from './versions.ts';

it('versions are compared by their numbers', () => {
  const pairs = [
    ['0.10.0', '0.9.0', true],
    ['0.9.0', '0.10.0', false],
    ['0.1.0', '0.1.0', false],
    ['0.1.1', '0.1.0', true],
    ['0.9.9', '1.0.0', false],
    ['0.1.0-rc.1', '0.1.0', false],
    ['nonsense', '0.1.0', false],
  ] as const;
  expect(pairs.filter(([one, other, newer]) => isNewerVersion(one, other) !== newer)).toEqual([]);
});
