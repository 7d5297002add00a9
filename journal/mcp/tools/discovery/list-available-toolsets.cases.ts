import { number, list, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'list_available_toolsets',
  good: [{ gives: { toolsets: list, total_tools: number, unique_tools: number } }],
  bad: [{ args: { toolset: 'tax' }, code: 'invalid_arguments' }],
};
