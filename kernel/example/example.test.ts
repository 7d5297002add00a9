import { expect, test } from 'vitest';
import { ruleFaults } from '../tool/rules.ts';
import { exampleTools } from './server.ts';

test('every tool of the example keeps the rules for definitions', () => {
  expect(exampleTools.flatMap((tool) => ruleFaults(tool))).toEqual([]);
});
