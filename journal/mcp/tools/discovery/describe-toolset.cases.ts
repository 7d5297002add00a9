import { list, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'describe_toolset',
  good: [{ args: { toolset_name: 'tax' }, gives: { name: 'tax', tools: list } }],
  bad: [{ args: { toolset_name: 'taxes' }, code: 'not_found' }],
};
