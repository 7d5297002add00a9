import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LONGEST } from './test-order.ts';

test('every file of the list exists', () => {
  expect(LONGEST.filter((path) => !existsSync(join(import.meta.dirname, '..', path)))).toEqual([]);
});
