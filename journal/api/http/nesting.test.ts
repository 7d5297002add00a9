import { expect, test } from 'vitest';
import { refuseDeep } from './nesting.ts';

const nestedText = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test('JSON that is nested without end is refused before it is parsed; brackets in texts do not count', () => {
  refuseDeep(nestedText(200));
  expect(() => refuseDeep(nestedText(201))).toThrow('nested deeper');
  expect(() => refuseDeep(`{"a":${'{"a":'.repeat(500)}`)).toThrow('nested deeper');
  refuseDeep(JSON.stringify({ text: `"${nestedText(500)}\\"${nestedText(500)}` }));
  refuseDeep(JSON.stringify(Array.from({ length: 1000 }, () => [[{}]])));
});
