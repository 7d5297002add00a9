import { ruleFaults } from '@zorivest/kernel';
import { expect, test } from 'vitest';
import { gatewayTools } from './tools.ts';

test('every tool keeps the rules of a definition and has its dotted method', () => {
  const tools = gatewayTools(() => undefined);
  expect(tools.flatMap(ruleFaults)).toEqual([]);
  for (const { name, methods } of tools) expect(methods).toEqual([name.replace('_', '.')]);
});
