import { expect, test } from 'vitest';
import { samePath } from './endpoint.ts';

test.for([
  ['GET /x', '/x', true],
  ['POST /x', '/x', true],
  ['DELETE /x', 'PATCH /x', true],
  ['GET /x', '/y', false],
] as const)('%s and %s name one path: %s', ([a, b, same]) => {
  expect(samePath(a, b)).toBe(same);
});
