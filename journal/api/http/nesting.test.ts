import { expect, test } from 'vitest';
import { refuseDeep } from './nesting.ts';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test('JSON that is nested without end is refused before it is parsed; brackets in texts do not count', () => {
  refuseDeep(nested(200));
  expect(() => refuseDeep(nested(201))).toThrow('nested deeper');
  expect(() => refuseDeep(`{"a":${'{"a":'.repeat(500)}`)).toThrow('nested deeper');
  refuseDeep(JSON.stringify({ text: `"${nested(500)}\\"${nested(500)}` }));
  refuseDeep(JSON.stringify(Array.from({ length: 1000 }, () => [[{}]])));
});
